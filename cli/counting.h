/* What long counts have in common: progress and messages. An interrupt ends the program at
 * once, whatever it is at: a count that is not whole is of no use. */
#ifndef CLI_COUNTING_H
#define CLI_COUNTING_H

#include "dropforge/tile.h"

/* Shows progress, with `what` as in progress_begin, until counting_end. */
void counting_begin(const char *what);

/* A df_tile_watch: shows how far a count has come. */
bool counting_watch(void *unused, uint64_t done, uint64_t all, uint64_t states);

/* Ends it. -1, or the exit code after a message. A failed standard output is told of at the end
 * of the program. */
int counting_end(df_status status, const df_mishap *mishap);

#endif

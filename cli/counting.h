/* What long counts have in common: progress, and an end when the user asks for it. */
#ifndef CLI_COUNTING_H
#define CLI_COUNTING_H

#include "dropforge/tile.h"

/* Shows progress, with `what` as in progress_begin, and holds interrupts back until
 * counting_end. */
void counting_begin(const char *what);

/* A df_tile_watch: shows how far a count has come; false when it is to end. */
bool counting_watch(void *unused, uint64_t done, uint64_t all, uint64_t states);

/* Ends it. -1, or the exit code after a message; an interrupt that was held back ends the
 * program here if it ended the count. A failed standard output is told of at the end of the
 * program. */
int counting_end(df_status status, const df_mishap *mishap);

#endif

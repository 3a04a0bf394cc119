/* Progress and messages of long counts, which begin with progress_begin. An interrupt ends the
 * program at once: a partial count is of no use. */
#ifndef CLI_COUNTING_H
#define CLI_COUNTING_H

#include "dropforge/tile.h"
#include "progress.h"

/* Shows the progress of a count; a df_tile_watch. */
bool counting_watch(void *unused, uint64_t done, uint64_t all, uint64_t states);

/* Ends the progress. Returns -1, or the exit code after a message; a failed standard output is
 * reported at the end of the program. */
int counting_end(df_status status, const df_error *error);

#endif

/* The exact number of tilings of a long board, by its recurrence. */
#ifndef CLI_TILE_LONG_H
#define CLI_TILE_LONG_H

#include "dropforge/tile.h"

/* Sets *number to a(columns) of the recurrence, and the effort to the peak of memory.
 * DF_ERROR_CANCELLED: stopped by the watch of the options. Memory that runs out ends the
 * program (number.h). */
df_status tile_long_count(df_natural *number, const df_tile_recurrence *recurrence,
                          uint64_t columns, const df_tile_options *options,
                          df_tile_effort *effort);

#endif

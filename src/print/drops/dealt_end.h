/* The end of a print with dealt pieces on a wide playfield: the picture has all squares, and
 * what lies above it has to clear to the last row. */
#ifndef DROPFORGE_PRINT_DEALT_END_H
#define DROPFORGE_PRINT_DEALT_END_H

#include "dealt_run.h"

#define DEALT_END_WIDTH                                                                        \
    20 /* from which on ends are searched for: narrower ones are found anyway */
#define DEALT_END_ROWS 3 /* above the picture, at most, when its end begins */

/* Goes on from the end of the path, where a board lacks nothing, with searches that may each
 * clear a fixed number of rows, and fill these from one side. If one of them clears all that
 * lies there, adds its moves to the path and sets `finished`. `options` are those of the search
 * that has led there. DF_ERROR_MEMORY. */
df_status df_dealt_end(dealt_run *self, const drop_search_options *options,
                       drop_search_result *result);

#endif

/* The drop list, dropforge's own plan format; docs/formats.md describes it. */
#ifndef DROPFORGE_DROPS_H
#define DROPFORGE_DROPS_H

#include "dropforge/plan.h"
#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

/* Reads a drop list of `length` bytes and plays it: a drop that cannot be made or does not land
 * at its Y is refused. Of orientations that look alike the first is taken. On success the
 * caller owns *plan. Its piece set is its own if the list defines pieces, and otherwise `set`
 * (borrowed), by the format the tetrominoes. On DF_ERROR_INPUT *error says where the text is
 * wrong and what to do. */
df_status df_drops_read(df_plan **plan, const df_piece_set *set, const char *text,
                        size_t length, df_error *error);

/* Appends the plan to `text`, with its pieces unless each of them is the tetromino of its name;
 * a comment line marks the beginning of each block, and the reader knows it. DF_ERROR_LIMIT,
 * and nothing appended, when a piece is called `field`, `rules`, `piece` or `color`, or when
 * the plan's movement is DF_MOVEMENT_ABOVE; DF_ERROR_MEMORY; else the status of the text. */
df_status df_drops_write(df_text *text, const df_plan *plan);

DF_END_DECLARATIONS

#endif

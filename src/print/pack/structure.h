/* Structures by themselves: pieces that are dropped on an empty floor to be looked at and
 * checked, such as one emitter or one platform. */
#ifndef DROPFORGE_PRINT_STRUCTURE_H
#define DROPFORGE_PRINT_STRUCTURE_H

#include "dropforge/base.h"
#include "dropforge/plan.h"
#include "pack.h"

/* Appends `count` pieces to a plan as a new block, and then the packing unless it is NULL. The
 * rows are settled later. */
df_status df_structure_add(df_plan *plan, const pack_piece *pieces, size_t count,
                           const pack_solution *packing);

/* Finds the rows of a plan's drops, if its height is still 1, and sets its height: to the rows
 * that it needs, or to `height` if that is not 0 and lower and yet every drop can be made.
 * *needed gets the rows, or 0 with DF_ERROR_MOVE if no playfield is tall enough. Otherwise
 * DF_ERROR_MOVE: the drops top out below `height`. */
df_status df_structure_fit(df_plan *plan, unsigned height, unsigned *needed);

/* Plays the plan and draws its first `count` pieces where they land, as letters in order of
 * drop, in `rows` rows from row `base` up, counted as if no row had cleared. */
df_status df_structure_draw(df_text *text, const df_plan *plan, size_t count, unsigned base,
                            unsigned rows);

#endif

/* Structures by themselves: pieces that are dropped on an empty floor to be looked at and
 * checked, such as one emitter or one platform. */
#ifndef DROPFORGE_PRINT_STRUCTURE_H
#define DROPFORGE_PRINT_STRUCTURE_H

#include "dropforge/plan.h"
#include "dropforge/text.h"
#include "print/pack.h"

/* Appends `count` pieces to a plan; their rows are settled later. */
df_status df_structure_add(df_plan *plan, const pack_piece *pieces, size_t count,
                           bool begins_block);

/* Plays the plan and draws where its first `count` pieces come to rest, as letters in order
 * of drop, in `rows` rows from row `base` up, counted as if no row had cleared. */
df_status df_structure_draw(df_text *text, const df_plan *plan, size_t count, unsigned base,
                            unsigned rows);

#endif

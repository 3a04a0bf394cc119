/* The places at rest of a piece, by rows. */
#pragma once

#include "dropforge/board.h"

/* Does what df_moves_find does, but ends as soon as it knows the places at rest. */
void df_moves_find_resting(df_moves *moves, const df_mover *mover, const uint64_t *rows,
                           unsigned count, int x, int y);

/* Returns how many places at rest there are; no two have the same squares. */
size_t df_moves_count(const df_moves *moves);

/* Returns the places in which the piece can be at rest: it gets there, and is blocked one row
 * lower. Bit x stands for the corner in (x, y). Orientations that look alike are counted once,
 * for the first of them; the others give 0. */
uint64_t df_moves_resting(const df_moves *moves, unsigned orientation, unsigned y);

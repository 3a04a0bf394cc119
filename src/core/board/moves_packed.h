/* The flood of moves.h on boards that fit into a few words. */
#pragma once

#include "mover_types.h"

/* Makes mover->packed; pitch 0 there means that the piece is not for this flood. Everything
 * else in *mover must have been made. */
void df_packed_make(df_mover *mover);

/* Finds places as df_moves_find_resting does; the highest of `top` rows has squares. Finds all
 * places at rest; `whole` asks for all places that can be reached. False, and nothing done, if
 * the board is too high or the piece too large. */
bool df_packed_find(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                    unsigned top, int x, int y, bool whole);

/* Returns the same as df_moves_resting. */
uint64_t df_packed_resting(const df_moves_packed *packed, const df_mover *mover,
                           unsigned orientation, unsigned y);

/* Returns the columns of row y that the corner of the piece reaches. y < packed->rows. */
uint64_t df_packed_reached(const df_moves_packed *packed, const df_mover *mover,
                           unsigned orientation, unsigned y);

/* Goes to the next place as df_moves_next does. */
bool df_packed_next(const df_moves_packed *packed, const df_mover *mover, df_place *place);

/* Returns the same as df_moves_count. */
size_t df_packed_count(const df_moves_packed *packed, const df_mover *mover);

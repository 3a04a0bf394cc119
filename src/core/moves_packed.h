/* The flood of moves.h on boards that fit into a few words. */
#ifndef DROPFORGE_CORE_MOVES_PACKED_H
#define DROPFORGE_CORE_MOVES_PACKED_H

#include "dropforge/moves.h"

/* Makes mover->packed; pitch 0 there means that the piece is not for this flood. Everything
 * else in *mover must have been made. */
void df_packed_make(df_mover *mover);

/* As df_moves_find, where the highest of `top` rows has squares. Finds all places at rest;
 * `whole` asks for all places that can be reached. False, and nothing done, when the board is
 * too high for it or the piece not made for it. */
bool df_packed_find(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                    unsigned top, int x, int y, bool whole);

/* As df_moves_resting. */
uint64_t df_packed_resting(const df_moves_packed *packed, const df_mover *mover,
                           unsigned orientation, unsigned y);

/* Bit x: the piece is reached with its corner in (x, y). y < packed->rows. */
uint64_t df_packed_reached(const df_moves_packed *packed, const df_mover *mover,
                           unsigned orientation, unsigned y);

/* As df_moves_next. */
bool df_packed_next(const df_moves_packed *packed, const df_mover *mover, df_place *place);

/* As df_moves_count. */
size_t df_packed_count(const df_moves_packed *packed, const df_mover *mover);

#endif

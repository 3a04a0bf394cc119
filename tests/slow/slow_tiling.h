/* Tilings found in the plainest way: every piece tried on every first free square. */
#pragma once

#include "dropforge/tile.h"

#define SLOW_MAX_TILINGS 3000
#define SLOW_MAX_SQUARES 36

typedef struct slow_tiling {
    size_t count;
    df_drop pieces[SLOW_MAX_SQUARES];
} slow_tiling;

/* All tilings in their order; returns their number, SLOW_MAX_TILINGS + 1 if there are more.
 * With `once`, of the pieces with the same number in `kinds` one at most. */
size_t slow_tilings(slow_tiling tilings[SLOW_MAX_TILINGS], const df_piece_set *set,
                    unsigned width, unsigned height, bool once, const uint16_t *kinds);

/* In how many orders the pieces can be dropped one by one into a playfield where no row
 * clears, each coming to rest where the tiling has it; by trying. */
uint64_t slow_orders(const slow_tiling *tiling, const df_piece_set *set, unsigned width,
                     unsigned height);

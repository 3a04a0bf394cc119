/* The bags by which NullpoMino deals. */
#pragma once

#include "core/base/java_random.h"
#include "dropforge/board.h"

/* The game's own order of the pieces, in which the first bag is before it is shuffled. */
static const uint8_t nullpomino_order[DF_TETROMINOES] = {DF_I, DF_L, DF_O, DF_Z,
                                                         DF_T, DF_J, DF_S};

/* Shuffles a bag in the order in which it was: from the last piece down, each changes places
 * with one of those up to itself. The first bag of a game is shuffled until it does not begin
 * with S, Z or O. */
static inline void nullpomino_bag_shuffle(uint64_t *state, uint8_t bag[DF_TETROMINOES],
                                          bool is_first)
{
    do {
        for (uint32_t i = DF_TETROMINOES; i > 1; i--) {
            const uint32_t j = java_random_below(state, i);
            const uint8_t piece = bag[i - 1];
            bag[i - 1] = bag[j];
            bag[j] = piece;
        }
    } while (is_first && (bag[0] == DF_O || bag[0] == DF_S || bag[0] == DF_Z));
}

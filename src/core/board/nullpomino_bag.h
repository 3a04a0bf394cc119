/* The bags by which NullpoMino deals, and the generator of java.util.Random that shuffles them.
 */
#pragma once

#include "dropforge/board.h"

#define JAVA_FACTOR UINT64_C(0x5DEECE66D)
#define JAVA_MASK ((UINT64_C(1) << 48) - 1)

/* Returns the state that a seed begins with. */
static inline uint64_t java_random_begin(uint64_t seed)
{
    return (seed ^ JAVA_FACTOR) & JAVA_MASK;
}

/* Returns a number below n, which is at least 1. */
static inline uint32_t java_random_below(uint64_t *state, uint32_t n)
{
    const uint32_t max = INT32_MAX;
    uint32_t bits;
    do {
        *state = (*state * JAVA_FACTOR + 0xB) & JAVA_MASK;
        bits = (uint32_t)(*state >> 17);
        if ((n & (n - 1)) == 0)
            return (uint32_t)((uint64_t)n * bits >> 31);
    } while (bits - bits % n > max - (n - 1));
    return bits % n;
}

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

/* The generator of java.util.Random, by which some games deal their pieces. */
#pragma once

#include "dropforge/base.h"

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

/* Shuffles a bag of the seven tetrominoes as the game NullpoMino does, in the order in which it
 * was: from the last one down, each changes places with one of those up to itself. The first
 * bag of a game is shuffled until it does not begin with S, Z or O. */
static inline void java_bag_shuffle(uint64_t *state, uint8_t bag[7], bool is_first)
{
    const uint8_t o = 1, s = 3, z = 4; /* DF_O, DF_S, DF_Z */
    do {
        for (uint32_t i = 7; i > 1; i--) {
            const uint32_t j = java_random_below(state, i);
            const uint8_t piece = bag[i - 1];
            bag[i - 1] = bag[j];
            bag[j] = piece;
        }
    } while (is_first && (bag[0] == o || bag[0] == s || bag[0] == z));
}

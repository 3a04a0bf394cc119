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

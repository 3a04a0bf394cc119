/* Small helpers on words as sets: of columns, of squares. */
#pragma once

#include <stdint.h>

/* Returns the number of set bits, by sums of two, four and eight bits side by side; a
 * multiplication adds up the last ones (Knuth, The Art of Computer Programming, 7.1.3). */
static inline unsigned bits_count(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* Returns the index of the lowest bit; bits != 0. */
static inline unsigned bits_lowest(uint64_t bits)
{
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(bits);
#else
    return bits_count((bits & (0 - bits)) - 1);
#endif
}

/* Returns the index of the highest bit; bits != 0. */
static inline unsigned bits_highest(uint64_t bits)
{
#ifdef __GNUC__
    return 63u - (unsigned)__builtin_clzll(bits);
#else
    unsigned highest = 0;
    while (bits >>= 1)
        highest++;
    return highest;
#endif
}

/* Returns the bits x … x + width - 1. width > 0. */
static inline uint64_t bits_span(unsigned x, unsigned width)
{
    return UINT64_MAX >> (64 - width) << x;
}

/* Returns the lowest `count` bits, 0 to 64. */
static inline uint64_t bits_low(unsigned count)
{
    return count == 0 ? 0 : UINT64_MAX >> (64 - count);
}

static inline unsigned unsigned_min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static inline unsigned unsigned_max(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

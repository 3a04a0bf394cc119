/* Small helpers on sets of columns. */
#ifndef DROPFORGE_PRINT_BITS_H
#define DROPFORGE_PRINT_BITS_H

#include <stdint.h>

static inline unsigned bits_count(uint64_t bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* The index of the lowest bit: a multiplication moves it to a place that tells which
 * (Leiserson, Prokop and Randall 1998). bits != 0. */
static inline unsigned bits_lowest(uint64_t bits)
{
    static const uint8_t index[64] = {
        0,  1,  48, 2,  57, 49, 28, 3,  61, 58, 50, 42, 38, 29, 17, 4,  62, 55, 59, 36, 53, 51,
        43, 22, 45, 39, 33, 30, 24, 18, 12, 5,  63, 47, 56, 27, 60, 41, 37, 16, 54, 35, 52, 21,
        44, 32, 23, 11, 46, 26, 40, 15, 34, 20, 31, 10, 25, 14, 19, 9,  13, 8,  7,  6};
    return index[(bits & (0 - bits)) * UINT64_C(0x03f79d71b4cb0a89) >> 58];
}

/* The columns x … x + width - 1. width > 0. */
static inline uint64_t bits_span(unsigned x, unsigned width)
{
    return UINT64_MAX >> (64 - width) << x;
}

#endif

/* The common divisor of the piece sizes, which divides every board that they fill. */
#pragma once

#include "dropforge/board.h"

static inline unsigned common_divisor(unsigned a, unsigned b)
{
    while (b != 0) {
        const unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Returns the greatest common divisor of the sizes of the pieces. */
static inline unsigned divisor_of_sizes(const df_piece_set *set)
{
    unsigned divisor = 0;
    for (size_t i = 0; i < set->count; i++)
        divisor = common_divisor(divisor, set->pieces[i].size);
    return divisor;
}

/* True if it divides the squares of a rectangle. Otherwise nothing fills the rectangle. */
static inline bool sizes_divide(const df_piece_set *set, uint64_t width, uint64_t height)
{
    const unsigned divisor = divisor_of_sizes(set);
    return divisor == 0 || (width % divisor) * (height % divisor) % divisor == 0;
}

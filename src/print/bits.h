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

/* The columns x … x + width - 1. width > 0. */
static inline uint64_t bits_span(unsigned x, unsigned width)
{
    return UINT64_MAX >> (64 - width) << x;
}

#endif

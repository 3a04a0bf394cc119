/* Numbers of a fixed count of words, the lowest first: counts of which there are millions. */
#ifndef DROPFORGE_TILE_TILING_WORDS_H
#define DROPFORGE_TILE_TILING_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tile/number.h"

/* *to += *more; whether it fits. */
static inline bool words_add(uint64_t *to, const uint64_t *more, size_t words)
{
    return number_add(to, more, words) == 0;
}

/* *from -= *less, which is not more. */
static inline void words_subtract(uint64_t *from, const uint64_t *less, size_t words)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < words; i++) {
        const uint64_t part = from[i] - less[i];
        const uint64_t next = (from[i] < less[i]) | (part < borrow);
        from[i] = part - borrow;
        borrow = next;
    }
}

/* Whether a < b. */
static inline bool words_less(const uint64_t *a, const uint64_t *b, size_t words)
{
    for (size_t i = words; i-- > 0;) {
        if (a[i] != b[i])
            return a[i] < b[i];
    }
    return false;
}

#endif

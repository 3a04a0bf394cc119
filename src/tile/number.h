/* Numbers of a fixed count of words, the lowest first. */
#ifndef DROPFORGE_TILE_NUMBER_H
#define DROPFORGE_TILE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* Adds to a number; answers what does not fit, 0 or 1. */
static inline uint64_t number_add(uint64_t *number, const uint64_t *other, size_t words)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < words; i++) {
        const uint64_t sum = number[i] + carry;
        carry = sum < carry;
        number[i] = sum + other[i];
        carry += number[i] < sum;
    }
    return carry;
}

#endif

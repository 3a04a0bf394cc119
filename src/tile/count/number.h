/* Numbers of a fixed count of words, the lowest word first. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Adds to a number; returns the carry, 0 or 1. */
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

/* Subtracts *less, which is at most *from. */
static inline void number_subtract(uint64_t *from, const uint64_t *less, size_t words)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < words; i++) {
        const uint64_t part = from[i] - less[i];
        const uint64_t next = (from[i] < less[i]) | (part < borrow);
        from[i] = part - borrow;
        borrow = next;
    }
}

static inline bool number_is_less(const uint64_t *a, const uint64_t *b, size_t words)
{
    for (size_t i = words; i-- > 0;) {
        if (a[i] != b[i])
            return a[i] < b[i];
    }
    return false;
}

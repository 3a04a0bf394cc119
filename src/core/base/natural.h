/* The arithmetic of natural numbers that only the library needs. */
#pragma once

#include "dropforge/base.h"

/* Sets *number = words[0] + words[1] · 2^64 + …; high words may be 0. */
df_status df_natural_set(df_natural *number, const uint64_t *words, size_t count);

/* Sets *difference = a - b. DF_ERROR_ARGUMENT when a < b. */
df_status df_natural_subtract(df_natural *difference, const df_natural *a, const df_natural *b);

/* Sets *sum = a + b. */
static inline df_status df_natural_add(df_natural *sum, const df_natural *a,
                                       const df_natural *b)
{
    return df_natural_multiply_add(sum, a, 1, b);
}

/* Sets *product = a · factor. */
static inline df_status df_natural_multiply_small(df_natural *product, const df_natural *a,
                                                  uint64_t factor)
{
    return df_natural_multiply_add(product, a, factor, &(df_natural){0});
}

/* Sets *product = a · b. */
df_status df_natural_multiply(df_natural *product, const df_natural *a, const df_natural *b);

/* Sets *quotient = a / divisor rounded down, and *remainder (may be NULL). Divisor 0 is
 * DF_ERROR_ARGUMENT. */
df_status df_natural_divide_small(df_natural *quotient, const df_natural *a, uint64_t divisor,
                                  uint64_t *remainder);

/* Returns a number below 0, 0 or above 0 as a is less than, equal to or more than b. */
int df_natural_compare(const df_natural *a, const df_natural *b);

/* The arithmetic of natural numbers that only the library needs. */
#pragma once

#include "dropforge/base.h"

/* Sets *product = a · b. */
df_status df_natural_multiply(df_natural *product, const df_natural *a, const df_natural *b);

/* Sets *quotient = a / divisor rounded down, and *remainder (may be NULL). Divisor 0 is
 * DF_ERROR_ARGUMENT. */
df_status df_natural_divide_small(df_natural *quotient, const df_natural *a, uint64_t divisor,
                                  uint64_t *remainder);

/* Returns a number below 0, 0 or above 0 as a is less than, equal to or more than b. */
int df_natural_compare(const df_natural *a, const df_natural *b);

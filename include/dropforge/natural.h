/* Exact natural numbers of any size, with the arithmetic that counting needs. */
#ifndef DROPFORGE_NATURAL_H
#define DROPFORGE_NATURAL_H

#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"
#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

/* A number of `count` words, the lowest first; the highest word is not 0. {0} is the number 0.
 * The fields may be read; only the functions below write them. Whoever holds a number frees it
 * with df_natural_free.
 * Every function that writes a number replaces the value it had, which must be a number ({0}
 * will do). It may be the same object as one of the others. DF_ERROR_MEMORY leaves all numbers
 * as they were. */
typedef struct df_natural {
    size_t count;
    uint64_t *words;
} df_natural;

/* Sets *number = words[0] + words[1] · 2^64 + …; high words may be 0. */
df_status df_natural_set(df_natural *number, const uint64_t *words, size_t count);

/* Sets *number = other. */
df_status df_natural_copy(df_natural *number, const df_natural *other);

/* Sets *sum = a + b. */
df_status df_natural_add(df_natural *sum, const df_natural *a, const df_natural *b);

/* Sets *difference = a - b. DF_ERROR_ARGUMENT when a < b. */
df_status df_natural_subtract(df_natural *difference, const df_natural *a, const df_natural *b);

/* Sets *product = a · b. */
df_status df_natural_multiply(df_natural *product, const df_natural *a, const df_natural *b);

/* Sets *product = a · factor. */
df_status df_natural_multiply_small(df_natural *product, const df_natural *a, uint64_t factor);

/* Sets *quotient = a / divisor rounded down, and *remainder (may be NULL). Divisor 0 is
 * DF_ERROR_ARGUMENT. */
df_status df_natural_divide_small(df_natural *quotient, const df_natural *a, uint64_t divisor,
                                  uint64_t *remainder);

/* Returns a modulo `divisor`, which is not 0. */
uint64_t df_natural_modulo_small(const df_natural *a, uint64_t divisor);

/* Returns a number below 0, 0 or above 0 as a is less than, equal to or more than b. */
int df_natural_compare(const df_natural *a, const df_natural *b);

/* Appends the number in decimal digits. Errors are in text->status. A number of n words takes
 * n² / 2 divisions of a word, a second for some hundred thousand digits. */
void df_natural_write(df_text *text, const df_natural *number);

/* Frees what the number holds and makes it 0; NULL is allowed. */
void df_natural_free(df_natural *number);

DF_END_DECLARATIONS

#endif

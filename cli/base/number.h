/* Decimal text of numbers of any size. If memory runs out here, the program ends with a
 * message: the arithmetic library cannot go on without it. */
#pragma once

#include <gmp.h>

#include "dropforge/base.h"

/* Bounds the memory of the arithmetic, in bytes, until number_end; 0: no bound. Needing more
 * ends the program with a message. number_end returns the maximum in use at a time. */
void number_begin(uint64_t limit);
uint64_t number_end(void);

/* Allocate and release blocks of this memory. */
void *number_allocate(size_t size);
void number_release(void *memory, size_t size);

/* Convert a number for the arithmetic library, and back if it is not negative. */
void number_import(mpz_t value, const df_natural *number);
df_status number_export(df_natural *number, const mpz_t value);

/* Returns the decimal digits of a number, for the caller to free. */
char *number_text(const df_natural *number);

/* Returns the digits of a number's size, with a sign if it is negative. */
char *number_signed_text(const df_natural *size, bool is_negative);

/* Reads decimal digits. DF_ERROR_INPUT if there is anything else, or nothing. */
df_status number_read(df_natural *number, const char *text);

/* Writes the digits to standard output. */
void number_put(const df_natural *number);

/* Decimal text of numbers of any size. Memory that runs out here ends the program with a
 * message: the arithmetic library cannot go on without it. */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

#include <gmp.h>
#include <stdbool.h>

#include "dropforge/natural.h"

/* Bounds what the arithmetic may hold until number_end, in bytes; 0: without a bound. More ends
 * the program with a message. number_end answers the most bytes held at a time. */
void number_begin(uint64_t limit);
uint64_t number_end(void);

/* Blocks from and for the same. */
void *number_allocate(size_t size);
void number_release(void *memory, size_t size);

/* From a number to the arithmetic library, and back, for what is not below 0. */
void number_import(mpz_t value, const df_natural *number);
df_status number_export(df_natural *number, const mpz_t value);

/* The decimal digits of a number, for the caller to free. */
char *number_text(const df_natural *number);

/* The same with a sign if it is below 0. */
char *number_signed_text(const df_natural *size, bool is_negative);

/* Reads decimal digits. DF_ERROR_INPUT when there is anything else, or nothing. */
df_status number_read(df_natural *number, const char *text);

/* Writes the digits to standard output. */
void number_put(const df_natural *number);

#endif

/* Decimal text of numbers of any size. Memory that runs out here ends the program with a
 * message: the arithmetic library cannot go on without it. */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

#include <stdbool.h>

#include "dropforge/natural.h"

/* The decimal digits of a number, for the caller to free. */
char *number_text(const df_natural *number);

/* Reads decimal digits. DF_ERROR_INPUT when there is anything else, or nothing. */
df_status number_read(df_natural *number, const char *text);

/* Writes the digits to standard output. */
void number_put(const df_natural *number);

#endif

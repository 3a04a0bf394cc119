/* Whole numbers in options, arguments and files of the program. */
#ifndef CLI_DIGITS_H
#define CLI_DIGITS_H

#include <stdint.h>

/* Reads the decimal digits that a text begins with. Returns where they end; NULL if there are
 * none, or the number is above `max`. */
const char *digits_read(const char *text, uint64_t max, uint64_t *number);

#endif

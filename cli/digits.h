/* Whole numbers in options, arguments and files of the program. */
#ifndef CLI_DIGITS_H
#define CLI_DIGITS_H

#include <stdint.h>

/* Reads the decimal digits that a text begins with. Answers where they end; NULL when there are
 * none, or they make more than `most`. */
const char *digits_read(const char *text, uint64_t most, uint64_t *number);

#endif

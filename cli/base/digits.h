/* Whole numbers in options, arguments and files of the program. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the decimal digits that a text begins with. Returns where they end; NULL if there are
 * none, or the number is above `max`. */
static inline const char *digits_read(const char *text, uint64_t max, uint64_t *number)
{
    const char *at = text;
    uint64_t value = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        const unsigned digit = (unsigned)(*at - '0');
        if (digit > max || value > (max - digit) / 10)
            return NULL;
        value = value * 10 + digit;
    }
    if (at == text)
        return NULL;
    *number = value;
    return at;
}

/* Reads a text that is nothing but such a number; false if it is something else. */
static inline bool digits_read_all(const char *text, uint64_t max, uint64_t *number)
{
    const char *end = digits_read(text, max, number);
    return end != NULL && *end == '\0';
}

/* Numbers as digits. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The digits of UINT64_MAX. */
#define DECIMAL_MAX_DIGITS 20

/* Writes the last `length` decimal digits of a number, zeros in front. */
static inline void decimal_fill(char *digits, size_t length, uint64_t number)
{
    for (size_t i = length; i-- > 0; number /= 10)
        digits[i] = (char)('0' + number % 10);
}

/* Writes at most DECIMAL_MAX_DIGITS decimal digits, without a NUL; returns how many. */
static inline size_t decimal_write(char *digits, uint64_t number)
{
    size_t length = 1;
    for (uint64_t rest = number; rest >= 10; rest /= 10)
        length++;
    decimal_fill(digits, length, number);
    return length;
}

/* Returns the hexadecimal digit of a number below 16. */
static inline char hex_digit_lower(uint64_t value)
{
    return "0123456789abcdef"[value];
}

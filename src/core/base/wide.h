/* Products of two 64-bit words and division by one, for which C11 has no type. */
#pragma once

#include <stdint.h>

/* Returns the low word of a · b + c + d, which always fits in two; *high is the high one. */
static inline uint64_t wide_multiply_add(uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                                         uint64_t *high)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    const wide sum = (wide)a * b + c + d;
    *high = (uint64_t)(sum >> 64);
    return (uint64_t)sum;
#else
    const uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    const uint64_t low = a0 * b0;
    const uint64_t middle = a1 * b0 + (low >> 32);
    const uint64_t other = a0 * b1 + (middle & UINT32_MAX);
    uint64_t top = a1 * b1 + (middle >> 32) + (other >> 32);
    uint64_t bottom = other << 32 | (low & UINT32_MAX);
    bottom += c;
    top += bottom < c;
    bottom += d;
    top += bottom < d;
    *high = top;
    return bottom;
#endif
}

/* Returns (high · 2^64 + low) / divisor, where high < divisor; *remainder is what is left.
 * Knuth's algorithm D with two digits of 32 bits: the compiler's own division of two words is a
 * call of a function that not every system has. */
static inline uint64_t wide_divide(uint64_t high, uint64_t low, uint64_t divisor,
                                   uint64_t *remainder)
{
    unsigned shift = 0;
    while ((divisor << shift) >> 63 == 0)
        shift++;
    divisor <<= shift;
    if (shift != 0)
        high = high << shift | low >> (64 - shift);
    low <<= shift;
    const uint64_t d1 = divisor >> 32, d0 = divisor & UINT32_MAX;
    uint64_t quotient = 0;
    for (int i = 0; i < 2; i++) {
        const uint64_t next = i == 0 ? low >> 32 : low & UINT32_MAX;
        uint64_t digit = high / d1, rest = high % d1;
        while (digit > UINT32_MAX || digit * d0 > (rest << 32 | next)) {
            digit--;
            rest += d1;
            if (rest > UINT32_MAX)
                break;
        }
        high = (high << 32 | next) - digit * divisor;
        quotient = quotient << 32 | digit;
    }
    *remainder = high >> shift;
    return quotient;
}

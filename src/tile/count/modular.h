/* Numbers modulo a word. Products are reduced with a reciprocal that is computed once: Niels
 * Möller and Torbjörn Granlund, "Improved division by invariant integers", IEEE Transactions on
 * Computers 60 (2011), algorithm 4. That works for every modulus, even or odd. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/base/wide.h"

typedef struct modulus {
    uint64_t value;
    uint64_t scaled;  /* value · 2^shift, with its highest bit set */
    uint64_t inverse; /* (2^128 - 1) / scaled - 2^64, rounded down */
    unsigned shift;
} modulus;

/* `value` is not 0. */
static inline modulus modulus_of(uint64_t value)
{
    modulus m = {.value = value, .scaled = value};
    for (; m.scaled >> 63 == 0; m.shift++)
        m.scaled <<= 1;
    uint64_t rest;
    m.inverse = wide_divide(~m.scaled, UINT64_MAX, m.scaled, &rest);
    return m;
}

/* (high · 2^64 + low) modulo m; high < m->value. */
static inline uint64_t modulus_reduce(const modulus *m, uint64_t high, uint64_t low)
{
    if (m->shift != 0)
        high = high << m->shift | low >> (64 - m->shift);
    low <<= m->shift;
    uint64_t quotient;
    const uint64_t fraction = wide_multiply_add(m->inverse, high, low, 0, &quotient);
    quotient += high + 1;
    uint64_t rest = low - quotient * m->scaled;
    if (rest > fraction)
        rest += m->scaled;
    if (rest >= m->scaled)
        rest -= m->scaled;
    return rest >> m->shift;
}

/* The numbers below are less than m->value, and so are the results. */
static inline uint64_t modulus_add(const modulus *m, uint64_t a, uint64_t b)
{
    return a >= m->value - b ? a - (m->value - b) : a + b;
}

static inline uint64_t modulus_negate(const modulus *m, uint64_t a)
{
    return a == 0 ? 0 : m->value - a;
}

static inline uint64_t modulus_multiply(const modulus *m, uint64_t a, uint64_t b)
{
    uint64_t high;
    const uint64_t low = wide_multiply_add(a, b, 0, 0, &high);
    return modulus_reduce(m, high, low);
}

/* A sum of products of numbers below the modulus, reduced only once. */
typedef struct modular_sum {
    uint64_t low, middle, high;
} modular_sum;

static inline void modular_sum_add(modular_sum *sum, uint64_t a, uint64_t b)
{
    uint64_t carry;
    sum->low = wide_multiply_add(a, b, sum->low, 0, &carry);
    sum->middle += carry;
    sum->high += sum->middle < carry;
}

static inline uint64_t modular_sum_reduce(const modulus *m, const modular_sum *sum)
{
    const uint64_t high = modulus_reduce(m, 0, sum->high);
    return modulus_reduce(m, modulus_reduce(m, high, sum->middle), sum->low);
}

/* words[0] + words[1] · 2^64 + … modulo m. */
static inline uint64_t modulus_of_words(const modulus *m, const uint64_t *words, size_t count)
{
    uint64_t rest = 0;
    while (count-- > 0)
        rest = modulus_reduce(m, rest, words[count]);
    return rest;
}

/* base^exponent */
uint64_t df_tile_modular_power(const modulus *m, uint64_t base, uint64_t exponent);

/* Miller and Rabin's test with bases that leave no doubt below 2^64. */
bool df_tile_is_prime(uint64_t n);

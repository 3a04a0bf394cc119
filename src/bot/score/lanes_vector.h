/* Vectors of LANES whole numbers, written with the operators that gcc and clang have for them. A
 * file defines LANES and KERNEL, includes this header, defines v_count and v_sum, and includes
 * lanes_kernel.h. */
#ifndef DROPFORGE_BOT_LANES_VECTOR_H
#define DROPFORGE_BOT_LANES_VECTOR_H

#include <string.h>

#include "lanes_inside.h"

typedef uint16_t vec __attribute__((vector_size(2 * LANES)));
typedef int32_t wide_vec __attribute__((vector_size(4 * LANES)));
typedef double reals __attribute__((vector_size(8 * LANES)));

KERNEL vec v_set(uint32_t a)
{
    return (vec){0} + (uint16_t)a;
}

KERNEL vec v_load(const uint16_t *from)
{
    vec loaded;
    memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

KERNEL vec v_some(vec a)
{
    return (vec)(a != 0);
}

KERNEL void v_weigh(reals *sum, double factor, vec a)
{
    *sum += factor * __builtin_convertvector(__builtin_convertvector(a, wide_vec), reals);
}

KERNEL void v_store(double *to, reals a)
{
    memcpy(to, &a, sizeof a);
}

#endif

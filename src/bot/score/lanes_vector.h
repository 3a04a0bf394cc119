/* Vectors of LANES whole numbers, written with the operators that gcc and clang have for them.
 * A file defines LANES and KERNEL, includes this header, defines the rest of what
 * lanes_kernel.h needs, and includes that. */
#pragma once

#include <string.h>

#include "lanes_inside.h"

typedef uint16_t vec __attribute__((vector_size(2 * LANES)));

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

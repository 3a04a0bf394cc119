/* Vectors of LANES whole numbers, written with the operators of C, which gcc and clang have for
 * them. A file defines LANES and MACHINE, includes this header, defines what operators cannot
 * do (lanes_avx2.c, lanes_avx512.c), and includes lanes_kernel.h. Each file has its own static
 * copy of everything, so the same names in both of them are meant: the kernel is compiled once
 * for each width.
 *
 *   v_max, v_min            of signed numbers
 *   v_left, v_right         shifts, each lane by its own number; 0 for 32 and more
 *   v_count       the number of bits
 *   v_height      one above the highest bit
 *   v_look        the entry of a table at each lane's index
 *   v_test        the mask of lanes that are not 0; v_above: of a > b, signed
 *   v_keep        a, or 0 where the other is 0
 *   v_nibbles     the entry at each byte, which is below 16
 *   v_max_bytes   byte by byte; v_sum_bytes: the sum of the four bytes of each lane
 *   v_totals      the sums of all lanes of four vectors; v_union: all bits of all lanes
 *   r_add         adds factor * whole numbers
 *   r_put         stores; LANES_NOTHING where the mask says so
 *   r_max, r_equal (a mask); r_max_all: the greatest in all places
 *   lanes_list_columns  the columns of a board */
#ifndef DROPFORGE_BOT_LANES_VECTOR_H
#define DROPFORGE_BOT_LANES_VECTOR_H

#include <string.h>

#include "lanes_inside.h"

#define KERNEL ALWAYS_INLINE __attribute__((MACHINE))

typedef uint32_t vec __attribute__((vector_size(4 * LANES)));
typedef int32_t signed_vec __attribute__((vector_size(4 * LANES)));
typedef uint8_t byte_vec __attribute__((vector_size(4 * LANES)));
typedef long long machine_vec __attribute__((vector_size(4 * LANES)));
typedef double half_reals __attribute__((vector_size(4 * LANES)));

/* LANES_MAX whole numbers. */
typedef struct table {
    vec part[LANES_MAX / LANES];
} table;

/* As many doubles as a vector has lanes. */
typedef struct reals {
    half_reals low, high;
} reals;

/* Defines a function of two vectors by an instruction. */
#define V_FUNCTION(name, instruction)                                                          \
    KERNEL vec name(vec a, vec b)                                                              \
    {                                                                                          \
        return (vec)instruction((machine_vec)a, (machine_vec)b);                               \
    }

KERNEL vec v_set(uint32_t a)
{
    return (vec){0} + a;
}

KERNEL vec v_load(const int32_t *from)
{
    vec loaded;
    memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

KERNEL void v_put(int32_t *to, vec a)
{
    memcpy(to, &a, sizeof a);
}

/* Returns half of each signed number, rounded down. */
KERNEL vec v_halve(vec a)
{
    return (vec)((signed_vec)a >> 1);
}

KERNEL vec v_add_bytes(vec a, vec b)
{
    return (vec)((byte_vec)a + (byte_vec)b);
}

KERNEL table t_load(const uint32_t *from)
{
    table loaded;
    memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

KERNEL reals r_load(const double *from)
{
    reals loaded;
    memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

#endif

/* The kernel for every machine with vectors of 128 bits. */
#include <string.h>

#include "core/base/always_inline.h"
#include "lanes_inside.h"

#if LANES_HAS_VECTOR

#define MACHINE
#define KERNEL ALWAYS_INLINE
#define COLUMNS 8

typedef double reals[LANES];

KERNEL vec v_count(vec a)
{
    a -= a >> 1 & 0x5555;
    a = (a & 0x3333) + (a >> 2 & 0x3333);
    return (a + (a >> 4)) & 0x0f0f;
}

KERNEL void v_weigh(reals sum, double factor, vec a)
{
    UNROLL
    for (unsigned i = 0; i < LANES; i++)
        sum[i] += factor * (double)(int32_t)a[i];
}

KERNEL void v_store(double *to, const reals a)
{
    memcpy(to, a, sizeof(reals));
}

#include "lanes_choose.h"

size_t df_lanes_list_vectors(const lanes *l, const board *b, unsigned piece, scored *list)
{
    return lanes_list(l, b, piece, list);
}

size_t df_lanes_choose_vectors(const lanes *l, const board *b, unsigned piece, scored *best)
{
    return lanes_choose(l, b, piece, best);
}

#endif

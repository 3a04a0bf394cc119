/* Eight drops at once, in vectors of 128 bits. */
#include "lanes_inside.h"

#if LANES_HAS_VECTOR

#define LANES 8
#define KERNEL ALWAYS_INLINE

#include "lanes_vector.h"

typedef double reals[LANES];

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

KERNEL vec v_count(vec a)
{
    a -= a >> 1 & 0x5555;
    a = (a & 0x3333) + (a >> 2 & 0x3333);
    return (a + (a >> 4)) & 0x0f0f;
}

KERNEL vec v_sum(vec a)
{
    return (a & 0xff) + (a >> 8);
}

#include "lanes_kernel.h"

void df_lanes_weigh_vectors(const lanes *l, const board *b, const lanes_piece *piece,
                            lanes_result *result)
{
    lanes_weigh_piece(l, b, piece, result);
}

#endif

/* Four drops at once, in words of 64 bits. */
#include "lanes_inside.h"

#define LANES 4
#define KERNEL ALWAYS_INLINE

#define EACH UINT64_C(0x0001000100010001)

typedef uint64_t vec;
typedef double reals[LANES];

KERNEL vec v_set(uint32_t a)
{
    return (a & 0xffff) * EACH;
}

KERNEL vec v_load(const uint16_t *from)
{
    return from[0] | (vec)from[1] << 16 | (vec)from[2] << 32 | (vec)from[3] << 48;
}

KERNEL vec v_some(vec a)
{
    const vec high = v_set(0x8000), some = (((a & ~high) + ~high) | a) & high;
    return some | (some - (some >> 15));
}

KERNEL vec v_count(vec a)
{
    a -= a >> 1 & v_set(0x5555);
    a = (a & v_set(0x3333)) + (a >> 2 & v_set(0x3333));
    return (a + (a >> 4)) & v_set(0x0f0f);
}

KERNEL vec v_sum(vec a)
{
    return (a & v_set(0xff)) + (a >> 8 & v_set(0xff));
}

KERNEL void v_weigh(reals sum, double factor, vec a)
{
    UNROLL
    for (unsigned i = 0; i < LANES; i++)
        sum[i] += factor * (double)(int32_t)(a >> 16 * i & 0xffff);
}

KERNEL void v_store(double *to, const reals a)
{
    for (unsigned i = 0; i < LANES; i++)
        to[i] = a[i];
}

#include "lanes_kernel.h"

void df_lanes_weigh_words(const lanes *l, const board *b, const lanes_piece *piece,
                          lanes_result *result)
{
    lanes_weigh_piece(l, b, piece, result);
}

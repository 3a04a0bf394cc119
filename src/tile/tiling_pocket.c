#include "tile/tiling_pocket.h"

#include "core/bits.h"

static uint64_t low_bits(unsigned count)
{
    return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

/* All squares of `free` that are connected with those of `from`. */
static uint64_t flood(uint64_t from, uint64_t free, uint64_t firsts, unsigned across)
{
    const uint64_t lasts = firsts << (across - 1);
    for (;;) {
        const uint64_t more = (from | (from & ~lasts) << 1 | (from & ~firsts) >> 1 |
                               from << across | from >> across) &
                              free;
        if (more == from)
            return from;
        from = more;
    }
}

bool df_tiling_has_bad_pocket(uint64_t taken, unsigned across, unsigned extent,
                              unsigned divisor)
{
    if (extent == 0)
        return false;
    const uint64_t free = ~taken & low_bits(across * extent);
    uint64_t firsts = 0;
    for (unsigned i = 0; i < extent; i++)
        firsts |= UINT64_C(1) << i * across;
    /* The free squares of the last line touch the free line after it. */
    const uint64_t open = free & ~low_bits(across * (extent - 1));
    uint64_t shut = free & ~flood(open, free, firsts, across);
    while (shut != 0) {
        const uint64_t pocket = flood(shut & (0 - shut), shut, firsts, across);
        if (bits_count(pocket) % divisor != 0)
            return true;
        shut &= ~pocket;
    }
    return false;
}

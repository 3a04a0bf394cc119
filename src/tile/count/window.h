/* A window: a set of up to 128 squares that follow a square in the order in which a board is
 * filled. Bit 0 is that square. */
#ifndef DROPFORGE_TILE_WINDOW_H
#define DROPFORGE_TILE_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/bits.h"

/* The first square that is not in a window then always has a bit of its own. */
#define WINDOW_MAX_BITS 126
#define WINDOW_MAX_NARROW_BITS 62

typedef struct window {
    uint64_t low;
    uint64_t high;
} window;

static inline window window_with(window w, unsigned bit)
{
    if (bit < 64)
        w.low |= UINT64_C(1) << bit;
    else
        w.high |= UINT64_C(1) << (bit - 64);
    return w;
}

static inline bool window_has(window w, unsigned bit)
{
    return ((bit < 64 ? w.low >> bit : w.high >> (bit - 64)) & 1) != 0;
}

static inline bool window_meets(window a, window b)
{
    return ((a.low & b.low) | (a.high & b.high)) != 0;
}

static inline window window_join(window a, window b)
{
    return (window){a.low | b.low, a.high | b.high};
}

static inline window window_meet(window a, window b)
{
    return (window){a.low & b.low, a.high & b.high};
}

/* The lowest `bits` bits, at most 127. */
static inline window window_below(unsigned bits)
{
    if (bits >= 64)
        return (window){UINT64_MAX, (UINT64_C(1) << (bits - 64)) - 1};
    return (window){(UINT64_C(1) << bits) - 1, 0};
}

static inline window window_down(window w, unsigned bits)
{
    if (bits >= 64)
        return (window){w.high >> (bits - 64), 0};
    if (bits == 0)
        return w;
    return (window){w.low >> bits | w.high << (64 - bits), w.high >> bits};
}

static inline window window_up(window w, unsigned bits)
{
    if (bits >= 64)
        return (window){0, w.low << (bits - 64)};
    if (bits == 0)
        return w;
    return (window){w.low << bits, w.high << bits | w.low >> (64 - bits)};
}

static inline bool window_is_less(window a, window b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

/* Returns the number of squares from the first one on that are in the window without a gap, at
 * most 127. */
static inline unsigned window_run(window w)
{
    if (w.low != UINT64_MAX)
        return bits_lowest(~w.low);
    return 64 + (w.high == UINT64_MAX ? 63 : bits_lowest(~w.high));
}

#endif

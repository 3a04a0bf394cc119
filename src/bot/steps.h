/* The steps from one column to the next, and what can be put on them. A set of steps, or of
 * pairs of them, has a byte for each kind that tells how often it is there, so sets can be
 * added. */
#ifndef DROPFORGE_BOT_STEPS_H
#define DROPFORGE_BOT_STEPS_H

#include <stdint.h>

/* A column as deep as this below both its neighbours takes no piece but I. */
#define STEPS_DEEP 3

/* Bytes of the steps -2, -1, 0, 1, 2. */
enum { STEP_DOWN_2, STEP_DOWN, STEP_LEVEL, STEP_UP, STEP_UP_2, STEP_KINDS_ALL };

/* Bytes of the pairs of steps that are an underside of a tetromino three squares wide: level is
 * T, J or L, and so on. */
enum { PAIR_LEVEL, PAIR_Z, PAIR_S, PAIR_J, PAIR_L, PAIR_T, PAIR_KINDS_ALL };

static inline uint64_t step_of(int from, int to)
{
    const unsigned step = (unsigned)(to - from + 2);
    return step < STEP_KINDS_ALL ? UINT64_C(1) << (8 * step) : 0;
}

/* The pair of two steps, one after the other, each as step_of has it. */
static inline uint64_t pair_of(uint64_t first, uint64_t second)
{
    enum { LEVEL = 1 << 8 * STEP_LEVEL, DOWN = 1 << 8 * STEP_DOWN, UP = 1 << 8 * STEP_UP };
    const uint64_t level = first & second & LEVEL;
    const uint64_t rising = first << 8 & second & (LEVEL | UP);
    const uint64_t falling = first >> 8 & second & (DOWN | LEVEL);
    const uint64_t valley = first << 16 & second & UP;
    return level >> 16 | rising >> 8 | falling << 16 | valley << 16;
}

/* How often a kind of step or of pair is there. */
static inline int count_kind(uint64_t set, unsigned kind)
{
    return (int)(set >> (8 * kind) & 255);
}

/* How many kinds are there. */
static inline int count_kinds(uint64_t set)
{
    int count = 0;
    for (; set != 0; set >>= 8)
        count += (set & 255) != 0;
    return count;
}

/* How many of O, J, L, S, Z and T fit somewhere without a gap below. */
static inline int count_fits(uint64_t steps, uint64_t pairs)
{
    const int level = count_kind(steps, STEP_LEVEL) != 0;
    const int down = count_kind(steps, STEP_DOWN) != 0, up = count_kind(steps, STEP_UP) != 0;
    return level + (level | (count_kind(steps, STEP_UP_2) != 0)) +
           (level | (count_kind(steps, STEP_DOWN_2) != 0)) +
           (down | (count_kind(pairs, PAIR_S) != 0)) + (up | (count_kind(pairs, PAIR_Z) != 0)) +
           (down | up | (count_kind(pairs, PAIR_LEVEL) != 0));
}

/* Whether a column is deep between these neighbours; walls are INT_MAX / 2 high. */
static inline int is_deep(int left, int own, int right)
{
    return (left < right ? left : right) - own >= STEPS_DEEP;
}

#endif

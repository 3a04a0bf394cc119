/* The steps from one column to the next, and what can be put on them. A set of steps, or of
 * pairs of them, has a byte for each kind that tells how often it is there, so sets can be
 * added. */
#ifndef DROPFORGE_BOT_STEPS_H
#define DROPFORGE_BOT_STEPS_H

#include <stdint.h>

/* A column as deep as this below both its neighbours takes no piece but I. */
#define STEPS_DEEP 3

/* The steps -2, -1, 0, 1, 2: the bytes of these; and all others, which have none. */
enum { STEP_DOWN_2, STEP_DOWN, STEP_LEVEL, STEP_UP, STEP_UP_2, STEP_OTHER, STEP_KINDS_ALL };

/* Bytes of the pairs of steps that are an underside of a tetromino three squares wide: level is
 * T, J or L, and so on. */
enum { PAIR_LEVEL, PAIR_Z, PAIR_S, PAIR_J, PAIR_L, PAIR_T };

/* One of a kind, as a set. */
static const uint64_t step_sets[STEP_KINDS_ALL] = {
    [STEP_DOWN_2] = UINT64_C(1) << 8 * STEP_DOWN_2, [STEP_DOWN] = UINT64_C(1) << 8 * STEP_DOWN,
    [STEP_LEVEL] = UINT64_C(1) << 8 * STEP_LEVEL,   [STEP_UP] = UINT64_C(1) << 8 * STEP_UP,
    [STEP_UP_2] = UINT64_C(1) << 8 * STEP_UP_2,
};

/* Two steps, one after the other. */
static const uint64_t pair_sets[STEP_KINDS_ALL][STEP_KINDS_ALL] = {
    [STEP_LEVEL][STEP_LEVEL] = UINT64_C(1) << 8 * PAIR_LEVEL,
    [STEP_DOWN][STEP_LEVEL] = UINT64_C(1) << 8 * PAIR_Z,
    [STEP_LEVEL][STEP_UP] = UINT64_C(1) << 8 * PAIR_S,
    [STEP_LEVEL][STEP_DOWN] = UINT64_C(1) << 8 * PAIR_J,
    [STEP_UP][STEP_LEVEL] = UINT64_C(1) << 8 * PAIR_L,
    [STEP_DOWN][STEP_UP] = UINT64_C(1) << 8 * PAIR_T,
};

/* The kind of a step of so many rows. */
static inline unsigned step_kind(int rows)
{
    const unsigned kind = (unsigned)(rows + 2);
    return kind < STEP_OTHER ? kind : STEP_OTHER;
}

/* How often a kind of step or of pair is there. */
static inline int count_kind(uint64_t set, unsigned kind)
{
    return (int)(set >> (8 * kind) & 255);
}

/* How many kinds are there; of none are there more than 128. */
static inline int count_kinds(uint64_t set)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    return (int)(((set + 127 * each) >> 7 & each) * each >> 56);
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

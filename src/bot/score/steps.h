/* The steps from one column to the next, and the pieces that fit on them. A set of steps, or of
 * pairs of them, has a byte for each kind with its number, so sets can be added. */
#pragma once

#include <stdint.h>

/* A column as deep as this below both its neighbours takes no piece but I. */
#define STEPS_DEEP 3

/* The largest cost of a pit, for each row of its depth. */
#define STEPS_MAX_PIT 2665

/* The bytes of the steps -2, -1, 0, 1, 2; other steps have none. */
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

/* Returns the kind of a step of that many rows. */
static inline unsigned steps_kind(int rows)
{
    const unsigned kind = (unsigned)(rows + 2);
    return kind < STEP_OTHER ? kind : STEP_OTHER;
}

/* Returns the number of a kind of step or pair. */
static inline int steps_count(uint64_t set, unsigned kind)
{
    return (int)(set >> (8 * kind) & 255);
}

/* Returns the number of kinds in the set; of no kind are there more than 128. */
static inline int steps_count_kinds(uint64_t set)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    return (int)(((set + 127 * each) >> 7 & each) * each >> 56);
}

/* Returns how many of O, J, L, S, Z and T fit somewhere without a gap below. */
static inline int steps_count_fits(uint64_t steps, uint64_t pairs)
{
    const int level = steps_count(steps, STEP_LEVEL) != 0;
    const int down = steps_count(steps, STEP_DOWN) != 0, up = steps_count(steps, STEP_UP) != 0;
    return level + (level | (steps_count(steps, STEP_UP_2) != 0)) +
           (level | (steps_count(steps, STEP_DOWN_2) != 0)) +
           (down | (steps_count(pairs, PAIR_S) != 0)) +
           (up | (steps_count(pairs, PAIR_Z) != 0)) +
           (down | up | (steps_count(pairs, PAIR_LEVEL) != 0));
}

/* Returns how many of O, J, L, S, Z and T fit so in more than one place; J and L upright. */
static inline int steps_count_second_fits(uint64_t steps, uint64_t pairs)
{
    const int level = steps_count(steps, STEP_LEVEL), flat = steps_count(pairs, PAIR_LEVEL);
    const int down = steps_count(steps, STEP_DOWN), up = steps_count(steps, STEP_UP);
    return (level > 1) + (level + steps_count(steps, STEP_UP_2) > 1) +
           (level + steps_count(steps, STEP_DOWN_2) > 1) +
           (down + steps_count(pairs, PAIR_S) > 1) + (up + steps_count(pairs, PAIR_Z) > 1) +
           (down + up + flat > 1);
}

/* Returns the sum over O, J, L, S, Z and T of 2 if the steps of an underside, up or down alike,
 * are in one place, and 3 if they are in more. `peaks` counts a step up followed by one down.
 */
static inline int steps_count_double_fits(uint64_t steps, uint64_t pairs, int peaks)
{
    static const uint8_t rated[] = {0, 2, 3};
    const int level = steps_count(steps, STEP_LEVEL), flat = steps_count(pairs, PAIR_LEVEL);
    const int small = steps_count(steps, STEP_DOWN) + steps_count(steps, STEP_UP);
    const int large = steps_count(steps, STEP_DOWN_2) + steps_count(steps, STEP_UP_2);
    const int right = steps_count(pairs, PAIR_S) + steps_count(pairs, PAIR_J);
    const int left = steps_count(pairs, PAIR_Z) + steps_count(pairs, PAIR_L);
    const int places[] = {level,
                          level + large + flat + right,
                          level + large + flat + left,
                          small + right,
                          small + left,
                          small + flat + steps_count(pairs, PAIR_T) + peaks};
    int sum = 0;
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++)
        sum += rated[places[i] < 2 ? places[i] : 2];
    return sum;
}

/* Returns the cost of a column so far below both its neighbours, by its distance from the
 * nearer wall. docs/method/bot.md has the table. */
static inline int steps_weigh_pit(int depth, unsigned side)
{
    static const int each[] = {STEPS_MAX_PIT, 2445, 2445, 2005};
    if (depth < 3)
        return depth < 2 ? 176 * (depth > 0) : 880;
    return 495 + (depth - 2) * each[side < 3 ? side : 3];
}

/* Returns how many rows of a column are deep between these neighbours, on a board so high. */
static inline int steps_deep_rows(int left, int self, int right, int height)
{
    const int side = left < right ? left : right;
    const int depth = (side < height ? side : height) - self;
    return depth < STEPS_DEEP ? 0 : depth - STEPS_DEEP + 1;
}

/* True if a column is deep between these neighbours; walls are INT_MAX / 2 high. */
static inline int steps_is_deep(int left, int self, int right)
{
    return (left < right ? left : right) - self >= STEPS_DEEP;
}

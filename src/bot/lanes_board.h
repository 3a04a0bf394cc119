/* A board by columns, in vectors: measured as a whole, and made ready for drops. For files that
 * have defined what a vector is and what can be done with it (lanes_avx2.c, lanes_avx512.c):
 *
 *   KERNEL        what every function begins with
 *   vec           LANES whole numbers of 32 bits; table: LANES_MOST of them
 *   lanes_mask    a bit for each lane
 *   reals         as many doubles as a vec has lanes
 *
 *   v_set, v_load, v_put, v_add, v_sub, v_and, v_or, v_xor, v_max, v_min
 *   v_and_not     not a, and b
 *   v_left, v_right         shifts, each lane by its own number; 0 for 32 and more
 *   v_left_by, v_right_by   by a constant
 *   v_halve       half of it, rounded down, signed
 *   v_count       bits
 *   v_height      one above the highest bit
 *   v_look        looks up the entry of each lane's index
 *   v_test        the mask of what is not 0; v_above: of a > b, signed
 *   v_keep        a, or 0 where the other is 0
 *   v_nibbles     looks up each byte, which is below 16
 *   v_most_bytes, v_add_bytes   each byte by itself; v_sum_bytes: the four of each lane
 *   v_totals      the sums of all lanes of four vectors; v_union: all bits of all lanes
 *   t_load        a table; t_set: some vector of it
 *   r_zero, r_load, r_max, r_equal (a mask)
 *   r_most        the greatest in all places
 *   r_add         adds factor * whole numbers
 *   r_put         stores; LANES_NOTHING where the mask says so
 *   list_columns  the columns of a board */
#ifndef DROPFORGE_BOT_LANES_BOARD_H
#define DROPFORGE_BOT_LANES_BOARD_H

#include <string.h>

#include "core/bits.h"
#include "core/copied.h"

/* Loops are over the columns of a shape, and nothing of them is to be left in a copy. */
#if !COPIED_AT_ALL
#define UNROLL
#elif defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

/* A board, made ready for all drops. Numbers of columns begin with the wall on the left. */
typedef struct sight {
    table full;
    table top;    /* how high columns are, */
    table slope;  /* 6 times that: STEP_BITS for each row; of walls far above */
    table holes;  /* squares below the top that are empty */
    table open;   /* what wells above the top come to */
    table before; /* rows that are full left of this column, */
    table after;  /* and from here to the right */
    vec hole_rows;
    vec steps; /* how often each step from a column to the next one is there */
    int64_t score;
    int32_t kinds; /* how many of them are there at all */
} sight;

/* A step from a column to the next of -2 … 2 is counted in its own bits of a word. */
enum { STEP_BITS = 6, STEP_OFFSET = 2 * STEP_BITS, WALL_SLOPE = 1000 };

static inline bool uses(unsigned used, df_feature feature)
{
    return (used >> feature & 1) != 0;
}

/* Each number of a kind of step becomes 1 in bit 5 of its own, or 0: it is below 32, and with
 * 31 it is so only if it is 0. */
enum {
    STEP_ONES =
        1 | 1 << STEP_BITS | 1 << 2 * STEP_BITS | 1 << 3 * STEP_BITS | 1 << 4 * STEP_BITS,
    STEP_COUNTS = 31 * STEP_ONES,
    STEP_KINDS = 32 * STEP_ONES,
};

KERNEL vec magnitude(vec a)
{
    return v_max(a, v_sub(v_set(0), a));
}

/* Columns in memory, with one more on either side so that neighbours can be loaded as well:
 * column j of a table is at j + 1. */
typedef struct column_list {
    uint32_t full[1 + LANES_MOST + 1];
} column_list;

/* Sums over all columns, two of 16 bits in a word. */
typedef struct board_sums {
    vec rows_columns;  /* transitions in rows, and half of those in columns, less the width */
    vec holes_depth;   /* holes, hole depth */
    vec wells_heights; /* wells of the kind that is used, heights */
    vec steps;         /* as in sight */
    vec rough;
    vec hole_rows;
} board_sums;

/* Adds up how many wells there are, and of the empty squares that follow below them. */
KERNEL vec sink(vec wells, vec full, bool fast)
{
    vec sum = v_set(0);
    if (fast) {
        vec all = wells;
        for (vec more = wells; v_test(more) != 0; all = v_or(all, more))
            more = v_and_not(full, v_right_by(more, 1));
        wells = all;
    }
    for (; v_test(wells) != 0; wells = v_and_not(full, v_right_by(wells, 1)))
        sum = v_add(sum, v_count(wells));
    return sum;
}

/* Takes the rows out. What is above moves down; walls stay, for their sign does. */
KERNEL vec take_out(vec columns, uint32_t rows)
{
    while (rows != 0) {
        const unsigned highest = 31 - (unsigned)__builtin_clz(rows);
        const vec below = v_set((int32_t)((UINT32_C(1) << highest) - 1));
        columns = v_or(v_and(columns, below), v_and_not(below, v_halve(columns)));
        rows ^= UINT32_C(1) << highest;
    }
    return columns;
}

/* Measures some columns of a board without these rows. To `s`, unless it is NULL, goes what is
 * known of each. */
KERNEL void measure_part(board_sums *sums, const lanes *l, const column_list *c, uint32_t rows,
                         unsigned part, sight *s)
{
    const unsigned used = l->judge->used, at = part * LANES;
    const bool fast = uses(used, DF_FEATURE_WELLS_FAST);
    const vec one = v_set(1);
    const int32_t *columns = (const int32_t *)c->full + at;
    const vec left = take_out(v_load(columns), rows);
    const vec full = take_out(v_load(columns + 1), rows);
    const vec right = take_out(v_load(columns + 2), rows);
    const vec inside = v_load(l->inside + at), top = v_and(v_height(full), inside);
    const vec below = v_sub(v_left(one, top), one), holes = v_and_not(full, below);
    const vec wells = v_and_not(full, v_and(left, right));
    const vec transitions = v_count(v_and(v_xor(left, full), v_set(l->rows)));
    const vec ceilings = v_count(v_and_not(v_or(v_left_by(full, 1), one), full));
    /* Full squares above the lowest empty one. */
    const vec lowest = v_and_not(full, v_add(full, one));
    const vec depth = v_count(v_and(full, v_sub(v_set(0), lowest)));
    vec open = v_set(0), depths = v_set(0);
    if (uses(used, DF_FEATURE_WELLS) || fast) {
        if (s != NULL) {
            open = sink(v_and_not(below, wells), full, fast);
            depths = v_add(open, sink(v_and(below, wells), full, fast));
        } else {
            depths = sink(wells, full, fast);
        }
    }
    sums->rows_columns = v_add(sums->rows_columns, v_or(transitions, v_left_by(ceilings, 16)));
    sums->holes_depth = v_add(sums->holes_depth, v_or(v_count(holes), v_left_by(depth, 16)));
    sums->wells_heights = v_add(sums->wells_heights, v_or(depths, v_left_by(top, 16)));
    sums->hole_rows = v_or(sums->hole_rows, holes);
    const vec between = v_load(l->between + at);
    if (uses(used, DF_FEATURE_DIVERSITY) || uses(used, DF_FEATURE_ROUGHNESS)) {
        const vec rise = v_sub(top, v_height(left));
        const vec by = v_add(v_add(v_left_by(rise, 2), v_left_by(rise, 1)), v_set(STEP_OFFSET));
        sums->steps = v_add(sums->steps, v_and(between, v_left(one, by)));
        sums->rough = v_add(sums->rough, v_and(between, magnitude(rise)));
    }
    if (s != NULL) {
        t_set(&s->full, part, full);
        t_set(&s->top, part, top);
        t_set(&s->slope, part,
              v_add(v_add(v_left_by(top, 2), v_left_by(top, 1)),
                    v_and_not(inside, v_set(WALL_SLOPE))));
        t_set(&s->holes, part, holes);
        t_set(&s->open, part, open);
    }
}

/* The score of what there is. */
KERNEL int64_t weigh_board(const lanes *l, const column_list *c, uint32_t rows, sight *s)
{
    const int64_t *factor = l->judge->factor;
    const unsigned used = l->judge->used;
    const vec zero = v_set(0);
    board_sums sums = {zero, zero, zero, zero, zero, zero};
    uint32_t totals[4];
    UNROLL
    for (unsigned part = 0; part < LANES_MOST / LANES; part++)
        measure_part(&sums, l, c, rows, part, s);
    v_totals(totals, sums.rows_columns, sums.holes_depth, sums.wells_heights, sums.steps);
    const uint32_t hole_rows = v_union(sums.hole_rows);
    /* One of the two kinds of wells is 0. */
    int64_t score =
        factor[DF_FEATURE_ROW_TRANSITIONS] * (totals[0] & 0xffff) +
        factor[DF_FEATURE_COLUMN_TRANSITIONS] *
            (2 * (totals[0] >> 16) + l->judge->layout.width) +
        factor[DF_FEATURE_HOLES] * (totals[1] & 0xffff) +
        factor[DF_FEATURE_HOLE_DEPTH] * (totals[1] >> 16) +
        (factor[DF_FEATURE_WELLS] + factor[DF_FEATURE_WELLS_FAST]) * (totals[2] & 0xffff) +
        factor[DF_FEATURE_AGGREGATE_HEIGHT] * (totals[2] >> 16) +
        factor[DF_FEATURE_ROWS_WITH_HOLES] * (unsigned)__builtin_popcount(hole_rows);
    const uint32_t counts = (totals[3] & STEP_COUNTS) + STEP_COUNTS;
    const unsigned kinds = (unsigned)__builtin_popcount(counts & STEP_KINDS);
    score += factor[DF_FEATURE_DIVERSITY] * kinds;
    if (s != NULL) {
        s->hole_rows = v_set((int32_t)hole_rows);
        s->steps = v_set((int32_t)totals[3]);
        s->kinds = (int32_t)kinds;
    }
    if (uses(used, DF_FEATURE_ROUGHNESS)) {
        v_totals(totals, sums.rough, zero, zero, zero);
        score += factor[DF_FEATURE_ROUGHNESS] * totals[0];
    }
    return score;
}

/* Makes the board ready. */
KERNEL void look(sight *s, column_list *c, const lanes *l, const board *b)
{
    const grid *g = &l->judge->layout;
    const unsigned width = g->width;
    uint32_t before[LANES_MOST], after[LANES_MOST], above = UINT32_MAX;
    memset(c, 0xff, sizeof *c);
    list_columns(c->full + 1 + LANES_MARGIN, b, width, grid_words(g, g->height));
    for (unsigned j = 0; j < LANES_MOST; j++) {
        before[j] = above;
        above &= c->full[1 + j];
    }
    above = UINT32_MAX;
    for (unsigned j = LANES_MOST; j-- > 0;)
        after[j] = above &= c->full[1 + j];
    s->before = t_load(before);
    s->after = t_load(after);
    s->score = weigh_board(l, c, 0, s);
}

#endif

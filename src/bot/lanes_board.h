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

#include "bot/steps.h"
#include "core/bits.h"
#include "core/copied.h"

/* A row of the widest board lacks fewer than 16 squares. */
#define LACKING_BITS 4

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
    vec pairs;                      /* the same of two steps, one after the other */
    vec kinds, small, fits, seats;  /* what these come to */
    uint32_t covers;                /* rows where something is above an empty square, */
    int32_t cover_gaps;             /* the empty squares in these, */
    uint32_t lacking[LACKING_BITS]; /* and for each row how many there are: bits of that */
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

/* A pair of steps that is an underside of a tetromino three squares wide (steps.h) is counted
 * in four bits, above which there is one more: J, L, Z, S, level and T. */
#define PAIR_ONES (1u | 1u << 6 | 1u << 11 | 1u << 17 | 1u << 22 | 1u << 27)
#define PAIR_COUNTS ((int32_t)(15 * PAIR_ONES))
#define PAIR_KINDS ((int32_t)(16 * PAIR_ONES))

/* Features of the steps. */
#define LANES_SEATS (1u << DF_FEATURE_FITS | 1u << DF_FEATURE_SEATS)
#define LANES_STEPS (1u << DF_FEATURE_DIVERSITY | 1u << DF_FEATURE_SMALL_STEPS | LANES_SEATS)
/* And the others that not all players have. */
#define LANES_MORE                                                                             \
    (1u << DF_FEATURE_ROUGHNESS | 1u << DF_FEATURE_DEEP_WELLS | 1u << DF_FEATURE_COVER_GAPS)

/* The step to a column of this slope; 0 if it is none that counts, as from and to a wall. */
KERNEL vec step_to(vec from, vec to)
{
    return v_left(v_set(1), v_add(v_sub(to, from), v_set(STEP_OFFSET)));
}

KERNEL vec pair_to(vec first, vec second)
{
    enum { DOWN = 1 << STEP_BITS, LEVEL = 1 << 2 * STEP_BITS, UP = 1 << 3 * STEP_BITS };
    const vec level = v_and(v_and(first, second), v_set(LEVEL));
    const vec rising = v_and(v_and(v_left_by(first, STEP_BITS), second), v_set(LEVEL | UP));
    const vec falling = v_and(v_and(v_right_by(first, STEP_BITS), second), v_set(LEVEL | DOWN));
    const vec valley = v_and(v_and(v_left_by(first, 2 * STEP_BITS), second), v_set(UP));
    return v_or(v_or(v_left_by(level, 10), v_right_by(rising, 1)),
                v_or(v_right_by(falling, 6), v_left_by(valley, 9)));
}

/* A bit for each kind that is there, above its count. */
KERNEL vec step_kinds(vec steps)
{
    const vec counts = v_set(STEP_COUNTS);
    return v_and(v_add(v_and(steps, counts), counts), v_set(STEP_KINDS));
}

KERNEL vec pair_kinds(vec pairs)
{
    return v_and(v_add(pairs, v_set(PAIR_COUNTS)), v_set(PAIR_KINDS));
}

/* How many of O, J, L, S, Z and T fit somewhere: of these bits for the kinds of steps and pairs
 * one for each piece is made. */
KERNEL vec fits_of(vec steps, vec pairs)
{
    enum { DOWN_2 = 5, DOWN = 11, LEVEL = 17, UP = 23, UP_2 = 29 };
    enum { Z_SEAT = 15, S_SEAT = 21, LEVEL_SEAT = 26 };
    const vec o = v_and(steps, v_set(1 << LEVEL));
    const vec j_l =
        v_and(v_or(steps, v_or(v_left_by(o, UP_2 - LEVEL), v_right_by(o, LEVEL - DOWN_2))),
              v_set(1 << UP_2 | 1 << DOWN_2));
    const vec s_z = v_and(
        v_or(steps, v_or(v_right_by(pairs, S_SEAT - DOWN), v_left_by(pairs, UP - Z_SEAT))),
        v_set(1 << DOWN | 1 << UP));
    const vec t = v_and(v_or(v_or(v_right_by(steps, DOWN), v_right_by(steps, UP)),
                             v_right_by(pairs, LEVEL_SEAT)),
                        v_set(1));
    return v_count(v_or(v_or(o, j_l), v_or(s_z, t)));
}

/* How many of the steps are of one row. */
KERNEL vec count_small(vec steps)
{
    const vec one = v_set((1 << STEP_BITS) - 1);
    return v_add(v_and(v_right_by(steps, STEP_BITS), one),
                 v_and(v_right_by(steps, 3 * STEP_BITS), one));
}

/* 1 if the difference is at least that. */
KERNEL vec at_least(vec difference, int32_t least)
{
    return v_right_by(v_sub(v_set(least - 1), difference), 31);
}

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
    vec steps, pairs;  /* as in sight */
    vec rough;
    vec deep; /* deep wells */
    vec hole_rows;
    vec covers;
    vec left_over[LANES_MOST / LANES]; /* the columns without the rows */
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

/* Six times as much: what the steps between slopes are. */
KERNEL vec slope_of(vec rows)
{
    return v_add(v_left_by(rows, 2), v_left_by(rows, 1));
}

/* The steps from the columns to the left of these and to the right. Walls are above all. */
KERNEL void measure_steps(board_sums *sums, const lanes *l, unsigned at, vec top, vec left,
                          vec right)
{
    const vec between = v_load(l->between + at), next = v_load(l->between + at + 1);
    const vec step = v_and(step_to(slope_of(left), slope_of(top)), between);
    const vec onward = v_and(step_to(slope_of(top), slope_of(right)), next);
    sums->steps = v_add(sums->steps, step);
    sums->pairs = v_add(sums->pairs, pair_to(step, onward));
    sums->rough = v_add(sums->rough, v_and(between, magnitude(v_sub(top, left))));
    const vec deep = at_least(v_sub(v_min(left, right), top), STEPS_DEEP);
    sums->deep = v_add(sums->deep, v_and(deep, v_load(l->inside + at)));
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
    const vec raised = v_and(full, v_sub(v_set(0), lowest));
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
    sums->holes_depth =
        v_add(sums->holes_depth, v_or(v_count(holes), v_left_by(v_count(raised), 16)));
    sums->wells_heights = v_add(sums->wells_heights, v_or(depths, v_left_by(top, 16)));
    sums->hole_rows = v_or(sums->hole_rows, holes);
    sums->covers = v_or(sums->covers, raised);
    sums->left_over[part] = full;
    if ((used & (LANES_STEPS | LANES_MORE)) != 0)
        measure_steps(sums, l, at, top, v_height(left), v_height(right));
    if (s != NULL) {
        t_set(&s->full, part, full);
        t_set(&s->top, part, top);
        t_set(&s->slope, part, v_add(slope_of(top), v_and_not(inside, v_set(WALL_SLOPE))));
        t_set(&s->holes, part, holes);
        t_set(&s->open, part, open);
    }
}

/* What the steps come to. To `s`, unless it is NULL, goes what they are. */
KERNEL int64_t weigh_steps(const lanes *l, vec steps, vec pairs, sight *s)
{
    const int64_t *factor = l->judge->factor;
    const vec kinds = step_kinds(steps), seats = pair_kinds(pairs);
    const vec fits = fits_of(kinds, seats), small = count_small(steps);
    int32_t values[4][LANES];
    v_put(values[0], v_count(kinds));
    v_put(values[1], small);
    v_put(values[2], fits);
    v_put(values[3], v_count(seats));
    if (s != NULL) {
        s->steps = steps;
        s->pairs = pairs;
        s->kinds = v_count(kinds);
        s->small = small;
        s->fits = fits;
        s->seats = v_count(seats);
    }
    return factor[DF_FEATURE_DIVERSITY] * values[0][0] +
           factor[DF_FEATURE_SMALL_STEPS] * values[1][0] +
           factor[DF_FEATURE_FITS] * values[2][0] + factor[DF_FEATURE_SEATS] * values[3][0];
}

/* The empty squares in rows where something is above an empty square. */
KERNEL int32_t count_cover_gaps(const board_sums *sums, const lanes *l, uint32_t covers)
{
    vec gaps = v_set(0);
    uint32_t totals[4];
    UNROLL
    for (unsigned part = 0; part < LANES_MOST / LANES; part++) {
        const vec empty = v_and_not(sums->left_over[part], v_load(l->inside + part * LANES));
        gaps = v_add(gaps, v_count(v_and(empty, v_set((int32_t)covers))));
    }
    v_totals(totals, gaps, gaps, gaps, gaps);
    return (int32_t)totals[0];
}

/* The score of the features that not all players have. */
KERNEL int64_t weigh_more(const board_sums *sums, const lanes *l, uint32_t steps, sight *s)
{
    const int64_t *factor = l->judge->factor;
    const unsigned used = l->judge->used;
    uint32_t totals[4];
    int64_t score = 0;
    v_totals(totals, sums->rough, sums->pairs, sums->deep, sums->deep);
    if ((used & LANES_STEPS) != 0)
        score += weigh_steps(l, v_set((int32_t)steps), v_set((int32_t)totals[1]), s);
    score += factor[DF_FEATURE_ROUGHNESS] * totals[0];
    score += factor[DF_FEATURE_DEEP_WELLS] * totals[2];
    if (uses(used, DF_FEATURE_COVER_GAPS)) {
        const uint32_t covers = v_union(sums->covers);
        const int32_t gaps = count_cover_gaps(sums, l, covers);
        score += factor[DF_FEATURE_COVER_GAPS] * gaps;
        if (s != NULL) {
            s->covers = covers;
            s->cover_gaps = gaps;
        }
    }
    return score;
}

/* The score of what there is. */
KERNEL int64_t weigh_board(const lanes *l, const column_list *c, uint32_t rows, sight *s)
{
    const int64_t *factor = l->judge->factor;
    const unsigned used = l->judge->used;
    const vec zero = v_set(0);
    board_sums sums = {.rows_columns = zero,
                       .holes_depth = zero,
                       .wells_heights = zero,
                       .steps = zero,
                       .pairs = zero,
                       .rough = zero,
                       .deep = zero,
                       .hole_rows = zero,
                       .covers = zero};
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
    if (s != NULL)
        s->hole_rows = v_set((int32_t)hole_rows);
    if ((used & (LANES_STEPS | LANES_MORE)) != 0)
        score += weigh_more(&sums, l, totals[3], s);
    return score;
}

/* Adds up the empty squares of all rows at once. */
KERNEL void count_lacking(sight *s, const lanes *l, const column_list *c)
{
    memset(s->lacking, 0, sizeof s->lacking);
    for (unsigned x = 0; x < l->judge->layout.width; x++) {
        uint32_t carry = ~c->full[1 + LANES_MARGIN + x];
        for (unsigned bit = 0; bit < LACKING_BITS; bit++) {
            const uint32_t sum = s->lacking[bit] ^ carry;
            carry &= s->lacking[bit];
            s->lacking[bit] = sum;
        }
    }
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
    if (uses(l->judge->used, DF_FEATURE_COVER_GAPS))
        count_lacking(s, l, c);
}

#endif

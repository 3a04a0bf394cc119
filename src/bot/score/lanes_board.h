/* A board by columns, in vectors (lanes_vector.h): measured as a whole, and prepared for drops.
 */
#ifndef DROPFORGE_BOT_LANES_BOARD_H
#define DROPFORGE_BOT_LANES_BOARD_H

#include "core/base/bits.h"
#include "lanes_vector.h"
#include "steps.h"

/* A row of the widest board lacks fewer than 16 squares. */
#define LACKING_BITS 4

/* A board prepared for all drops. Columns are counted from the wall on the left. */
typedef struct vector_board {
    table full;
    table top;    /* the heights of columns, */
    table slope;  /* 6 times that: STEP_BITS for each row; of walls far above */
    table holes;  /* squares below the top that are empty */
    table open;   /* the sum of wells above the top */
    table before; /* rows that are full left of this column, */
    table after;  /* and from here to the right */
    vec hole_rows;
    vec steps; /* the number of each step from a column to the next one */
    int64_t score;
    vec pairs;                      /* of each pair of steps, one after the other */
    vec kinds, small, fits, seats;  /* the features that follow from these */
    uint32_t covers;                /* rows where something is above an empty square, */
    uint32_t cover_gaps;            /* the empty squares in these, */
    uint32_t lacking[LACKING_BITS]; /* and their number for each row: its bits */
} vector_board;

/* Each step of -2 … 2 from a column to the next is counted in its own bits of a word. */
enum { STEP_BITS = 6, STEP_OFFSET = 2 * STEP_BITS, WALL_SLOPE = 1000 };

static inline bool lanes_uses(unsigned used, df_feature feature)
{
    return (used >> feature & 1) != 0;
}

/* Adding 31 to each count, which is below 32, sets its bit 5 unless the count is 0. */
enum {
    STEP_ONES =
        1 | 1 << STEP_BITS | 1 << 2 * STEP_BITS | 1 << 3 * STEP_BITS | 1 << 4 * STEP_BITS,
    STEP_COUNTS = 31 * STEP_ONES,
    STEP_KINDS = 32 * STEP_ONES,
};

/* A pair of steps that is an underside of a tetromino three squares wide (steps.h) is counted
 * in four bits, above which there is one more: J, L, Z, S, level and T. */
#define PAIR_ONES (1u | 1u << 6 | 1u << 11 | 1u << 17 | 1u << 22 | 1u << 27)
#define PAIR_COUNTS (15 * PAIR_ONES)
#define PAIR_KINDS (16 * PAIR_ONES)

/* Features of the steps. */
#define LANES_SEATS (1u << DF_FEATURE_FITS | 1u << DF_FEATURE_SEATS)
#define LANES_STEPS (1u << DF_FEATURE_DIVERSITY | 1u << DF_FEATURE_SMALL_STEPS | LANES_SEATS)
/* And the others that not all players have. */
#define LANES_MORE                                                                             \
    (1u << DF_FEATURE_ROUGHNESS | 1u << DF_FEATURE_DEEP_WELLS | 1u << DF_FEATURE_COVER_GAPS)

/* Returns the bit of a step between these slopes; 0 if it does not count, as beside a wall. */
KERNEL vec lanes_step_to(vec from, vec to)
{
    return v_left(v_set(1), to - from + STEP_OFFSET);
}

KERNEL vec lanes_pair_to(vec first, vec second)
{
    enum { DOWN = 1 << STEP_BITS, LEVEL = 1 << 2 * STEP_BITS, UP = 1 << 3 * STEP_BITS };
    const vec level = first & second & LEVEL;
    const vec rising = first << STEP_BITS & second & (LEVEL | UP);
    const vec falling = first >> STEP_BITS & second & (LEVEL | DOWN);
    const vec valley = first << 2 * STEP_BITS & second & UP;
    return level << 10 | rising >> 1 | falling >> 6 | valley << 9;
}

/* Returns a bit for each kind with a count above 0, above that count. */
KERNEL vec lanes_step_kinds(vec steps)
{
    return ((steps & STEP_COUNTS) + STEP_COUNTS) & STEP_KINDS;
}

KERNEL vec lanes_pair_kinds(vec pairs)
{
    return (pairs + PAIR_COUNTS) & PAIR_KINDS;
}

/* Returns how many of O, J, L, S, Z and T fit somewhere, from these bits for kinds of steps and
 * pairs. */
KERNEL vec lanes_count_fits(vec steps, vec pairs)
{
    enum { DOWN_2 = 5, DOWN = 11, LEVEL = 17, UP = 23, UP_2 = 29 };
    enum { Z_SEAT = 15, S_SEAT = 21, LEVEL_SEAT = 26 };
    const vec o = steps & 1 << LEVEL;
    const vec j_l =
        (steps | o << (UP_2 - LEVEL) | o >> (LEVEL - DOWN_2)) & (1 << UP_2 | 1 << DOWN_2);
    const vec s_z =
        (steps | pairs >> (S_SEAT - DOWN) | pairs << (UP - Z_SEAT)) & (1 << DOWN | 1 << UP);
    const vec t = (steps >> DOWN | steps >> UP | pairs >> LEVEL_SEAT) & 1;
    return v_count(o | j_l | s_z | t);
}

/* Returns the number of steps of one row. */
KERNEL vec lanes_count_small(vec steps)
{
    enum { ONE = (1 << STEP_BITS) - 1 };
    return (steps >> STEP_BITS & ONE) + (steps >> 3 * STEP_BITS & ONE);
}

/* Returns 1 if the difference is at least `min`. */
KERNEL vec lanes_at_min(vec difference, uint32_t min)
{
    return (min - 1 - difference) >> 31;
}

KERNEL vec lanes_magnitude(vec a)
{
    return v_max(a, -a);
}

/* Columns in memory, with one more on either side so that neighbours can be loaded, too: column
 * j of a table is at j + 1. */
typedef struct column_list {
    uint32_t full[1 + LANES_MAX + 1];
} column_list;

/* Sums over all columns, two of 16 bits in a word. */
typedef struct board_sums {
    vec rows_columns;  /* transitions in rows, and half of those in columns, less the width */
    vec holes_depth;   /* holes, hole depth */
    vec wells_heights; /* wells of the kind that is used, heights */
    vec steps, pairs;  /* as in vector_board */
    vec rough;
    vec deep; /* deep wells */
    vec hole_rows;
    vec covers;
    vec left_over[LANES_MAX / LANES]; /* the columns without the rows */
} board_sums;

/* Returns the number of wells and of the empty squares that follow below each. */
KERNEL vec lanes_sum_wells(vec wells, vec full, bool fast)
{
    vec sum = {0};
    if (fast) {
        vec all = wells;
        for (vec more = wells; v_test(more) != 0; all |= more)
            more = ~full & more >> 1;
        wells = all;
    }
    for (; v_test(wells) != 0; wells = ~full & wells >> 1)
        sum += v_count(wells);
    return sum;
}

/* Removes the rows. The rows above move down; walls stay full, as the shift keeps the sign. */
KERNEL vec lanes_clear_rows(vec columns, uint32_t rows)
{
    while (rows != 0) {
        const unsigned highest = 31 - (unsigned)__builtin_clz(rows);
        const vec below = v_set((UINT32_C(1) << highest) - 1);
        columns = (columns & below) | (~below & v_halve(columns));
        rows ^= UINT32_C(1) << highest;
    }
    return columns;
}

/* Returns six times the height: steps between slopes are shifts by STEP_BITS. */
KERNEL vec lanes_slope_of(vec rows)
{
    return (rows << 2) + (rows << 1);
}

/* Measures the steps from the columns on the left and to those on the right. Walls are above
 * all. */
KERNEL void lanes_measure_steps(board_sums *sums, const lanes *l, unsigned at, vec top,
                                vec left, vec right)
{
    const vec between = v_load(l->between + at), next = v_load(l->between + at + 1);
    const vec step = lanes_step_to(lanes_slope_of(left), lanes_slope_of(top)) & between;
    const vec onward = lanes_step_to(lanes_slope_of(top), lanes_slope_of(right)) & next;
    sums->steps += step;
    sums->pairs += lanes_pair_to(step, onward);
    sums->rough += between & lanes_magnitude(top - left);
    const vec deep = lanes_at_min(v_min(left, right) - top, STEPS_DEEP);
    sums->deep += deep & v_load(l->inside + at);
}

/* Measures some columns of a board without these rows, and writes their tables to *s, unless it
 * is NULL. */
KERNEL void lanes_measure_part(board_sums *sums, const lanes *l, const column_list *c,
                               uint32_t rows, unsigned part, vector_board *s)
{
    const unsigned used = l->judge->used, at = part * LANES;
    const bool fast = lanes_uses(used, DF_FEATURE_WELLS_FAST);
    const vec one = v_set(1);
    const int32_t *columns = (const int32_t *)c->full + at;
    const vec left = lanes_clear_rows(v_load(columns), rows);
    const vec full = lanes_clear_rows(v_load(columns + 1), rows);
    const vec right = lanes_clear_rows(v_load(columns + 2), rows);
    const vec inside = v_load(l->inside + at), top = v_height(full) & inside;
    const vec below = v_left(one, top) - one, holes = ~full & below;
    const vec wells = ~full & left & right;
    const vec transitions = v_count((left ^ full) & l->rows);
    const vec ceilings = v_count(~(full << 1 | one) & full);
    /* Full squares above the lowest empty one. */
    const vec lowest = ~full & (full + one);
    const vec raised = full & -lowest;
    vec open = {0}, depths = {0};
    if (lanes_uses(used, DF_FEATURE_WELLS) || fast) {
        if (s != NULL) {
            open = lanes_sum_wells(~below & wells, full, fast);
            depths = open + lanes_sum_wells(below & wells, full, fast);
        } else {
            depths = lanes_sum_wells(wells, full, fast);
        }
    }
    sums->rows_columns += transitions | ceilings << 16;
    sums->holes_depth += v_count(holes) | v_count(raised) << 16;
    sums->wells_heights += depths | top << 16;
    sums->hole_rows |= holes;
    sums->covers |= raised;
    sums->left_over[part] = full;
    if ((used & (LANES_STEPS | LANES_MORE)) != 0)
        lanes_measure_steps(sums, l, at, top, v_height(left), v_height(right));
    if (s != NULL) {
        s->full.part[part] = full;
        s->top.part[part] = top;
        s->slope.part[part] = lanes_slope_of(top) + (~inside & WALL_SLOPE);
        s->holes.part[part] = holes;
        s->open.part[part] = open;
    }
}

/* Returns the score of the steps, and writes them to *s, unless it is NULL. */
KERNEL int64_t lanes_weigh_steps(const lanes *l, vec steps, vec pairs, vector_board *s)
{
    const int64_t *factor = l->judge->factor;
    const vec kinds = lanes_step_kinds(steps), seats = lanes_pair_kinds(pairs);
    const vec fits = lanes_count_fits(kinds, seats), small = lanes_count_small(steps);
    if (s != NULL) {
        s->steps = steps;
        s->pairs = pairs;
        s->kinds = v_count(kinds);
        s->small = small;
        s->fits = fits;
        s->seats = v_count(seats);
    }
    return factor[DF_FEATURE_DIVERSITY] * v_count(kinds)[0] +
           factor[DF_FEATURE_SMALL_STEPS] * small[0] + factor[DF_FEATURE_FITS] * fits[0] +
           factor[DF_FEATURE_SEATS] * v_count(seats)[0];
}

/* Returns the empty squares in rows where something is above an empty square. */
KERNEL uint32_t lanes_count_cover_gaps(const board_sums *sums, const lanes *l, uint32_t covers)
{
    vec gaps = {0};
    uint32_t totals[4];
    UNROLL
    for (unsigned part = 0; part < LANES_MAX / LANES; part++) {
        const vec empty = ~sums->left_over[part] & v_load(l->inside + part * LANES);
        gaps += v_count(empty & covers);
    }
    v_totals(totals, gaps, gaps, gaps, gaps);
    return totals[0];
}

/* Returns the score of the features that not all players have. */
KERNEL int64_t lanes_weigh_more(const board_sums *sums, const lanes *l, uint32_t steps,
                                vector_board *s)
{
    const int64_t *factor = l->judge->factor;
    const unsigned used = l->judge->used;
    uint32_t totals[4];
    int64_t score = 0;
    v_totals(totals, sums->rough, sums->pairs, sums->deep, sums->deep);
    if ((used & LANES_STEPS) != 0)
        score += lanes_weigh_steps(l, v_set(steps), v_set(totals[1]), s);
    score += factor[DF_FEATURE_ROUGHNESS] * totals[0];
    score += factor[DF_FEATURE_DEEP_WELLS] * totals[2];
    if (lanes_uses(used, DF_FEATURE_COVER_GAPS)) {
        const uint32_t covers = v_union(sums->covers);
        const uint32_t gaps = lanes_count_cover_gaps(sums, l, covers);
        score += factor[DF_FEATURE_COVER_GAPS] * gaps;
        if (s != NULL) {
            s->covers = covers;
            s->cover_gaps = gaps;
        }
    }
    return score;
}

/* Returns the score of the board without these rows. */
KERNEL int64_t lanes_weigh_board(const lanes *l, const column_list *c, uint32_t rows,
                                 vector_board *s)
{
    const int64_t *factor = l->judge->factor;
    const unsigned used = l->judge->used;
    board_sums sums = {.covers = {0}};
    uint32_t totals[4];
    UNROLL
    for (unsigned part = 0; part < LANES_MAX / LANES; part++)
        lanes_measure_part(&sums, l, c, rows, part, s);
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
        s->hole_rows = v_set(hole_rows);
    if ((used & (LANES_STEPS | LANES_MORE)) != 0)
        score += lanes_weigh_more(&sums, l, totals[3], s);
    return score;
}

/* Counts the empty squares of all rows at once. */
KERNEL void lanes_count_lacking(vector_board *s, const lanes *l, const column_list *c)
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

/* Prepares the board. */
KERNEL void lanes_load_board(vector_board *s, column_list *c, const lanes *l, const board *b)
{
    const grid *g = &l->judge->layout;
    const unsigned width = g->width;
    uint32_t before[LANES_MAX], after[LANES_MAX], above = UINT32_MAX;
    memset(c, 0xff, sizeof *c);
    lanes_list_columns(c->full + 1 + LANES_MARGIN, b, width, grid_words(g, g->height));
    for (unsigned j = 0; j < LANES_MAX; j++) {
        before[j] = above;
        above &= c->full[1 + j];
    }
    above = UINT32_MAX;
    for (unsigned j = LANES_MAX; j-- > 0;)
        after[j] = above &= c->full[1 + j];
    s->before = t_load(before);
    s->after = t_load(after);
    s->score = lanes_weigh_board(l, c, 0, s);
    if (lanes_uses(l->judge->used, DF_FEATURE_COVER_GAPS))
        lanes_count_lacking(s, l, c);
}

#endif

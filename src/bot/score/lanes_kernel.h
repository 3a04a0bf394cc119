/* The drops of a piece, lane by lane: the method of columns.c with the vectors of
 * lanes_vector.h. docs/method/bot.md explains it. */
#ifndef DROPFORGE_BOT_LANES_KERNEL_H
#define DROPFORGE_BOT_LANES_KERNEL_H

#include <limits.h>

#include "lanes_board.h"

/* The piece of each lane at rest, by columns. Index 0 is the column two left of it. */
typedef struct landing {
    vec y;
    vec was[LANES_MAX_SIDE + 2 * LANES_MARGIN];
    vec now[LANES_MAX_SIDE + 2 * LANES_MARGIN];
    vec top[LANES_MAX_SIDE + 2 * LANES_MARGIN];     /* before it */
    vec crest[LANES_MAX_SIDE + 2 * LANES_MARGIN];   /* and with it */
    vec squares[LANES_MAX_SIDE + 2 * LANES_MARGIN]; /* its own */
    vec holes[LANES_MAX_SIDE + 2 * LANES_MARGIN];   /* old ones */
    vec space[LANES_MAX_SIDE + 2 * LANES_MARGIN];   /* new ones */
} landing;

/* The gains in features. */
typedef struct lane_gains {
    vec ceilings, holes, depth, hole_rows;
} lane_gains;

/* Adds the gain in a feature to *sum, and computes it only if the feature is used. */
#define LANES_ADD(sum, feature, gain)                                                          \
    do {                                                                                       \
        if (lanes_uses(used, feature))                                                         \
            r_add(sum, factor[feature], gain);                                                 \
    } while (0)

/* ---- wells ---- */

/* Returns the sums of four bytes of wells, each above its own floor with nothing below. A table
 * has the sum for each half byte; of fast wells only the highest counts. */
KERNEL vec lanes_sum_bytes(vec wells, bool fast)
{
    static const uint8_t low[2][16] = {
        {0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10},
        {0, 1, 3, 3, 6, 6, 6, 6, 10, 10, 10, 10, 10, 10, 10, 10}};
    static const uint8_t high[2][16] = {
        {0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26},
        {0, 15, 21, 21, 28, 28, 28, 28, 36, 36, 36, 36, 36, 36, 36, 36}};
    const vec lower = v_nibbles(low[fast], wells & 0x0f0f0f0f);
    const vec upper = v_nibbles(high[fast], wells >> 4 & 0x0f0f0f0f);
    return fast ? v_max_bytes(lower, upper) : v_add_bytes(lower, upper);
}

/* Wells above floors, a byte for each of four places. */
typedef struct well_bytes {
    vec packed[4];
    vec all; /* must be below 256 */
    unsigned count;
} well_bytes;

KERNEL void lanes_pack(well_bytes *bytes, vec wells)
{
    const unsigned at = bytes->count / 4;
    bytes->packed[at] = bytes->count % 4 == 0 ? wells : bytes->packed[at] << 8 | wells;
    bytes->all = bytes->count == 0 ? wells : bytes->all | wells;
    bytes->count++;
}

KERNEL vec lanes_sum_packed(const well_bytes *bytes, bool fast)
{
    vec sum = lanes_sum_bytes(bytes->packed[0], fast);
    UNROLL
    for (unsigned i = 1; 4 * i < bytes->count; i++)
        sum = v_add_bytes(sum, lanes_sum_bytes(bytes->packed[i], fast));
    return v_sum_bytes(sum);
}

/* Returns the gain in wells: in the columns of the piece and beside it, above tops and in the
 * gap between the old top and the piece. Adds to *odd the lanes where a well is too deep for
 * that, or a side of one below a top was closed. */
KERNEL vec lanes_gain_wells(const vector_board *s, const landing *at, vec x, unsigned width,
                            bool fast, lanes_mask *odd)
{
    well_bytes bytes = {.count = 0};
    vec closed = {0}, was = {0};
    UNROLL
    for (unsigned j = LANES_MARGIN - 1; j <= width + LANES_MARGIN; j++) {
        const vec wells = ~at->now[j] & at->now[j - 1] & at->now[j + 1];
        const vec beside = at->squares[j - 1] | at->squares[j + 1];
        closed |= at->holes[j] & wells & beside;
        lanes_pack(&bytes, v_right(wells, at->crest[j]));
        if (j >= LANES_MARGIN && j < width + LANES_MARGIN)
            lanes_pack(&bytes, v_right(wells & at->space[j], at->top[j]));
        was += v_look(&s->open, x + j);
    }
    *odd |= v_test(closed) | v_above(bytes.all, v_set(255));
    return lanes_sum_packed(&bytes, fast) - was;
}

/* ---- steps ---- */

/* The slopes of the columns, before the piece and with it. Index 0 as in landing. */
typedef struct slopes {
    vec was[LANES_MAX_SIDE + 2 * LANES_MARGIN];
    vec now[LANES_MAX_SIDE + 2 * LANES_MARGIN];
} slopes;

KERNEL void lanes_find_slopes(slopes *slope, const vector_board *s, const landing *at, vec x,
                              unsigned width)
{
    UNROLL
    for (unsigned j = 0; j < width + 2 * LANES_MARGIN; j++) {
        slope->was[j] = slope->now[j] = v_look(&s->slope, x + j);
        if (j >= LANES_MARGIN && j < width + LANES_MARGIN)
            slope->now[j] = slope->was[j] + lanes_slope_of(at->crest[j] - at->top[j]);
    }
}

/* ---- one group ---- */

KERNEL void lanes_land(landing *at, lane_gains *gains, const vector_board *s,
                       const lanes_group *group, vec x, unsigned width)
{
    const vec one = v_set(1);
    UNROLL
    for (unsigned j = 0; j < width + 2 * LANES_MARGIN; j++) {
        const vec index = x + j;
        at->was[j] = at->now[j] = v_look(&s->full, index);
        at->squares[j] = (vec){0};
        if (j < LANES_MARGIN - 1 || j > width + LANES_MARGIN)
            continue;
        at->top[j] = at->crest[j] = v_look(&s->top, index);
        at->holes[j] = v_look(&s->holes, index);
    }
    at->y = at->top[LANES_MARGIN] - v_load(group->bottom[0]);
    UNROLL
    for (unsigned i = 1; i < width; i++)
        at->y = v_max(at->y, at->top[i + LANES_MARGIN] - v_load(group->bottom[i]));
    *gains = (lane_gains){.holes = {0}};
    UNROLL
    for (unsigned i = 0; i < width; i++) {
        const unsigned j = i + LANES_MARGIN;
        const vec bottom = at->y + v_load(group->bottom[i]), top = at->top[j];
        const vec count = v_load(group->count[i]), gap = bottom - top;
        at->squares[j] = v_left(v_load(group->bits[i]), at->y);
        at->now[j] = at->was[j] | at->squares[j];
        at->crest[j] = bottom + count;
        at->space[j] = v_left(one, bottom) - v_left(one, top);
        gains->ceilings += v_min(gap, one);
        gains->holes += gap;
        gains->depth += v_keep(count, gap | at->holes[j]);
        gains->hole_rows |= at->space[j];
    }
}

/* Returns the gain in transitions in rows. At each edge of the shape there is one more, or one
 * fewer if there was one. */
KERNEL vec lanes_gain_transitions(const landing *at, const lanes_group *group, unsigned width)
{
    vec lost = {0}, left = {0};
    UNROLL
    for (unsigned i = 0; i <= width; i++) {
        const unsigned j = i + LANES_MARGIN;
        const vec bits = i < width ? v_load(group->bits[i]) : (vec){0};
        const vec were = v_right(at->was[j - 1] ^ at->was[j], at->y);
        lost = lost << LANES_MAX_SIDE | (were & (left ^ bits));
        left = bits;
    }
    return v_load(group->edges) - (v_count(lost) << 1);
}

KERNEL vec lanes_count_steps(const vector_board *s, const slopes *slope, unsigned width)
{
    vec steps = s->steps;
    UNROLL
    for (unsigned j = LANES_MARGIN; j <= width + LANES_MARGIN; j++) {
        steps += lanes_step_to(slope->now[j - 1], slope->now[j]);
        steps = steps - lanes_step_to(slope->was[j - 1], slope->was[j]);
    }
    return steps;
}

KERNEL vec lanes_count_pairs(const vector_board *s, const slopes *slope, unsigned width)
{
    vec pairs = s->pairs;
    vec was = lanes_step_to(slope->was[0], slope->was[1]), now = was;
    UNROLL
    for (unsigned j = LANES_MARGIN; j < width + 2 * LANES_MARGIN; j++) {
        const vec to_was = lanes_step_to(slope->was[j - 1], slope->was[j]);
        const vec to_now = lanes_step_to(slope->now[j - 1], slope->now[j]);
        pairs += lanes_pair_to(now, to_now) - lanes_pair_to(was, to_was);
        was = to_was;
        now = to_now;
    }
    return pairs;
}

/* Returns how far the slope of a column is below both beside it. */
KERNEL vec lanes_depth_of(const vec *slope, unsigned j)
{
    return v_min(slope[j - 1], slope[j + 1]) - slope[j];
}

KERNEL vec lanes_gain_deep(const slopes *slope, unsigned width)
{
    enum { DEEP = STEPS_DEEP * STEP_BITS };
    vec sum = {0};
    UNROLL
    for (unsigned j = LANES_MARGIN - 1; j <= width + LANES_MARGIN; j++)
        sum += lanes_at_min(lanes_depth_of(slope->now, j), DEEP) -
               lanes_at_min(lanes_depth_of(slope->was, j), DEEP);
    return sum;
}

KERNEL vec lanes_gain_roughness(const landing *at, const slopes *slope, unsigned width)
{
    vec sum = {0};
    UNROLL
    for (unsigned j = LANES_MARGIN; j <= width + LANES_MARGIN; j++) {
        const vec higher = v_max(slope->was[j - 1], slope->was[j]);
        const vec was = lanes_magnitude(at->top[j] - at->top[j - 1]);
        const vec now = lanes_magnitude(at->crest[j] - at->crest[j - 1]);
        /* Beside a wall there is no step: its slope is above all others. */
        const vec counts = (higher - WALL_SLOPE) >> 31;
        sum += v_keep(now - was, counts);
    }
    return sum;
}

/* Adds the score of all features that follow from the steps. */
KERNEL void lanes_weigh_slopes(reals *sum, const vector_board *s, const lanes *l,
                               const landing *at, vec x, unsigned width)
{
    const int64_t *factor = l->judge->factor;
    const unsigned used = l->judge->used;
    slopes slope;
    lanes_find_slopes(&slope, s, at, x, width);
    if ((used & LANES_STEPS) != 0) {
        const vec steps = lanes_count_steps(s, &slope, width), kinds = lanes_step_kinds(steps);
        LANES_ADD(sum, DF_FEATURE_DIVERSITY, v_count(kinds) - s->kinds);
        LANES_ADD(sum, DF_FEATURE_SMALL_STEPS, lanes_count_small(steps) - s->small);
        if ((used & LANES_SEATS) != 0) {
            const vec seats = lanes_pair_kinds(lanes_count_pairs(s, &slope, width));
            r_add(sum, factor[DF_FEATURE_FITS], lanes_count_fits(kinds, seats) - s->fits);
            r_add(sum, factor[DF_FEATURE_SEATS], v_count(seats) - s->seats);
        }
    }
    LANES_ADD(sum, DF_FEATURE_ROUGHNESS, lanes_gain_roughness(at, &slope, width));
    LANES_ADD(sum, DF_FEATURE_DEEP_WELLS, lanes_gain_deep(&slope, width));
}

/* ---- covers ---- */

/* Returns the gain in empty squares of rows above holes: more rows count, and the piece fills
 * squares. */
KERNEL vec lanes_gain_covers(const vector_board *s, const landing *at, unsigned width)
{
    vec covers = v_set(s->covers), sum = -v_set(s->cover_gaps);
    UNROLL
    for (unsigned j = LANES_MARGIN; j < width + LANES_MARGIN; j++)
        covers |= v_keep(at->squares[j], at->space[j] | at->holes[j]);
    UNROLL
    for (unsigned bit = 0; bit < LACKING_BITS; bit++) {
        const vec lacking = covers & s->lacking[bit];
        sum += v_count(lacking) << bit;
    }
    UNROLL
    for (unsigned j = LANES_MARGIN; j < width + LANES_MARGIN; j++)
        sum -= v_count(covers & at->squares[j]);
    return sum;
}

/* Returns the rows that become full: all columns beside the piece and its own are full there.
 */
KERNEL vec lanes_fill_rows(const vector_board *s, const landing *at, vec x, unsigned width)
{
    vec full = v_look(&s->before, x + LANES_MARGIN);
    full &= v_look(&s->after, x + width + LANES_MARGIN);
    UNROLL
    for (unsigned j = LANES_MARGIN; j < width + LANES_MARGIN; j++)
        full &= at->now[j];
    return full;
}

/* ---- all of a piece ---- */

/* Returns the gain of a drop that fills rows or changes covered wells: measures the board with
 * it as a whole. */
KERNEL double lanes_gain_whole(const vector_board *s, const lanes *l, const column_list *before,
                               const lanes_group *group, unsigned lane, uint32_t y,
                               uint32_t rows)
{
    const int64_t *factor = l->judge->factor;
    column_list c = *before;
    unsigned gone = 0;
    for (unsigned i = 0; i < group->width; i++) {
        const uint32_t squares = (uint32_t)group->bits[i][lane] << y;
        c.full[1 + LANES_MARGIN + (unsigned)group->x[lane] + i] |= squares;
        gone += (unsigned)__builtin_popcount(squares & rows);
    }
    const unsigned lines = (unsigned)__builtin_popcount(rows);
    int64_t gain = lanes_weigh_board(l, &c, l->judge->before_clear ? 0 : rows, NULL) - s->score;
    gain += factor[DF_FEATURE_LANDING_HEIGHT] * (2 * y + (uint32_t)group->rise[lane]);
    gain += factor[DF_FEATURE_ERODED_CELLS] * (lines * gone);
    gain += factor[DF_FEATURE_LINES] * lines;
    return (double)gain;
}

KERNEL void lanes_weigh_odd(const vector_board *s, const lanes *l, const column_list *c,
                            const lanes_group *group, lanes_result *result, unsigned number,
                            lanes_mask odd, vec rows)
{
    int32_t full[LANES];
    v_put(full, rows);
    for (unsigned left = odd; left != 0; left &= left - 1) {
        const unsigned lane = bits_lowest(left), at = number * LANES_MAX + lane;
        result->gain[at] = lanes_gain_whole(s, l, c, group, lane, (uint32_t)result->y[at],
                                            (uint32_t)full[lane]);
    }
}

KERNEL void lanes_weigh_group(const vector_board *s, const lanes *l, const column_list *c,
                              const lanes_group *group, unsigned width, lanes_result *result,
                              unsigned number)
{
    const int64_t *factor = l->judge->factor;
    const unsigned used = l->judge->used;
    const vec x = v_load(group->x);
    landing at;
    lane_gains gains;
    lanes_land(&at, &gains, s, group, x, width);
    const lanes_mask present = (lanes_mask)((1u << group->used) - 1);
    const lanes_mask outside = v_above(at.y, v_load(group->limit)) & present;
    const vec rows = lanes_fill_rows(s, &at, x, width);
    lanes_mask odd = v_test(rows);
    reals sum = {.low = {0}};
    LANES_ADD(&sum, DF_FEATURE_LANDING_HEIGHT, (at.y << 1) + v_load(group->rise));
    LANES_ADD(&sum, DF_FEATURE_ROW_TRANSITIONS, lanes_gain_transitions(&at, group, width));
    LANES_ADD(&sum, DF_FEATURE_COLUMN_TRANSITIONS, gains.ceilings << 1);
    LANES_ADD(&sum, DF_FEATURE_HOLES, gains.holes);
    LANES_ADD(&sum, DF_FEATURE_HOLE_DEPTH, gains.depth);
    LANES_ADD(&sum, DF_FEATURE_ROWS_WITH_HOLES, v_count(~s->hole_rows & gains.hole_rows));
    if (lanes_uses(used, DF_FEATURE_AGGREGATE_HEIGHT)) {
        vec heights = gains.holes;
        for (unsigned i = 0; i < width; i++)
            heights += v_load(group->count[i]);
        r_add(&sum, factor[DF_FEATURE_AGGREGATE_HEIGHT], heights);
    }
    LANES_ADD(&sum, DF_FEATURE_WELLS, lanes_gain_wells(s, &at, x, width, false, &odd));
    LANES_ADD(&sum, DF_FEATURE_WELLS_FAST, lanes_gain_wells(s, &at, x, width, true, &odd));
    if ((used & (LANES_STEPS | 1u << DF_FEATURE_ROUGHNESS | 1u << DF_FEATURE_DEEP_WELLS)) != 0)
        lanes_weigh_slopes(&sum, s, l, &at, x, width);
    LANES_ADD(&sum, DF_FEATURE_COVER_GAPS, lanes_gain_covers(s, &at, width));
    result->outside[number] = (uint16_t)outside;
    v_put(result->y + number * LANES_MAX, at.y);
    r_put(result->gain + number * LANES_MAX, sum, outside | (lanes_mask)~present);
    odd &= present & (lanes_mask)~outside;
    if (odd != 0)
        lanes_weigh_odd(s, l, c, group, result, number, odd, rows);
}

/* Finds the first of the best lanes. */
KERNEL void lanes_find_best(lanes_result *result, const lanes_piece *piece)
{
    reals max = r_load(result->gain);
    for (unsigned i = 1; i < piece->count; i++)
        max = r_max(max, r_load(result->gain + i * LANES_MAX));
    max = r_max_all(max);
    unsigned first = UINT_MAX;
    for (unsigned i = 0; i < piece->count; i++) {
        unsigned equal = r_equal(max, r_load(result->gain + i * LANES_MAX));
        for (; equal != 0; equal &= equal - 1) {
            const unsigned lane = bits_lowest(equal);
            if (piece->groups[i].rank[lane] < first) {
                first = piece->groups[i].rank[lane];
                result->best = i * LANES_MAX + lane;
            }
        }
    }
}

/* Does the work of lanes.evaluate. */
KERNEL int64_t lanes_evaluate(const lanes *l, const board *b, const lanes_piece *piece,
                              lanes_result *result)
{
    vector_board s;
    column_list c;
    lanes_load_board(&s, &c, l, b);
    for (unsigned i = 0; i < piece->count; i++) {
        const lanes_group *group = &piece->groups[i];
        switch (group->width) {
        case 1:
            lanes_weigh_group(&s, l, &c, group, 1, result, i);
            break;
        case 2:
            lanes_weigh_group(&s, l, &c, group, 2, result, i);
            break;
        case 3:
            lanes_weigh_group(&s, l, &c, group, 3, result, i);
            break;
        default:
            lanes_weigh_group(&s, l, &c, group, 4, result, i);
        }
    }
    lanes_find_best(result, piece);
    return s.score;
}

#endif

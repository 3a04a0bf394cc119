/* The drops of a piece, lane by lane: what columns.c says of one drop at a time, with the
 * vectors of lanes_board.h. docs/bot.md tells why it is so. */
#ifndef DROPFORGE_BOT_LANES_KERNEL_H
#define DROPFORGE_BOT_LANES_KERNEL_H

#include <limits.h>

#include "bot/lanes_board.h"

/* What the piece of one lane does. Index 0 is the column two left of it. */
typedef struct landing {
    vec y;
    vec was[LANES_MOST_SIDE + 2 * LANES_MARGIN];
    vec now[LANES_MOST_SIDE + 2 * LANES_MARGIN];
    vec top[LANES_MOST_SIDE + 2 * LANES_MARGIN];     /* before it */
    vec crest[LANES_MOST_SIDE + 2 * LANES_MARGIN];   /* and with it */
    vec squares[LANES_MOST_SIDE + 2 * LANES_MARGIN]; /* its own */
    vec holes[LANES_MOST_SIDE + 2 * LANES_MARGIN];   /* old ones */
    vec space[LANES_MOST_SIDE + 2 * LANES_MARGIN];   /* new ones */
} landing;

/* The same of its features. */
typedef struct lane_gains {
    vec ceilings, holes, depth, hole_rows;
} lane_gains;

/* ---- wells ---- */

/* What four bytes of wells come to, each above a floor of its own and nothing else below. The
 * table of a half byte is for all wells in it; of the fast ones only the highest counts. */
KERNEL vec sum_bytes_open(vec wells, bool fast)
{
    static const uint8_t low[2][16] = {
        {0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10},
        {0, 1, 3, 3, 6, 6, 6, 6, 10, 10, 10, 10, 10, 10, 10, 10}};
    static const uint8_t high[2][16] = {
        {0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26},
        {0, 15, 21, 21, 28, 28, 28, 28, 36, 36, 36, 36, 36, 36, 36, 36}};
    const vec halves = v_set(0x0f0f0f0f);
    const vec lower = v_nibbles(low[fast], v_and(wells, halves));
    const vec upper = v_nibbles(high[fast], v_and(v_right_by(wells, 4), halves));
    return fast ? v_most_bytes(lower, upper) : v_add_bytes(lower, upper);
}

/* Wells above floors, a byte for each of four places. */
typedef struct well_bytes {
    vec packed[4];
    vec all; /* must be below 256 */
    unsigned count;
} well_bytes;

KERNEL void pack(well_bytes *bytes, vec wells)
{
    const unsigned at = bytes->count / 4;
    bytes->packed[at] =
        bytes->count % 4 == 0 ? wells : v_or(v_left_by(bytes->packed[at], 8), wells);
    bytes->all = bytes->count == 0 ? wells : v_or(bytes->all, wells);
    bytes->count++;
}

KERNEL vec sum_packed(const well_bytes *bytes, bool fast)
{
    vec sum = sum_bytes_open(bytes->packed[0], fast);
    UNROLL
    for (unsigned i = 1; 4 * i < bytes->count; i++)
        sum = v_add_bytes(sum, sum_bytes_open(bytes->packed[i], fast));
    return v_sum_bytes(sum);
}

/* What wells gain: in the columns of the piece and in those beside it, above tops and in the
 * gap between the old top and the piece. *odd: lanes where a well is too deep for that, or a
 * side of one below a top was closed. */
KERNEL vec gain_wells(const sight *s, const landing *at, vec x, unsigned width, bool fast,
                      lanes_mask *odd)
{
    well_bytes bytes = {.count = 0};
    vec closed = v_set(0), was = v_set(0);
    UNROLL
    for (unsigned j = LANES_MARGIN - 1; j <= width + LANES_MARGIN; j++) {
        const vec wells = v_and_not(at->now[j], v_and(at->now[j - 1], at->now[j + 1]));
        const vec beside = v_or(at->squares[j - 1], at->squares[j + 1]);
        closed = v_or(closed, v_and(v_and(at->holes[j], wells), beside));
        pack(&bytes, v_right(wells, at->crest[j]));
        if (j >= LANES_MARGIN && j < width + LANES_MARGIN)
            pack(&bytes, v_right(v_and(wells, at->space[j]), at->top[j]));
        was = v_add(was, v_look(&s->open, v_add(x, v_set((int32_t)j))));
    }
    *odd |= v_test(closed) | v_above(bytes.all, v_set(255));
    return v_sub(sum_packed(&bytes, fast), was);
}

/* ---- steps ---- */

/* The slopes of the columns, before the piece and with it. Index 0 as in landing. */
typedef struct slopes {
    vec was[LANES_MOST_SIDE + 2 * LANES_MARGIN];
    vec now[LANES_MOST_SIDE + 2 * LANES_MARGIN];
} slopes;

KERNEL void find_slopes(slopes *slope, const sight *s, const landing *at, vec x, unsigned width)
{
    UNROLL
    for (unsigned j = 0; j < width + 2 * LANES_MARGIN; j++) {
        slope->was[j] = slope->now[j] = v_look(&s->slope, v_add(x, v_set((int32_t)j)));
        if (j >= LANES_MARGIN && j < width + LANES_MARGIN)
            slope->now[j] = v_add(slope->was[j], slope_of(v_sub(at->crest[j], at->top[j])));
    }
}

/* ---- one group ---- */

KERNEL void land(landing *at, lane_gains *gains, const sight *s, const lanes_group *group,
                 vec x, unsigned width)
{
    const vec one = v_set(1);
    UNROLL
    for (unsigned j = 0; j < width + 2 * LANES_MARGIN; j++) {
        const vec index = v_add(x, v_set((int32_t)j));
        at->was[j] = at->now[j] = v_look(&s->full, index);
        at->squares[j] = v_set(0);
        if (j < LANES_MARGIN - 1 || j > width + LANES_MARGIN)
            continue;
        at->top[j] = at->crest[j] = v_look(&s->top, index);
        at->holes[j] = v_look(&s->holes, index);
    }
    at->y = v_sub(at->top[LANES_MARGIN], v_load(group->bottom[0]));
    UNROLL
    for (unsigned i = 1; i < width; i++)
        at->y = v_max(at->y, v_sub(at->top[i + LANES_MARGIN], v_load(group->bottom[i])));
    *gains = (lane_gains){v_set(0), v_set(0), v_set(0), v_set(0)};
    UNROLL
    for (unsigned i = 0; i < width; i++) {
        const unsigned j = i + LANES_MARGIN;
        const vec bottom = v_add(at->y, v_load(group->bottom[i])), top = at->top[j];
        const vec count = v_load(group->count[i]), gap = v_sub(bottom, top);
        at->squares[j] = v_left(v_load(group->bits[i]), at->y);
        at->now[j] = v_or(at->was[j], at->squares[j]);
        at->crest[j] = v_add(bottom, count);
        at->space[j] = v_sub(v_left(one, bottom), v_left(one, top));
        gains->ceilings = v_add(gains->ceilings, v_min(gap, one));
        gains->holes = v_add(gains->holes, gap);
        gains->depth = v_add(gains->depth, v_keep(count, v_or(gap, at->holes[j])));
        gains->hole_rows = v_or(gains->hole_rows, at->space[j]);
    }
}

/* The transitions in rows. At each square where the shape and what is beside it differ there is
 * one more, or one fewer if there was one. */
KERNEL vec gain_transitions(const landing *at, const lanes_group *group, unsigned width)
{
    vec lost = v_set(0), left = v_set(0);
    UNROLL
    for (unsigned i = 0; i <= width; i++) {
        const unsigned j = i + LANES_MARGIN;
        const vec bits = i < width ? v_load(group->bits[i]) : v_set(0);
        const vec were = v_right(v_xor(at->was[j - 1], at->was[j]), at->y);
        lost = v_or(v_left_by(lost, LANES_MOST_SIDE), v_and(were, v_xor(left, bits)));
        left = bits;
    }
    return v_sub(v_load(group->edges), v_left_by(v_count(lost), 1));
}

KERNEL vec count_steps(const sight *s, const slopes *slope, unsigned width)
{
    vec steps = s->steps;
    UNROLL
    for (unsigned j = LANES_MARGIN; j <= width + LANES_MARGIN; j++) {
        steps = v_add(steps, step_to(slope->now[j - 1], slope->now[j]));
        steps = v_sub(steps, step_to(slope->was[j - 1], slope->was[j]));
    }
    return steps;
}

KERNEL vec count_pairs(const sight *s, const slopes *slope, unsigned width)
{
    vec pairs = s->pairs;
    vec was = step_to(slope->was[0], slope->was[1]), now = was;
    UNROLL
    for (unsigned j = LANES_MARGIN; j < width + 2 * LANES_MARGIN; j++) {
        const vec to_was = step_to(slope->was[j - 1], slope->was[j]);
        const vec to_now = step_to(slope->now[j - 1], slope->now[j]);
        pairs = v_add(pairs, v_sub(pair_to(now, to_now), pair_to(was, to_was)));
        was = to_was;
        now = to_now;
    }
    return pairs;
}

/* How far the slope of a column is below both beside it. */
KERNEL vec depth_of(const vec *slope, unsigned j)
{
    return v_sub(v_min(slope[j - 1], slope[j + 1]), slope[j]);
}

KERNEL vec gain_deep(const slopes *slope, unsigned width)
{
    enum { DEEP = STEPS_DEEP * STEP_BITS };
    vec sum = v_set(0);
    UNROLL
    for (unsigned j = LANES_MARGIN - 1; j <= width + LANES_MARGIN; j++)
        sum = v_add(sum, v_sub(at_least(depth_of(slope->now, j), DEEP),
                               at_least(depth_of(slope->was, j), DEEP)));
    return sum;
}

KERNEL vec gain_roughness(const landing *at, const slopes *slope, unsigned width)
{
    vec sum = v_set(0);
    UNROLL
    for (unsigned j = LANES_MARGIN; j <= width + LANES_MARGIN; j++) {
        const vec higher = v_max(slope->was[j - 1], slope->was[j]);
        const vec was = magnitude(v_sub(at->top[j], at->top[j - 1]));
        const vec now = magnitude(v_sub(at->crest[j], at->crest[j - 1]));
        /* Beside a wall there is no step: its slope is above all others. */
        const vec counts = v_right_by(v_sub(higher, v_set(WALL_SLOPE)), 31);
        sum = v_add(sum, v_keep(v_sub(now, was), counts));
    }
    return sum;
}

/* All that is told by the steps. */
KERNEL void weigh_slopes(reals *sum, const sight *s, const lanes *l, const landing *at, vec x,
                         unsigned width)
{
    const int64_t *factor = l->judge->factor;
    const unsigned used = l->judge->used;
    slopes slope;
    find_slopes(&slope, s, at, x, width);
    if ((used & LANES_STEPS) != 0) {
        const vec steps = count_steps(s, &slope, width), kinds = step_kinds(steps);
        if (uses(used, DF_FEATURE_DIVERSITY))
            r_add(sum, factor[DF_FEATURE_DIVERSITY], v_sub(v_count(kinds), s->kinds));
        if (uses(used, DF_FEATURE_SMALL_STEPS))
            r_add(sum, factor[DF_FEATURE_SMALL_STEPS], v_sub(count_small(steps), s->small));
        if ((used & LANES_SEATS) != 0) {
            const vec seats = pair_kinds(count_pairs(s, &slope, width));
            r_add(sum, factor[DF_FEATURE_FITS], v_sub(fits_of(kinds, seats), s->fits));
            r_add(sum, factor[DF_FEATURE_SEATS], v_sub(v_count(seats), s->seats));
        }
    }
    if (uses(used, DF_FEATURE_ROUGHNESS))
        r_add(sum, factor[DF_FEATURE_ROUGHNESS], gain_roughness(at, &slope, width));
    if (uses(used, DF_FEATURE_DEEP_WELLS))
        r_add(sum, factor[DF_FEATURE_DEEP_WELLS], gain_deep(&slope, width));
}

/* ---- covers ---- */

/* The empty squares in rows above holes: some rows become such, and the piece fills squares. */
KERNEL vec gain_covers(const sight *s, const landing *at, unsigned width)
{
    vec covers = v_set((int32_t)s->covers), sum = v_set(-s->cover_gaps);
    UNROLL
    for (unsigned j = LANES_MARGIN; j < width + LANES_MARGIN; j++)
        covers = v_or(covers, v_keep(at->squares[j], v_or(at->space[j], at->holes[j])));
    UNROLL
    for (unsigned bit = 0; bit < LACKING_BITS; bit++) {
        const vec lacking = v_and(covers, v_set((int32_t)s->lacking[bit]));
        sum = v_add(sum, v_left_by(v_count(lacking), bit));
    }
    UNROLL
    for (unsigned j = LANES_MARGIN; j < width + LANES_MARGIN; j++)
        sum = v_sub(sum, v_count(v_and(covers, at->squares[j])));
    return sum;
}

/* The rows that are full then: all columns beside the piece are full there, and its own. */
KERNEL vec fill_rows(const sight *s, const landing *at, vec x, unsigned width)
{
    vec full = v_look(&s->before, v_add(x, v_set(LANES_MARGIN)));
    full = v_and(full, v_look(&s->after, v_add(x, v_set((int32_t)width + LANES_MARGIN))));
    UNROLL
    for (unsigned j = LANES_MARGIN; j < width + LANES_MARGIN; j++)
        full = v_and(full, at->now[j]);
    return full;
}

/* ---- all of a piece ---- */

/* The gain of a drop that fills rows, or changes wells that are covered: the board with it is
 * measured as a whole. */
KERNEL double gain_whole(const sight *s, const lanes *l, const column_list *before,
                         const lanes_group *group, unsigned lane, uint32_t y, uint32_t rows)
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
    int64_t gain = weigh_board(l, &c, l->judge->before_clear ? 0 : rows, NULL) - s->score;
    gain += factor[DF_FEATURE_LANDING_HEIGHT] * (2 * y + (uint32_t)group->rise[lane]);
    gain += factor[DF_FEATURE_ERODED_CELLS] * (lines * gone);
    gain += factor[DF_FEATURE_LINES] * lines;
    return (double)gain;
}

KERNEL void weigh_odd(const sight *s, const lanes *l, const column_list *c,
                      const lanes_group *group, lanes_result *result, unsigned number,
                      lanes_mask odd, vec rows)
{
    int32_t full[LANES];
    v_put(full, rows);
    for (unsigned left = odd; left != 0; left &= left - 1) {
        const unsigned lane = bits_lowest(left), at = number * LANES_MOST + lane;
        result->gain[at] =
            gain_whole(s, l, c, group, lane, (uint32_t)result->y[at], (uint32_t)full[lane]);
    }
}

KERNEL void weigh_group(const sight *s, const lanes *l, const column_list *c,
                        const lanes_group *group, unsigned width, lanes_result *result,
                        unsigned number)
{
    const int64_t *factor = l->judge->factor;
    const unsigned used = l->judge->used;
    const vec x = v_load(group->x);
    landing at;
    lane_gains gains;
    land(&at, &gains, s, group, x, width);
    const lanes_mask present = (lanes_mask)((1u << group->used) - 1);
    const lanes_mask outside = v_above(at.y, v_load(group->limit)) & present;
    const vec rows = fill_rows(s, &at, x, width);
    lanes_mask odd = v_test(rows);
    reals sum = r_zero();
    if (uses(used, DF_FEATURE_LANDING_HEIGHT))
        r_add(&sum, factor[DF_FEATURE_LANDING_HEIGHT],
              v_add(v_left_by(at.y, 1), v_load(group->rise)));
    if (uses(used, DF_FEATURE_ROW_TRANSITIONS))
        r_add(&sum, factor[DF_FEATURE_ROW_TRANSITIONS], gain_transitions(&at, group, width));
    if (uses(used, DF_FEATURE_COLUMN_TRANSITIONS))
        r_add(&sum, factor[DF_FEATURE_COLUMN_TRANSITIONS], v_left_by(gains.ceilings, 1));
    if (uses(used, DF_FEATURE_HOLES))
        r_add(&sum, factor[DF_FEATURE_HOLES], gains.holes);
    if (uses(used, DF_FEATURE_HOLE_DEPTH))
        r_add(&sum, factor[DF_FEATURE_HOLE_DEPTH], gains.depth);
    if (uses(used, DF_FEATURE_ROWS_WITH_HOLES))
        r_add(&sum, factor[DF_FEATURE_ROWS_WITH_HOLES],
              v_count(v_and_not(s->hole_rows, gains.hole_rows)));
    if (uses(used, DF_FEATURE_AGGREGATE_HEIGHT)) {
        vec heights = gains.holes;
        for (unsigned i = 0; i < width; i++)
            heights = v_add(heights, v_load(group->count[i]));
        r_add(&sum, factor[DF_FEATURE_AGGREGATE_HEIGHT], heights);
    }
    if (uses(used, DF_FEATURE_WELLS))
        r_add(&sum, factor[DF_FEATURE_WELLS], gain_wells(s, &at, x, width, false, &odd));
    if (uses(used, DF_FEATURE_WELLS_FAST))
        r_add(&sum, factor[DF_FEATURE_WELLS_FAST], gain_wells(s, &at, x, width, true, &odd));
    if ((used & (LANES_STEPS | 1u << DF_FEATURE_ROUGHNESS | 1u << DF_FEATURE_DEEP_WELLS)) != 0)
        weigh_slopes(&sum, s, l, &at, x, width);
    if (uses(used, DF_FEATURE_COVER_GAPS))
        r_add(&sum, factor[DF_FEATURE_COVER_GAPS], gain_covers(s, &at, width));
    result->outside[number] = (uint16_t)outside;
    v_put(result->y + number * LANES_MOST, at.y);
    r_put(result->gain + number * LANES_MOST, sum, outside | (lanes_mask)~present);
    odd &= present & (lanes_mask)~outside;
    if (odd != 0)
        weigh_odd(s, l, c, group, result, number, odd, rows);
}

/* The first of the best lanes: rank, and index in *result. */
KERNEL void find_best(lanes_result *result, const lanes_piece *piece)
{
    reals most = r_load(result->gain);
    for (unsigned i = 1; i < piece->count; i++)
        most = r_max(most, r_load(result->gain + i * LANES_MOST));
    most = r_most(most);
    unsigned first = UINT_MAX;
    for (unsigned i = 0; i < piece->count; i++) {
        unsigned equal = r_equal(most, r_load(result->gain + i * LANES_MOST));
        for (; equal != 0; equal &= equal - 1) {
            const unsigned lane = bits_lowest(equal);
            if (piece->groups[i].rank[lane] < first) {
                first = piece->groups[i].rank[lane];
                result->best = i * LANES_MOST + lane;
            }
        }
    }
}

/* For lanes.evaluate. */
KERNEL int64_t evaluate_lanes(const lanes *l, const board *b, const lanes_piece *piece,
                              lanes_result *result)
{
    sight s;
    column_list c;
    look(&s, &c, l, b);
    for (unsigned i = 0; i < piece->count; i++) {
        const lanes_group *group = &piece->groups[i];
        switch (group->width) {
        case 1:
            weigh_group(&s, l, &c, group, 1, result, i);
            break;
        case 2:
            weigh_group(&s, l, &c, group, 2, result, i);
            break;
        case 3:
            weigh_group(&s, l, &c, group, 3, result, i);
            break;
        default:
            weigh_group(&s, l, &c, group, 4, result, i);
        }
    }
    find_best(result, piece);
    return s.score;
}

#endif

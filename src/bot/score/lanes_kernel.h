/* Eight drops at once, lane by lane. A file defines KERNEL and MACHINE for functions, COLUMNS
 * as how many columns it bounds at once, the type `reals` of eight doubles, and
 *
 *   v_count(a)                    the number of bits of each byte; some bytes are 0
 *   v_weigh(reals, factor, a)     adds factor * a
 *   v_store(to, reals)
 *
 * and includes lanes_choose.h: so the same names in each of these files are meant. A shift may
 * move bits into the next lane; they are masked, or their place is set. */
#pragma once

#include <string.h>

#include "core/base/bits.h"
#include "lanes_inside.h"

KERNEL vec v_set(uint32_t a)
{
    return (vec){0} + (uint16_t)a;
}

KERNEL vec v_load(const uint16_t *from)
{
    vec loaded;
    memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

/* Returns all bits of the lanes that are not 0. */
KERNEL vec v_some(vec a)
{
    return (vec)(a != 0);
}

KERNEL vec v_equal(vec a, vec b)
{
    return (vec)(a == b);
}

/* Returns the sum of the bytes of each lane. */
KERNEL vec v_sum(vec a)
{
    return (a & 0xff) + (a >> 8);
}

/* Some drops: the boards after them, row by row, full rows still in place. */
typedef struct sheet {
    const evaluator *judge;
    unsigned rows;               /* no board has a square above these */
    vec row[LANES_MAX_ROWS];     /* the squares */
    vec gone[LANES_MAX_ROWS];    /* all bits where the row is cleared */
    vec covered[LANES_MAX_ROWS]; /* the squares, and the places below squares */
    vec full, inner, one;        /* a full row; one without the last column; 1 */
    vec first, last;             /* the first and the last column */
    vec lines;                   /* how many rows are filled */
    vec top;                     /* the columns of the highest row with holes */
    vec value[DF_FEATURES];      /* of the features that are used */
} sheet;

KERNEL bool lanes_uses(const sheet *s, unsigned features)
{
    return (s->judge->used & features) != 0;
}

KERNEL void lanes_add(sheet *s, df_feature feature, vec value)
{
    s->value[feature] = value;
}

/* The pieces at rest: the rows of their shapes, and where they are. */
typedef struct fallen {
    vec shape[LANES_MAX_SIDE], at[LANES_MAX_SIDE];
} fallen;

/* Returns the squares of the pieces in a row. */
KERNEL vec lanes_squares(const fallen *f, unsigned row)
{
    return (f->shape[0] & v_equal(v_set(row), f->at[0])) |
           (f->shape[1] & v_equal(v_set(row), f->at[1])) |
           (f->shape[2] & v_equal(v_set(row), f->at[2])) |
           (f->shape[3] & v_equal(v_set(row), f->at[3]));
}

/* Puts the pieces onto the board, and weighs what they are themselves. */
KERNEL void lanes_put(sheet *s, const uint16_t *before, const fallen *pieces)
{
    const vec clears = s->judge->before_clear ? v_set(0) : ~v_set(0);
    const bool eroded = lanes_uses(s, 1u << DF_FEATURE_ERODED_CELLS);
    const vec one = s->one, full = s->full;
    vec cells = v_set(0), lines = v_set(0);
    for (unsigned i = s->rows; i-- > 0;) {
        const vec squares = lanes_squares(pieces, i), row = squares | v_set(before[i]);
        const vec filled = v_equal(row, full);
        lines += filled & one;
        if (eroded)
            cells += v_count(squares & filled);
        s->row[i] = row;
        s->gone[i] = filled & clears;
    }
    s->lines = lines;
    lanes_add(s, DF_FEATURE_LINES, lines);
    if (!eroded)
        return;
    /* Lines are four at most. */
    const vec each = v_sum(cells), twice = each + each;
    vec sum = (each & v_some(lines & one)) + (twice & v_some(lines & v_set(2)));
    sum += (twice + twice) & v_some(lines & v_set(4));
    lanes_add(s, DF_FEATURE_ERODED_CELLS, sum);
}

/* Weighs neighbours of which one is full and one empty. */
KERNEL void lanes_weigh_edges(sheet *s, unsigned width)
{
    vec above = v_set(0), gaps = v_set(0), ceilings = v_set(0);
    for (unsigned i = s->rows; i-- > 0;) {
        const vec row = s->row[i], empty = row ^ s->full, gone = s->gone[i];
        gaps += v_count(empty & (row << 1 | s->first));
        ceilings += v_count(above & empty);
        above = (above & gone) | (row & ~gone);
    }
    /* Each row above the others has a gap, also those that come for the rows that are cleared.
     */
    vec all = v_sum(gaps) + v_set(s->judge->layout.height - s->rows);
    if (!s->judge->before_clear)
        all += s->lines;
    lanes_add(s, DF_FEATURE_ROW_TRANSITIONS, all + all);
    const vec under = v_sum(ceilings);
    lanes_add(s, DF_FEATURE_COLUMN_TRANSITIONS, under + under + v_set(width));
}

/* Weighs holes, and finds the covered squares. */
KERNEL void lanes_weigh_holes(sheet *s, unsigned width)
{
    enum { SIDES = 3 };
    const unsigned sides = !lanes_uses(s, MEASURE_OF_SIDES) ? 0 : width < 5 ? 2 : SIDES;
    const vec zero = v_set(0), one = s->one;
    vec cover = zero, holes = zero, rows = zero, found = zero, top = zero;
    vec side[SIDES] = {zero, zero, zero};
    for (unsigned i = s->rows; i-- > 0;) {
        const vec row = s->row[i], hole = cover & (row ^ s->full), some = v_some(hole);
        holes += v_count(hole);
        rows += some & one;
        top |= hole & ~found;
        found |= some;
        s->covered[i] = cover | row;
        cover |= row & ~s->gone[i];
        for (unsigned k = 0; k < sides; k++)
            side[k] += v_count(hole & (s->first << k | s->last >> k));
    }
    s->top = top;
    lanes_add(s, DF_FEATURE_HOLES, v_sum(holes));
    lanes_add(s, DF_FEATURE_ROWS_WITH_HOLES, rows);
    lanes_add(s, DF_FEATURE_WALL_HOLES, v_sum(side[0]));
    lanes_add(s, DF_FEATURE_SECOND_HOLES, v_sum(side[1]));
    lanes_add(s, DF_FEATURE_THIRD_HOLES, v_sum(side[2]));
}

/* Weighs what is seen from below: squares above empty ones, and their rows; and the height of
 * the columns with the highest holes. */
KERNEL void lanes_weigh_covers(sheet *s)
{
    vec open = v_set(0), raised = open, gaps = open, height = open;
    const bool covers = lanes_uses(s, 1u << DF_FEATURE_COVER_GAPS);
    for (unsigned i = 0; i < s->rows; i++) {
        const vec row = s->row[i], empty = row ^ s->full, stays = ~s->gone[i];
        const vec over = row & open & stays;
        raised += v_count(over);
        if (covers)
            gaps += v_count(empty & v_some(over));
        open |= empty;
        height += v_some(s->covered[i] & s->top) & stays & s->one;
    }
    lanes_add(s, DF_FEATURE_HOLE_DEPTH, v_sum(raised));
    lanes_add(s, DF_FEATURE_COVER_GAPS, v_sum(gaps));
    lanes_add(s, DF_FEATURE_HOLE_TOP, height);
}

/* Weighs wells. For each column the squares of a well so far are counted in binary, a row of
 * digits in each of these vectors. */
KERNEL void lanes_count_wells(sheet *s, df_feature feature, unsigned digits)
{
    const bool fast = feature == DF_FEATURE_WELLS_FAST;
    const vec zero = v_set(0);
    vec digit[5] = {zero, zero, zero, zero, zero}, sum[5] = {zero, zero, zero, zero, zero};
    for (unsigned i = s->rows; i-- > 0;) {
        const vec row = s->row[i], empty = row ^ s->full, gone = s->gone[i];
        vec more = empty & (row << 1 | s->first) & (row >> 1 | s->last);
        if (fast)
            more |= digit[0] | digit[1] | digit[2] | digit[3] | digit[4];
        UNROLL
        for (unsigned k = 0; k < digits; k++) {
            const vec next = (digit[k] ^ more) & empty;
            more &= digit[k];
            sum[k] += v_count(next);
            digit[k] = next | (digit[k] & gone);
        }
    }
    vec all = v_sum(sum[0]);
    UNROLL
    for (unsigned k = 1; k < digits; k++)
        all += v_sum(sum[k]) << k;
    lanes_add(s, feature, all);
}

KERNEL void lanes_weigh_wells(sheet *s, df_feature feature)
{
    if (s->rows < 8)
        lanes_count_wells(s, feature, 3);
    else if (s->rows < 16)
        lanes_count_wells(s, feature, 4);
    else
        lanes_count_wells(s, feature, 5);
}

/* Returns all bits of the lanes with two bits or more; bit 15 is 0. */
KERNEL vec v_two(vec a)
{
    return v_some(a & ((a | v_set(0x8000)) - v_set(1)));
}

/* Weighs the pieces that fit on these steps from a column to the next. */
KERNEL void lanes_weigh_fits(sheet *s, vec down, vec down_2, vec up, vec up_2, vec level)
{
    const vec one = s->one;
    const vec flat = level & level >> 1, z = down & level >> 1, lying = level & up >> 1;
    const vec fits[6] = {level,        level | up_2, level | down_2,
                         down | lying, up | z,       down | up | flat};
    const vec seats[6] = {flat, z, lying, level & down >> 1, up & level >> 1, down & up >> 1};
    vec fit = v_set(0), twice = fit, seat = fit;
    UNROLL
    for (unsigned i = 0; i < 6; i++) {
        fit += v_some(fits[i]) & one;
        twice += v_two(fits[i]) & one;
        seat += v_some(seats[i]) & one;
    }
    lanes_add(s, DF_FEATURE_FITS, fit);
    lanes_add(s, DF_FEATURE_SECOND_FITS, twice);
    lanes_add(s, DF_FEATURE_SEATS, seat);
}

/* Weighs the steps from a column to the next: up[k] has those of more than k rows. */
KERNEL void lanes_weigh_steps(sheet *s)
{
    const vec zero = v_set(0), one = s->one;
    vec down[3] = {zero, zero, zero}, up[3] = {zero, zero, zero}, rough = zero;
    for (unsigned i = s->rows; i-- > 0;) {
        const vec self = s->covered[i], next = self >> 1;
        const vec falls = self & ~next & s->inner, rises = next & ~self & s->inner;
        down[2] |= down[1] & falls;
        down[1] |= down[0] & falls;
        down[0] |= falls;
        up[2] |= up[1] & rises;
        up[1] |= up[0] & rises;
        up[0] |= rises;
        rough += v_count(falls | rises);
    }
    const vec down_1 = down[0] & ~down[1], down_2 = down[1] & ~down[2];
    const vec up_1 = up[0] & ~up[1], up_2 = up[1] & ~up[2];
    const vec level = s->inner & ~(down[0] | up[0]);
    lanes_add(s, DF_FEATURE_ROUGHNESS, v_sum(rough));
    lanes_add(s, DF_FEATURE_SMALL_STEPS, v_sum(v_count(down_1 | up_1)));
    lanes_add(s, DF_FEATURE_DIVERSITY,
              (v_some(down_1) & one) + (v_some(down_2) & one) + (v_some(up_1) & one) +
                  (v_some(up_2) & one) + (v_some(level) & one));
    lanes_weigh_fits(s, down_1, down_2, up_1, up_2, level);
}

/* Weighs columns that are lower than both neighbours: pit[k] has those of more than k rows. */
KERNEL void lanes_weigh_pits(sheet *s)
{
    vec pit[3] = {v_set(0), v_set(0), v_set(0)}, deep = v_set(0);
    for (unsigned i = s->rows; i-- > 0;) {
        const vec self = s->covered[i];
        const vec low = (self ^ s->full) & (self << 1 | s->first) & (self >> 1 | s->last);
        deep += v_count(pit[1] & low);
        pit[2] |= pit[1] & low;
        pit[1] |= pit[0] & low;
        pit[0] |= low;
    }
    lanes_add(s, DF_FEATURE_DEEP_WELLS, v_sum(v_count(pit[2])));
    lanes_add(s, DF_FEATURE_DEEP_ROWS, v_sum(deep));
}

KERNEL void lanes_weigh_height(sheet *s)
{
    vec sum = v_set(0);
    for (unsigned i = 0; i < s->rows; i++)
        sum += v_count(s->covered[i] & ~s->gone[i]);
    lanes_add(s, DF_FEATURE_AGGREGATE_HEIGHT, v_sum(sum));
}

/* Weighs the board that each drop leaves. */
KERNEL void lanes_weigh_sheet(sheet *s, unsigned width)
{
    enum {
        EDGES = 1 << DF_FEATURE_ROW_TRANSITIONS | 1 << DF_FEATURE_COLUMN_TRANSITIONS,
        COVERS =
            1 << DF_FEATURE_HOLE_DEPTH | 1 << DF_FEATURE_COVER_GAPS | 1 << DF_FEATURE_HOLE_TOP,
        PITS = 1 << DF_FEATURE_DEEP_WELLS | 1 << DF_FEATURE_DEEP_ROWS,
    };
    if (lanes_uses(s, EDGES))
        lanes_weigh_edges(s, width);
    lanes_weigh_holes(s, width);
    if (lanes_uses(s, COVERS))
        lanes_weigh_covers(s);
    if (lanes_uses(s, 1u << DF_FEATURE_WELLS))
        lanes_weigh_wells(s, DF_FEATURE_WELLS);
    if (lanes_uses(s, 1u << DF_FEATURE_WELLS_FAST))
        lanes_weigh_wells(s, DF_FEATURE_WELLS_FAST);
    if (lanes_uses(s, (MEASURE_OF_STEPS & ~(unsigned)PITS) | 1u << DF_FEATURE_ROUGHNESS))
        lanes_weigh_steps(s);
    if (lanes_uses(s, PITS))
        lanes_weigh_pits(s);
    if (lanes_uses(s, 1u << DF_FEATURE_AGGREGATE_HEIGHT))
        lanes_weigh_height(s);
}

/* Adds the values of some features, weighed. */
KERNEL void lanes_weigh_values(reals sum, const sheet *s, unsigned features)
{
    for (; features != 0; features &= features - 1) {
        const unsigned f = bits_lowest(features);
        v_weigh(sum, (double)s->judge->factor[f], s->value[f]);
    }
}

/* Scores some drops. `narrow`: of lane 0 only, the part of LANES_NARROW. */
NOINLINE MACHINE void lanes_weigh(const lanes *l, const board *b, const lanes_handful *drops,
                                  double score[LANES], double *narrow)
{
    const grid *g = &l->judge->layout;
    sheet s;
    fallen pieces;
    uint16_t before[LANES_MAX_ROWS];
    reals sum = {0};
    s.judge = l->judge;
    s.rows = drops->rows;
    s.full = v_set((unsigned)g->row);
    s.inner = v_set((unsigned)g->row >> 1);
    s.first = s.one = v_set(1);
    s.last = v_set(1u << (g->width - 1));
    for (unsigned i = 0; i < s.rows; i++)
        before[i] = (uint16_t)(b->words[i >> 2] >> (i & 3) * 16);
    const vec y = v_load(drops->y);
    lanes_add(&s, DF_FEATURE_LANDING_HEIGHT, y + y + v_load(drops->rise));
    for (unsigned k = 0; k < LANES_MAX_SIDE; k++) {
        pieces.shape[k] = v_load(drops->row[k]);
        pieces.at[k] = y + v_set(k);
    }
    lanes_put(&s, before, &pieces);
    lanes_weigh_sheet(&s, g->width);
    lanes_weigh_values(sum, &s, l->judge->used & LANES_NARROW);
    v_store(score, sum);
    *narrow = score[0];
    lanes_weigh_values(sum, &s, l->judge->used & ~LANES_NARROW);
    v_store(score, sum);
}

#include "bot/columns.h"

#include <limits.h>
#include <string.h>

#include "bot/measure.h"
#include "bot/steps.h"
#include "core/bits.h"
#include "core/copied.h"

enum {
    BOTH_WELLS = 1 << DF_FEATURE_WELLS | 1 << DF_FEATURE_WELLS_FAST,
    STEPS = 1 << DF_FEATURE_DIVERSITY | 1 << DF_FEATURE_ROUGHNESS |
            1 << DF_FEATURE_SMALL_STEPS | 1 << DF_FEATURE_FITS | 1 << DF_FEATURE_SEATS,
};

/* How much of each feature a drop adds. */
typedef struct gain {
    int gaps;     /* half of the row transitions */
    int ceilings; /* half of the column transitions */
    int holes;
    int depth;
    int heights;
    int wells;
    uint64_t hole_rows;
    uint64_t covers; /* rows of the piece where it is above an empty square */
} gain;

bool df_columns_fit(const evaluator *e)
{
    return e->layout.width > 1 && e->layout.height <= COLUMNS_MOST_ROWS &&
           (e->used & BOTH_WELLS) != BOTH_WELLS;
}

/* How many of four squares are full. */
static inline int count_four(uint64_t squares)
{
    static const uint8_t counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return counts[squares];
}

static inline uint64_t under(unsigned row)
{
    return (UINT64_C(1) << row) - 1;
}

/* What wells come to over a floor and nothing else; square 0 is the lowest. Up to four rows it
 * is looked up. */
static inline int sum_open(uint64_t wells, bool fast)
{
    static const uint8_t sums[2][16] = {
        {0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10},
        {0, 1, 3, 3, 6, 6, 6, 6, 10, 10, 10, 10, 10, 10, 10, 10}};
    if (wells < 16)
        return sums[fast][wells];
    int sum = 0;
    for (int depth = 1; wells != 0; depth++, wells >>= 1)
        sum += fast || (wells & 1) != 0 ? depth : 0;
    return sum;
}

/* What wells come to whose squares below may be full. */
static int sum_hidden(uint64_t wells, uint64_t full, bool fast)
{
    uint64_t within = ~full, from = wells;
    unsigned sum = 0;
    if (fast) {
        for (uint64_t more = wells; more != 0; more = more >> 1 & ~full)
            from |= more;
        within = from;
    }
    for (; from != 0; from = from >> 1 & within)
        sum += bits_count(from);
    return (int)sum;
}

static void load_rows(columns *c, const board *b)
{
    const grid *g = &c->judge->layout;
    for (unsigned y = 0; y < b->rows; y++) {
        c->row[y] = grid_row(g, b->words, y);
        for (uint64_t row = c->row[y]; row != 0; row &= row - 1)
            c->column[COLUMNS_MARGIN + bits_lowest(row)].full |= UINT64_C(1) << y;
    }
    for (unsigned y = b->rows; y < g->height + COLUMNS_MOST_HEIGHT; y++)
        c->row[y] = 0;
}

static void load_columns(columns *c)
{
    const bool fast = (c->judge->used & 1u << DF_FEATURE_WELLS_FAST) != 0;
    const unsigned width = c->judge->layout.width;
    for (unsigned x = 0; x < width; x++) {
        column *own = &c->column[COLUMNS_MARGIN + x];
        own->top = c->now->top[x];
        own->below = under(own->top);
        const uint64_t holes = ~own->full & own->below;
        const uint64_t wells = ~own->full & own[-1].full & own[1].full;
        own->open = holes != 0;
        c->hole_rows |= holes;
        own->covered = wells & own->below;
        own->hidden = own->covered != 0 ? sum_hidden(own->covered, own->full, fast) : 0;
        own->wells = own->hidden + sum_open(wells >> own->top, fast);
        /* Full squares above the lowest empty one. */
        c->covers |= own->full & (own->full + 1);
    }
}

/* The height of a column of which `top` is, walls included. */
static inline int height_at(const columns *c, int x, int top)
{
    return x >= 0 && x < (int)c->judge->layout.width ? top : INT_MAX / 2;
}

static void load_steps(columns *c)
{
    uint64_t before = 0;
    for (unsigned x = 0; x + 1 < c->judge->layout.width; x++) {
        const uint64_t step = step_of(c->now->top[x], c->now->top[x + 1]);
        c->steps += step;
        c->pairs += pair_of(before, step);
        before = step;
    }
    c->kinds = count_kinds(c->steps);
    c->fits = count_fits(c->steps, c->pairs);
    c->seats = count_kinds(c->pairs);
}

void df_columns_load(columns *c, const evaluator *e, const board *b)
{
    const unsigned width = e->layout.width;
    int32_t values[DF_FEATURES] = {0};
    c->judge = e;
    c->now = b;
    c->hole_rows = c->covers = c->steps = c->pairs = 0;
    memset(c->column, 0, (width + 2 * COLUMNS_MARGIN) * sizeof c->column[0]);
    for (unsigned i = 0; i < COLUMNS_MARGIN; i++)
        c->column[i].full = c->column[COLUMNS_MARGIN + width + i].full = UINT64_MAX;
    load_rows(c, b);
    load_columns(c);
    if ((e->used & STEPS) != 0)
        load_steps(c);
    df_measure_board(values, &e->layout, b->words, b->rows, b->top, e->used);
    c->score = 0;
    for (unsigned f = 0; f < DF_FEATURES; f++)
        c->score += (e->used & ~MEASURE_OF_PLACEMENT) >> f & 1 ? e->factor[f] * values[f] : 0;
}

bool df_columns_shape(column_shape *form, const df_shape *shape)
{
    if (shape->width > COLUMNS_MOST_WIDTH || shape->height > COLUMNS_MOST_HEIGHT)
        return false;
    form->shape = shape;
    for (unsigned i = 0; i < shape->width; i++) {
        form->bits[i] = 0;
        for (unsigned y = 0; y < shape->height; y++)
            form->bits[i] |= (uint64_t)(shape->row[y] >> i & 1) << y;
        form->count[i] = (uint8_t)(shape->top[i] - shape->bottom[i] + 1);
        if (form->bits[i] != under(form->count[i]) << shape->bottom[i])
            return false;
    }
    return true;
}

/* Whether a row is full then. Rows of the shape above its top are empty, and are looked at
 * rather than asked for. */
static inline bool fills_row(const columns *c, const df_shape *shape, unsigned x, unsigned y)
{
    bool full = false;
    for (unsigned i = 0; i < COLUMNS_MOST_HEIGHT; i++)
        full |= (c->row[y + i] | (uint64_t)shape->row[i] << x) == c->judge->layout.row;
    return full;
}

/* A piece in its place. Index 0 is the first column of the shape; there is room for two columns
 * on either side. */
typedef struct landed {
    uint64_t full[COLUMNS_MOST_WIDTH + 2 * COLUMNS_MARGIN];
    uint64_t below[COLUMNS_MOST_WIDTH + 2 * COLUMNS_MARGIN]; /* what is under the piece */
    unsigned top[COLUMNS_MOST_WIDTH + 2 * COLUMNS_MARGIN];
} landed;

/* What the columns under the piece gain, each by itself. */
COPIED void stack(gain *sum, landed *now, const column *own, const column_shape *form,
                  unsigned width, unsigned y)
{
    for (unsigned i = 0; i < width; i++) {
        const unsigned bottom = y + form->shape->bottom[i], at = i + COLUMNS_MARGIN;
        const int gap = (int)bottom - own[i].top;
        const int count = form->count[i];
        now->full[at] = own[i].full | form->bits[i] << y;
        now->below[at] = under(bottom);
        now->top[at] = bottom + (unsigned)count;
        sum->ceilings += gap > 0;
        sum->holes += gap;
        sum->depth += count * ((gap > 0) | own[i].open);
        sum->covers |= (gap > 0) | own[i].open ? form->bits[i] << y : 0;
        sum->heights += gap + count;
        sum->hole_rows |= now->below[at] & ~own[i].below;
    }
    static const int beside[] = {-2, -1, 0, 1};
    for (unsigned i = 0; i < 4; i++) {
        const int x = beside[i] < 0 ? beside[i] : beside[i] + (int)width;
        now->full[x + COLUMNS_MARGIN] = own[x].full;
        now->below[x + COLUMNS_MARGIN] = own[x].below;
        now->top[x + COLUMNS_MARGIN] = own[x].top;
    }
}

/* A piece's square takes away a gap, which is an empty square right of a full one, and makes
 * one of the empty square to its right. */
COPIED void abut(gain *sum, const landed *now, const column *own, const column_shape *form,
                 unsigned width, unsigned y)
{
    for (unsigned i = 0; i < width; i++) {
        sum->gaps -= count_four(form->bits[i] & own[(int)i - 1].full >> y);
        sum->gaps += count_four(form->bits[i] & ~now->full[i + COLUMNS_MARGIN + 1] >> y);
    }
}

/* What the wells of column i gain: under what was its top, in the gap below the piece, and
 * above it. */
COPIED int sink(const landed *now, const column *own, int i, bool fast)
{
    const column *was = &own[i];
    const int at = i + COLUMNS_MARGIN;
    const uint64_t wells = ~now->full[at] & now->full[at - 1] & now->full[at + 1];
    const uint64_t covered = wells & was->below;
    int sum = was->hidden;
    if (covered != was->covered)
        sum = sum_hidden(covered, now->full[at], fast);
    sum += sum_open((wells & now->below[at]) >> was->top, fast);
    sum += sum_open(wells >> now->top[at], fast);
    return sum - was->wells;
}

/* Wells change in the columns of the piece and in those beside it. */
COPIED int sink_all(const landed *now, const column *own, unsigned width, bool fast)
{
    int sum = sink(now, own, -1, fast) + sink(now, own, 0, fast);
    sum += width > 1 ? sink(now, own, 1, fast) : 0;
    sum += width > 2 ? sink(now, own, 2, fast) : 0;
    sum += width > 3 ? sink(now, own, 3, fast) : 0;
    return sum + sink(now, own, (int)width, fast);
}

/* The pairs of steps in which a column of the piece has a part. */
COPIED uint64_t gain_pairs(const columns *c, unsigned x, unsigned width, const unsigned *top)
{
    const column *own = &c->column[COLUMNS_MARGIN + x];
    uint64_t pairs = 0, before = 0, after = 0;
    for (int i = -1; i <= (int)width + 1; i++) {
        const int at = (int)x + i;
        const bool inside = at > 0 && at < (int)c->judge->layout.width;
        const uint64_t was = inside ? step_of(own[i - 1].top, own[i].top) : 0;
        const uint64_t now = inside ? step_of((int)top[i - 1], (int)top[i]) : 0;
        pairs += pair_of(after, now) - pair_of(before, was);
        before = was;
        after = now;
    }
    return pairs;
}

/* What the steps between the columns that the piece touches gain, and all that is told by them.
 */
COPIED int64_t weigh_steps(const columns *c, unsigned x, unsigned width, const unsigned *top)
{
    const column *own = &c->column[COLUMNS_MARGIN + x];
    const int64_t *factor = c->judge->factor;
    const int first = x > 0 ? 0 : 1;
    const int last = x + width < c->judge->layout.width ? (int)width : (int)width - 1;
    uint64_t steps = c->steps;
    int roughness = 0, small = 0;
    for (int i = first; i <= last; i++) {
        const int before = own[i].top - own[i - 1].top;
        const int after = (int)top[i] - (int)top[i - 1];
        const int size_before = before < 0 ? -before : before;
        const int size_after = after < 0 ? -after : after;
        steps += step_of(0, after) - step_of(0, before);
        roughness += size_after - size_before;
        small += (size_after == 1) - (size_before == 1);
    }
    int64_t score = factor[DF_FEATURE_DIVERSITY] * (count_kinds(steps) - c->kinds) +
                    factor[DF_FEATURE_ROUGHNESS] * roughness +
                    factor[DF_FEATURE_SMALL_STEPS] * small;
    if ((c->judge->used & (1u << DF_FEATURE_FITS | 1u << DF_FEATURE_SEATS)) != 0) {
        const uint64_t pairs = c->pairs + gain_pairs(c, x, width, top);
        score += factor[DF_FEATURE_FITS] * (count_fits(steps, pairs) - c->fits) +
                 factor[DF_FEATURE_SEATS] * (count_kinds(pairs) - c->seats);
    }
    return score;
}

/* The deep wells in the columns of the piece and beside it. */
COPIED int gain_deep(const columns *c, unsigned x, unsigned width, const unsigned *top)
{
    const column *own = &c->column[COLUMNS_MARGIN + x];
    int sum = 0;
    for (int i = -1; i <= (int)width; i++) {
        const int at = (int)x + i;
        if (at < 0 || at >= (int)c->judge->layout.width)
            continue;
        sum += is_deep(height_at(c, at - 1, (int)top[i - 1]), (int)top[i],
                       height_at(c, at + 1, (int)top[i + 1]));
        sum -= is_deep(height_at(c, at - 1, own[i - 1].top), own[i].top,
                       height_at(c, at + 1, own[i + 1].top));
    }
    return sum;
}

/* The gaps that have to be filled in rows above holes. */
COPIED int gain_covers(const columns *c, const column_shape *form, unsigned width, unsigned y,
                       uint64_t covers)
{
    int sum = 0;
    for (uint64_t rows = covers & ~c->covers; rows != 0; rows &= rows - 1) {
        const uint64_t row = c->row[bits_lowest(rows)];
        sum += (int)(c->judge->layout.width - bits_count(row));
    }
    for (unsigned i = 0; i < width; i++)
        sum -= count_four(form->bits[i] & (c->covers | covers) >> y);
    return sum;
}

/* The score of a drop that fills no row. Compiled once for each usual width, so that the loops
 * above have no branches. */
COPIED int64_t weigh(const columns *c, const column_shape *form, unsigned x, unsigned y,
                     unsigned width)
{
    const evaluator *e = c->judge;
    const int64_t *factor = e->factor;
    const column *own = &c->column[COLUMNS_MARGIN + x];
    landed now;
    gain sum = {0};
    stack(&sum, &now, own, form, width, y);
    if ((e->used & 1u << DF_FEATURE_ROW_TRANSITIONS) != 0)
        abut(&sum, &now, own, form, width, y);
    if ((e->used & BOTH_WELLS) != 0)
        sum.wells = sink_all(&now, own, width, (e->used & 1u << DF_FEATURE_WELLS_FAST) != 0);
    const unsigned landing = 2 * y + form->shape->height - 1;
    int64_t score = c->score + factor[DF_FEATURE_LANDING_HEIGHT] * landing;
    score += factor[DF_FEATURE_ROW_TRANSITIONS] * 2 * sum.gaps;
    score += factor[DF_FEATURE_COLUMN_TRANSITIONS] * 2 * sum.ceilings;
    score += factor[DF_FEATURE_HOLES] * sum.holes;
    score += factor[DF_FEATURE_HOLE_DEPTH] * sum.depth;
    score += factor[DF_FEATURE_AGGREGATE_HEIGHT] * sum.heights;
    /* One of the two is 0. */
    score += (factor[DF_FEATURE_WELLS] + factor[DF_FEATURE_WELLS_FAST]) * sum.wells;
    const uint64_t fresh = sum.hole_rows & ~c->hole_rows;
    score += factor[DF_FEATURE_ROWS_WITH_HOLES] * (int64_t)bits_count(fresh);
    if ((e->used & STEPS) != 0)
        score += weigh_steps(c, x, width, now.top + COLUMNS_MARGIN);
    if ((e->used & 1u << DF_FEATURE_DEEP_WELLS) != 0)
        score +=
            factor[DF_FEATURE_DEEP_WELLS] * gain_deep(c, x, width, now.top + COLUMNS_MARGIN);
    if ((e->used & 1u << DF_FEATURE_COVER_GAPS) != 0)
        score += factor[DF_FEATURE_COVER_GAPS] * gain_covers(c, form, width, y, sum.covers);
    return score;
}

/* The row in which the shape comes to rest. */
COPIED unsigned find_rest(const column *own, const df_shape *shape, unsigned width)
{
    int rest = 0;
    for (unsigned i = 0; i < width; i++) {
        const int least = own[i].top - shape->bottom[i];
        rest = least > rest ? least : rest;
    }
    return (unsigned)rest;
}

COPIED size_t drop_all(const columns *c, const column_shape *form, uint8_t orientation,
                       unsigned width, scored *list)
{
    const grid *g = &c->judge->layout;
    const df_shape *shape = form->shape;
    size_t count = 0;
    for (unsigned x = 0; x + width <= g->width; x++) {
        const unsigned y = find_rest(&c->column[COLUMNS_MARGIN + x], shape, width);
        if (y + shape->height > g->height)
            continue;
        list[count].place = (df_place){orientation, (uint8_t)x, (uint16_t)y};
        list[count++].score = fills_row(c, shape, x, y)
                                  ? df_evaluate(c->judge, c->now, shape, x, y)
                                  : weigh(c, form, x, y, width);
    }
    return count;
}

size_t df_columns_drops(const columns *c, const column_shape *form, uint8_t orientation,
                        scored *list)
{
    switch (form->shape->width) {
    case 1:
        return drop_all(c, form, orientation, 1, list);
    case 2:
        return drop_all(c, form, orientation, 2, list);
    case 3:
        return drop_all(c, form, orientation, 3, list);
    default:
        return drop_all(c, form, orientation, 4, list);
    }
}

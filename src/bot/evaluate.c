#include "bot/evaluate.h"

#include <assert.h>
#include <string.h>

#include "bot/measure.h"
#include "core/wide.h"

/* The most that a feature can be on a board of that size, with any piece. */
static uint64_t most_of(df_feature feature, uint64_t width, uint64_t height)
{
    enum { SQUARES = DF_PIECE_MAX_SQUARES };
    switch (feature) {
    case DF_FEATURE_LANDING_HEIGHT:
        return 2 * height;
    case DF_FEATURE_ERODED_CELLS:
        return SQUARES * SQUARES;
    case DF_FEATURE_WELLS:
    case DF_FEATURE_WELLS_FAST:
        return width * height * (height + 1) / 2;
    case DF_FEATURE_ROW_TRANSITIONS:
    case DF_FEATURE_COLUMN_TRANSITIONS:
        return (width + 1) * (height + 1);
    case DF_FEATURE_HOLES:
    case DF_FEATURE_HOLE_DEPTH:
    case DF_FEATURE_AGGREGATE_HEIGHT:
    case DF_FEATURE_ROUGHNESS:
    case DF_FEATURE_COVER_GAPS:
        return width * height;
    case DF_FEATURE_ROWS_WITH_HOLES:
        return height;
    case DF_FEATURE_DIVERSITY:
        return 5;
    case DF_FEATURE_FITS:
    case DF_FEATURE_SEATS:
        return 6;
    case DF_FEATURE_SMALL_STEPS:
    case DF_FEATURE_DEEP_WELLS:
        return width;
    case DF_FEATURE_LINES:
        return SQUARES;
    case DF_FEATURES:
        break;
    }
    return 0;
}

static uint64_t magnitude(int64_t value)
{
    return value < 0 ? (uint64_t)-value : (uint64_t)value;
}

/* Whether no sum can be above EVALUATE_MOST. */
static bool is_safe(const evaluator *e, unsigned moves)
{
    uint64_t sum = 0;
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        uint64_t high;
        uint64_t most = most_of((df_feature)f, e->layout.width, e->layout.height);
        if ((MEASURE_OF_PLACEMENT >> f & 1) != 0)
            most *= moves;
        sum = wide_multiply_add(magnitude(e->factor[f]), most, sum, 0, &high);
        if (high != 0 || sum > (uint64_t)EVALUATE_MOST)
            return false;
    }
    return true;
}

/* Divides by the largest number that divides all. */
static void reduce(int64_t factor[DF_FEATURES])
{
    uint64_t common = 0;
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        uint64_t a = magnitude(factor[f]);
        while (a != 0) {
            const uint64_t rest = common % a;
            common = a;
            a = rest;
        }
    }
    for (unsigned f = 0; common > 1 && f < DF_FEATURES; f++)
        factor[f] /= (int64_t)common;
}

df_status df_evaluator_make(evaluator *e, unsigned width, unsigned height,
                            const df_weights *weights, unsigned moves)
{
    *e = (evaluator){.before_clear = weights->score_before_clear};
    df_grid_make(&e->layout, width, height);
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        const int64_t weight = weights->weight[f];
        if (weight < -DF_WEIGHT_MAX || weight > DF_WEIGHT_MAX)
            return DF_ERROR_ARGUMENT;
        /* The landing height is in halves. */
        e->factor[f] = f == DF_FEATURE_LANDING_HEIGHT ? weight : 2 * weight;
        if (weight != 0)
            e->used |= 1u << f;
    }
    reduce(e->factor);
    while (!is_safe(e, moves)) {
        for (unsigned f = 0; f < DF_FEATURES; f++)
            e->factor[f] = (e->factor[f] + (e->factor[f] < 0 ? -5 : 5)) / 10;
    }
    return DF_OK;
}

static void measure_change(int32_t values[DF_FEATURES], const df_shape *shape, unsigned y,
                           board_change change)
{
    values[DF_FEATURE_LANDING_HEIGHT] = (int32_t)(2 * y + shape->height - 1);
    values[DF_FEATURE_ERODED_CELLS] = (int32_t)(change.lines * change.eroded);
    values[DF_FEATURE_LINES] = (int32_t)change.lines;
}

static int64_t weigh(const evaluator *e, const int32_t values[DF_FEATURES], unsigned used)
{
    int64_t sum = 0;
    for (unsigned f = 0; f < DF_FEATURES; f++)
        sum += (used >> f & 1) != 0 ? e->factor[f] * values[f] : 0;
    return sum;
}

int64_t df_evaluate_change(const evaluator *e, const df_shape *shape, unsigned y,
                           board_change change)
{
    int32_t values[DF_FEATURES] = {0};
    measure_change(values, shape, y, change);
    return weigh(e, values, MEASURE_OF_PLACEMENT);
}

/* Measures the features in `used` when the shape is at (x, y). */
static inline void measure_place(int32_t values[DF_FEATURES], const evaluator *e,
                                 const board *b, const df_shape *shape, unsigned x, unsigned y,
                                 unsigned used)
{
    const grid *g = &e->layout;
    uint64_t words[BOARD_MOST_WORDS];
    uint16_t top[DF_FIELD_MAX_WIDTH];
    unsigned rows = y + shape->height > b->rows ? y + shape->height : b->rows;
    assert(rows <= g->height);
    const unsigned count = grid_words(g, rows);
    for (unsigned i = 0; i < count; i++)
        words[i] = b->words[i];
    grid_put(g, words, shape, x, y);
    const uint32_t full = df_grid_find_full(g, words, shape, y);
    board_change change = {0};
    if (full != 0) {
        change = df_grid_change(shape, full);
        if (!e->before_clear) {
            df_grid_clear(g, words, rows, y, full);
            rows -= change.lines;
        }
    }
    measure_change(values, shape, y, change);
    if ((used & MEASURE_OF_TOPS) != 0) {
        if (full != 0) {
            df_grid_find_tops(g, words, rows, top);
        } else {
            memcpy(top, b->top, g->width * sizeof top[0]);
            for (unsigned i = 0; i < shape->width; i++) {
                const unsigned own = y + shape->top[i] + 1;
                top[x + i] = own > top[x + i] ? (uint16_t)own : top[x + i];
            }
        }
    }
    df_measure_board(values, g, words, rows, top, used);
}

int64_t df_evaluate(const evaluator *e, const board *b, const df_shape *shape, unsigned x,
                    unsigned y)
{
    int32_t values[DF_FEATURES];
    measure_place(values, e, b, shape, x, y, e->used);
    return weigh(e, values, e->used);
}

void df_evaluate_features(int32_t values[DF_FEATURES], const evaluator *e, const board *b,
                          const df_shape *shape, unsigned x, unsigned y, unsigned used)
{
    measure_place(values, e, b, shape, x, y, used);
}

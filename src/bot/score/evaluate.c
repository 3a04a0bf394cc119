#include "evaluate.h"

#include <assert.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/wide.h"
#include "steps.h"

static uint64_t evaluate_magnitude(int64_t value)
{
    return value < 0 ? (uint64_t)-value : (uint64_t)value;
}

/* True if no sum can be above EVALUATE_MAX. */
static bool evaluate_is_safe(const evaluator *e, unsigned moves)
{
    enum { SQUARES = DF_PIECE_MAX_SQUARES };
    const uint64_t width = e->layout.width, height = e->layout.height, squares = width * height;
    const uint64_t edges = (width + 1) * (height + 1), wells = squares * (height + 1) / 2;
    /* The largest value of each feature on a board of that size, with any piece. */
    const uint64_t largest[DF_FEATURES] = {
        [DF_FEATURE_LANDING_HEIGHT] = 2 * height,
        [DF_FEATURE_ERODED_CELLS] = SQUARES * SQUARES,
        [DF_FEATURE_ROW_TRANSITIONS] = edges,
        [DF_FEATURE_COLUMN_TRANSITIONS] = edges,
        [DF_FEATURE_HOLES] = squares,
        [DF_FEATURE_WELLS] = wells,
        [DF_FEATURE_WELLS_FAST] = wells,
        [DF_FEATURE_HOLE_DEPTH] = squares,
        [DF_FEATURE_ROWS_WITH_HOLES] = height,
        [DF_FEATURE_DIVERSITY] = 5,
        [DF_FEATURE_AGGREGATE_HEIGHT] = squares,
        [DF_FEATURE_LINES] = SQUARES,
        [DF_FEATURE_ROUGHNESS] = squares,
        [DF_FEATURE_SMALL_STEPS] = width,
        [DF_FEATURE_FITS] = 6,
        [DF_FEATURE_SEATS] = 6,
        [DF_FEATURE_DEEP_WELLS] = width,
        [DF_FEATURE_COVER_GAPS] = squares,
        [DF_FEATURE_SQUARE_HEIGHTS] = SQUARES * height,
        [DF_FEATURE_WALL_HOLES] = squares,
        [DF_FEATURE_SECOND_HOLES] = squares,
        [DF_FEATURE_THIRD_HOLES] = squares,
        [DF_FEATURE_HOLE_TOP] = height,
        [DF_FEATURE_PITS] = squares * STEPS_MAX_PIT,
        [DF_FEATURE_WORST_PIT] = height * STEPS_MAX_PIT,
        [DF_FEATURE_DOUBLE_FITS] = 18,
        [DF_FEATURE_SECOND_FITS] = 6,
        [DF_FEATURE_DEEP_ROWS] = squares,
    };
    uint64_t sum = 0;
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        uint64_t high;
        const uint64_t max = largest[f] * ((MEASURE_OF_PLACEMENT >> f & 1) != 0 ? moves : 1);
        sum = wide_multiply_add(evaluate_magnitude(e->factor[f]), max, sum, 0, &high);
        if (high != 0 || sum > (uint64_t)EVALUATE_MAX)
            return false;
    }
    return true;
}

/* Divides by the greatest common divisor. */
static void evaluate_reduce(int64_t factor[DF_FEATURES])
{
    uint64_t common = 0;
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        uint64_t a = evaluate_magnitude(factor[f]);
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
    evaluate_reduce(e->factor);
    while (!evaluate_is_safe(e, moves)) {
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
    values[DF_FEATURE_SQUARE_HEIGHTS] = 0;
    for (unsigned i = 0; i < shape->height; i++)
        values[DF_FEATURE_SQUARE_HEIGHTS] += (int32_t)((y + i) * bits_count(shape->row[i]));
}

static int64_t evaluate_weigh(const evaluator *e, const int32_t values[DF_FEATURES],
                              unsigned used)
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
    return evaluate_weigh(e, values, MEASURE_OF_PLACEMENT);
}

void df_evaluate_features(int32_t values[DF_FEATURES], const evaluator *e, const board *b,
                          const df_shape *shape, unsigned x, unsigned y, unsigned used)
{
    const grid *g = &e->layout;
    uint64_t words[BOARD_MAX_WORDS];
    uint16_t top[DF_NARROW_MAX_WIDTH];
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
            grid_raise_tops(top, shape, x, y);
        }
    }
    df_measure_board(values, g, words, rows, top, used);
}

int64_t df_evaluate(const evaluator *e, const board *b, const df_shape *shape, unsigned x,
                    unsigned y)
{
    int32_t values[DF_FEATURES];
    df_evaluate_features(values, e, b, shape, x, y, e->used);
    return evaluate_weigh(e, values, e->used);
}

size_t df_evaluate_drops(const evaluator *e, const board *b, const df_piece *piece,
                         scored *list)
{
    const grid *g = &e->layout;
    size_t count = 0;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &piece->shape[o];
        for (unsigned x = 0; piece->same_as[o] == o && x + shape->width <= g->width; x++) {
            const unsigned y = board_rest(b, shape, x);
            if (y + shape->height > g->height)
                continue;
            list[count].place = (df_place){(uint8_t)o, (uint8_t)x, (uint16_t)y};
            list[count++].score = df_evaluate(e, b, shape, x, y);
        }
    }
    return count;
}

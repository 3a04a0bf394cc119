/* What bounds of scores need of weights and shapes; docs/method/bot.md has the proof. */
#include <stdlib.h>

#include "core/base/bits.h"
#include "lanes_inside.h"
#include "steps.h"

/* In units no factor is larger, so that all sums fit into 16 bits. */
#define MAX_FACTOR 128

/* Returns a value in units, rounded up. */
static int32_t bounds_round(const lanes_bounds *by, int64_t value)
{
    return (int32_t)((value > 0 ? value + by->unit - 1 : value) / by->unit);
}

/* Returns the most that an empty square below a piece gains as a hole, on any side. */
static int64_t bounds_find_gap(const evaluator *e)
{
    int64_t side = e->layout.width > 6 ? 0 : INT64_MIN;
    for (unsigned i = 0; i < 3 && 2 * i < e->layout.width; i++) {
        const int64_t self = e->factor[DF_FEATURE_WALL_HOLES + (int)i];
        side = self > side ? self : side;
    }
    return e->factor[DF_FEATURE_HOLES] + e->factor[DF_FEATURE_AGGREGATE_HEIGHT] + side;
}

bool df_lanes_bound_make(lanes_bounds *made, const evaluator *e)
{
    static const df_feature lost[] = {
        DF_FEATURE_LANDING_HEIGHT, DF_FEATURE_ROW_TRANSITIONS, DF_FEATURE_WELLS,
        DF_FEATURE_WELLS_FAST,     DF_FEATURE_ROWS_WITH_HOLES, DF_FEATURE_HOLE_DEPTH,
        DF_FEATURE_ROUGHNESS,      DF_FEATURE_DEEP_WELLS,      DF_FEATURE_DEEP_ROWS,
        DF_FEATURE_COVER_GAPS,     DF_FEATURE_HOLE_TOP};
    const int64_t *factor = e->factor;
    int64_t largest = 1;
    for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++) {
        if (factor[lost[i]] > 0)
            return false;
    }
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        const int64_t size = factor[f] < 0 ? -factor[f] : factor[f];
        largest = size > largest ? size : largest;
    }
    made->unit = (largest + MAX_FACTOR - 1) / MAX_FACTOR;
    made->climb = (int16_t)bounds_round(made, 2 * factor[DF_FEATURE_LANDING_HEIGHT]);
    made->gap = (int16_t)bounds_round(made, bounds_find_gap(e));
    made->column = (int16_t)bounds_round(made, 2 * factor[DF_FEATURE_COLUMN_TRANSITIONS] +
                                                   factor[DF_FEATURE_HOLE_DEPTH]);
    made->beside = (int16_t)bounds_round(made, 2 * factor[DF_FEATURE_ROW_TRANSITIONS]);
    made->hole_top = (int16_t)bounds_round(made, -factor[DF_FEATURE_HOLE_TOP]);
    for (unsigned left = LANES_NARROW; left != 0; left &= left - 1) {
        const unsigned f = bits_lowest(left);
        made->narrow += (factor[f] > 0 ? factor[f] : 0) * (f == DF_FEATURE_DIVERSITY ? 5 : 6);
    }
    for (int rows = 1; rows <= LANES_MAX_ROWS; rows++) {
        const int deep = rows >= STEPS_DEEP ? rows - STEPS_DEEP + 1 : 0;
        const int64_t wells = factor[DF_FEATURE_WELLS] + factor[DF_FEATURE_WELLS_FAST];
        made->step[rows] = bounds_round(made, -factor[DF_FEATURE_ROUGHNESS] * rows -
                                                  factor[DF_FEATURE_SMALL_STEPS] * (rows == 1));
        made->well[rows] = bounds_round(made, -wells * (rows * (rows + 1) / 2) -
                                                  factor[DF_FEATURE_DEEP_WELLS] * (deep > 0) -
                                                  factor[DF_FEATURE_DEEP_ROWS] * deep);
    }
    return true;
}

bool df_lanes_bound_shape(lanes_piece *made, unsigned orientation, const lanes_bounds *bounds,
                          const evaluator *e)
{
    const df_shape *shape = &made->piece->shape[orientation];
    const int64_t *factor = e->factor, small = factor[DF_FEATURE_SMALL_STEPS];
    unsigned squares = 0, span = 0;
    bool whole = true; /* no row has a gap */
    for (unsigned y = 0; y < shape->height; y++) {
        const uint32_t row = shape->row[y], rest = row + (row & (0 - row));
        whole = whole && (rest & (rest - 1)) == 0;
        squares += bits_count(row);
    }
    int64_t fixed = factor[DF_FEATURE_LANDING_HEIGHT] * (shape->height - 1) +
                    factor[DF_FEATURE_AGGREGATE_HEIGHT] * squares -
                    factor[DF_FEATURE_ROW_TRANSITIONS] * 2 * shape->height -
                    factor[DF_FEATURE_COVER_GAPS] * squares + (small > 0 ? 2 * small : 0);
    for (unsigned x = 0; x < shape->width; x++) {
        span += shape->top[x] - shape->bottom[x] + 1u;
        const int step = x > 0 ? abs(shape->top[x] - shape->top[x - 1]) : 0;
        fixed += factor[DF_FEATURE_ROUGHNESS] * step + small * (step == 1);
    }
    made->fixed[orientation] = (int16_t)bounds_round(bounds, fixed);
    return whole && span == squares;
}

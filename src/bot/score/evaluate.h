/* Scores of placements, one at a time; lanes.h has many at once. */
#pragma once

#include "board.h"
#include "dropforge/bot.h"

/* The largest magnitude of a score and of any part of its sum of factor × value, in any order:
 * so doubles are as exact as integers. */
#define EVALUATE_MAX (INT64_C(1) << 53)

/* Weights prepared for boards of one size. */
typedef struct evaluator {
    grid layout;
    unsigned used; /* the set of features with a weight */
    bool before_clear;
    int64_t factor[DF_FEATURES];
} evaluator;

/* A placement and its score. */
typedef struct scored {
    df_place place;
    int64_t score;
} scored;

/* Writes the first of the best of a list, if there is one. */
static inline void scored_find_best(const scored *list, size_t count, scored *best)
{
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || list[i].score > best->score)
            *best = list[i];
    }
}

/* Prepares the weights for boards of that size, and for sums over `moves` placements.
 * DF_ERROR_ARGUMENT: a weight beyond DF_WEIGHT_MAX. */
df_status df_evaluator_make(evaluator *e, unsigned width, unsigned height,
                            const df_weights *weights, unsigned moves);

/* Returns the score when the shape comes to rest at (x, y), where it is free and inside. */
int64_t df_evaluate(const evaluator *e, const board *b, const df_shape *shape, unsigned x,
                    unsigned y);

/* Returns the part of that score that belongs to the placement, not to the board after it. */
int64_t df_evaluate_change(const evaluator *e, const df_shape *shape, unsigned y,
                           board_change change);

/* Writes to `list` all placements of the piece straight from above that are inside, and their
 * scores, by orientation and column; returns their number. The list has space for
 * DF_ORIENTATIONS × width. Orientations that look alike come once. */
size_t df_evaluate_drops(const evaluator *e, const board *b, const df_piece *piece,
                         scored *list);

/* Measures the features of a placement in the set `used` (1 << feature), as
 * df_feature says. Values of other features are undefined. */
void df_evaluate_features(int32_t values[DF_FEATURES], const evaluator *e, const board *b,
                          const df_shape *shape, unsigned x, unsigned y, unsigned used);

/* ---- the features of a board, for all rows of a word at once ----
 *
 * docs/method/bot.md defines them, and explains why the counts here agree. */

/* The features of the placement itself; all others are features of the board after it. */
#define MEASURE_OF_PLACEMENT                                                                   \
    (1u << DF_FEATURE_LANDING_HEIGHT | 1u << DF_FEATURE_ERODED_CELLS |                         \
     1u << DF_FEATURE_LINES | 1u << DF_FEATURE_SQUARE_HEIGHTS)

/* Holes by their distance from the nearer wall. */
#define MEASURE_OF_SIDES                                                                       \
    (1u << DF_FEATURE_WALL_HOLES | 1u << DF_FEATURE_SECOND_HOLES | 1u << DF_FEATURE_THIRD_HOLES)

/* Features of the board that follow only from the heights of its columns, */
#define MEASURE_OF_STEPS                                                                       \
    (1u << DF_FEATURE_DIVERSITY | 1u << DF_FEATURE_SMALL_STEPS | 1u << DF_FEATURE_FITS |       \
     1u << DF_FEATURE_SEATS | 1u << DF_FEATURE_DEEP_WELLS | 1u << DF_FEATURE_PITS |            \
     1u << DF_FEATURE_WORST_PIT | 1u << DF_FEATURE_DOUBLE_FITS |                               \
     1u << DF_FEATURE_SECOND_FITS | 1u << DF_FEATURE_DEEP_ROWS)
/* and all that need these heights. */
#define MEASURE_OF_TOPS (MEASURE_OF_STEPS | 1u << DF_FEATURE_HOLE_TOP)

/* Features that are only measured one board at a time: drops of players that have them are not
 * scored in lanes. */
#define MEASURE_OF_WHOLE                                                                       \
    (1u << DF_FEATURE_SQUARE_HEIGHTS | 1u << DF_FEATURE_PITS | 1u << DF_FEATURE_WORST_PIT |    \
     1u << DF_FEATURE_DOUBLE_FITS)

/* Measures the features of a board in the set `used` (1 << feature), except those of the
 * placement. The board has `rows` occupied rows, of which some may be full. `top` has the
 * heights of its columns, for MEASURE_OF_TOPS only. Values of other features are undefined. */
void df_measure_board(int32_t values[DF_FEATURES], const grid *g, const uint64_t *words,
                      unsigned rows, const uint16_t *top, unsigned used);

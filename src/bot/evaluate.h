/* The score of placements. All that is to be fast is behind df_evaluate_drops. */
#ifndef DROPFORGE_BOT_EVALUATE_H
#define DROPFORGE_BOT_EVALUATE_H

#include "bot/board.h"
#include "dropforge/bot.h"

/* Scores are sums of factor × value, none of which is above this, nor is any part of the sum,
 * in any order: so doubles are as exact as integers. */
#define EVALUATE_MOST (INT64_C(1) << 53)

/* Weights made ready for boards of one size. */
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

/* Makes the weights ready for boards of that size, and for sums over `moves` placements.
 * DF_ERROR_ARGUMENT: a weight beyond DF_WEIGHT_MAX. */
df_status df_evaluator_make(evaluator *e, unsigned width, unsigned height,
                            const df_weights *weights, unsigned moves);

/* The score when the shape comes to rest at (x, y), where it is free and inside. */
int64_t df_evaluate(const evaluator *e, const board *b, const df_shape *shape, unsigned x,
                    unsigned y);

/* The same without what belongs to the board: what the placement itself adds. */
int64_t df_evaluate_change(const evaluator *e, const df_shape *shape, unsigned y,
                           board_change change);

/* Writes to `list` all placements of the piece straight from above that are inside, and their
 * scores, by orientation and column; returns how many. There is room for DF_ORIENTATIONS times
 * the width. What looks alike comes once. */
size_t df_evaluate_drops(const evaluator *e, const board *b, const df_piece *piece,
                         scored *list);

/* The features of a placement that are in the set `used` (1 << feature), as
 * df_features_measure. Values of others are written or not. */
void df_evaluate_features(int32_t values[DF_FEATURES], const evaluator *e, const board *b,
                          const df_shape *shape, unsigned x, unsigned y, unsigned used);

#endif

/* The internals of df_train. */
#ifndef DROPFORGE_BOT_TRAIN_STATE_H
#define DROPFORGE_BOT_TRAIN_STATE_H

#include "train_optimizer.h"

/* The widest spread, in millionths. */
#define TRAIN_MAX_SPREAD 1000000000

/* The results of a candidate in all its games. */
typedef struct candidate_score {
    double value; /* the more, the better */
    uint64_t pieces;
    size_t number;
} candidate_score;

struct df_train {
    df_train_options options;
    df_feature feature[OPTIMIZER_MAX]; /* of each number of the optimiser */
    optimizer optimizer;
    double *points; /* of the next generation */
    candidate_score *scores;
    size_t *order;
    df_train_point *curve; /* one for each generation that is done */
    size_t curve_capacity;
};

/* Reserves memory for another point of the curve. */
df_status df_train_reserve(df_train *train);

/* Draws the next generation, after the optimiser's state has changed. */
void df_train_draw(df_train *train);

#endif

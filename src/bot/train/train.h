/* CMA-ES maximises a function of a few real numbers only from the order of its values: it
 * draws a generation of points, and learns from the order of these. Plain data; the points
 * depend only on the seed, the generation and the state. */
#pragma once

#include "dropforge/bot.h"

/* The most dimensions: one for each feature. */
#define OPTIMIZER_MAX DF_FEATURES

/* The largest magnitude of a number in a state. */
#define OPTIMIZER_LIMIT 1e100

/* The smallest step. */
#define OPTIMIZER_MIN_STEP 1e-100

typedef struct optimizer {
    unsigned dimensions; /* 1 to OPTIMIZER_MAX */
    unsigned population; /* at least 2 */
    uint64_t seed;
    double spread; /* the standard deviation at the beginning */
    uint64_t generation;
    double mean[OPTIMIZER_MAX];
    /* σ, C, p_c and p_σ in Hansen's tutorial. */
    double step;
    double covariance[OPTIMIZER_MAX][OPTIMIZER_MAX];
    double path[OPTIMIZER_MAX];
    double step_path[OPTIMIZER_MAX];
} optimizer;

/* Returns the default population. */
unsigned df_optimizer_population(unsigned dimensions);

/* Sets the rest of the state; the fields down to `spread`, and `mean`, are the caller's. */
void df_optimizer_begin(optimizer *self);

/* Draws the points of the generation: `population` times `dimensions` numbers. */
void df_optimizer_sample(const optimizer *self, double *points);

/* Learns from the points that were drawn; order[0] is the number of the best of them. */
void df_optimizer_update(optimizer *self, const double *points, const size_t *order);

/* Returns the standard deviation of a number: the root of the mean square. */
double df_optimizer_spread(const optimizer *self);

/* The widest spread, in millionths. */
#define TRAIN_MAX_SPREAD 1000000000

/* The results of a candidate in all its games. */
typedef struct candidate_score {
    double value; /* the more, the better */
    uint64_t pieces;
    size_t number;
} candidate_score;

struct df_train {
    df_train_state state;
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

/* Methods that find the largest value of a function of a few real numbers, of which only the
 * order of its values is known: a generation of points is drawn, their order is told. Plain
 * data; what is drawn depends on the seed, the generation and the state alone. */
#ifndef DROPFORGE_BOT_TRAIN_OPTIMIZER_H
#define DROPFORGE_BOT_TRAIN_OPTIMIZER_H

#include "dropforge/train.h"

/* As many numbers as there are features. */
#define OPTIMIZER_MOST DF_FEATURES

/* No state has a number beyond this, with either sign. */
#define OPTIMIZER_LIMIT 1e100

/* No step is below this. */
#define OPTIMIZER_LEAST_STEP 1e-100

typedef struct optimizer {
    df_train_method method;
    df_train_noise noise;
    unsigned dimensions; /* 1 to OPTIMIZER_MOST */
    unsigned population; /* at least 2 */
    uint64_t seed;
    double spread; /* the standard deviation at the beginning */
    uint64_t generation;
    double mean[OPTIMIZER_MOST];
    double variance[OPTIMIZER_MOST]; /* with cross-entropy */
    /* With CMA: names as in Hansen's tutorial, σ, C, p_c, p_σ. */
    double step;
    double covariance[OPTIMIZER_MOST][OPTIMIZER_MOST];
    double path[OPTIMIZER_MOST];
    double step_path[OPTIMIZER_MOST];
} optimizer;

/* Of the method when none is said. */
unsigned df_optimizer_population(df_train_method method, unsigned dimensions);

/* Sets the rest of the state; the fields down to `spread`, and `mean`, are the caller's. */
void df_optimizer_begin(optimizer *own);

/* Draws the points of the generation: `population` times `dimensions` numbers. */
void df_optimizer_sample(const optimizer *own, double *points);

/* Learns from the points that were drawn; order[0] is the number of the best of them. */
void df_optimizer_update(optimizer *own, const double *points, const size_t *order);

/* The standard deviation of a number: root of the mean square. */
double df_optimizer_spread(const optimizer *own);

/* What the above is for each method. */
void df_cross_entropy_sample(const optimizer *own, df_random *random, double *points);
void df_cross_entropy_update(optimizer *own, const double *points, const size_t *order);
void df_cma_sample(const optimizer *own, df_random *random, double *points);
void df_cma_update(optimizer *own, const double *points, const size_t *order);

#endif

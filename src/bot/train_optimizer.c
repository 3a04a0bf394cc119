#include "bot/train_optimizer.h"

#include <string.h>

#include "bot/real.h"

/* Separates the points from the games, which have streams by their numbers. */
#define POINTS UINT64_C(0x747261696e657200)

unsigned df_optimizer_population(df_train_method method, unsigned dimensions)
{
    if (method == DF_TRAIN_CROSS_ENTROPY)
        return 100;
    return 4 + (unsigned)(3 * df_real_log(dimensions));
}

void df_optimizer_begin(optimizer *own)
{
    own->generation = 0;
    own->step = own->spread;
    memset(own->covariance, 0, sizeof own->covariance);
    for (unsigned i = 0; i < OPTIMIZER_MOST; i++) {
        own->variance[i] = own->spread * own->spread;
        own->covariance[i][i] = 1;
        own->path[i] = own->step_path[i] = 0;
    }
}

void df_optimizer_sample(const optimizer *own, double *points)
{
    df_random random;
    df_random_seed(&random, own->seed ^ POINTS, own->generation);
    if (own->method == DF_TRAIN_CMA)
        df_cma_sample(own, &random, points);
    else
        df_cross_entropy_sample(own, &random, points);
}

/* Keeps a function without a best value, which wants ever larger numbers, from infinity. */
static void bound(double *number)
{
    if (!(*number <= OPTIMIZER_LIMIT))
        *number = OPTIMIZER_LIMIT;
    if (*number < -OPTIMIZER_LIMIT)
        *number = -OPTIMIZER_LIMIT;
}

void df_optimizer_update(optimizer *own, const double *points, const size_t *order)
{
    if (own->method == DF_TRAIN_CMA)
        df_cma_update(own, points, order);
    else
        df_cross_entropy_update(own, points, order);
    own->generation++;
    bound(&own->step);
    if (own->step < OPTIMIZER_LEAST_STEP)
        own->step = OPTIMIZER_LEAST_STEP;
    for (unsigned i = 0; i < own->dimensions; i++) {
        bound(&own->mean[i]);
        bound(&own->variance[i]);
        bound(&own->path[i]);
        bound(&own->step_path[i]);
        for (unsigned j = 0; j < own->dimensions; j++)
            bound(&own->covariance[i][j]);
    }
}

double df_optimizer_spread(const optimizer *own)
{
    double sum = 0;
    for (unsigned i = 0; i < own->dimensions; i++)
        sum += own->method == DF_TRAIN_CMA ? own->step * own->step * own->covariance[i][i]
                                           : own->variance[i];
    double spread = df_real_root(sum / own->dimensions);
    bound(&spread);
    return spread;
}

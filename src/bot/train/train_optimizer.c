#include "train.h"

#include <string.h>

#include "core/base/real.h"

/* Keeps the random stream of the points apart from those of the games. */
#define POINTS UINT64_C(0x747261696e657200)

/* ---- noisy cross-entropy ---- */

/* Szita, Lőrincz: Learning Tetris using the noisy cross-entropy method, Neural Computation 18
 * (2006); Thiery, Scherrer: Improvements on learning Tetris with cross entropy, ICGA Journal 32
 * (2009). */

/* One in ELITE points is learnt from. */
#define ELITE 10

static void cross_entropy_sample(const optimizer *self, df_random *random, double *points)
{
    double deviation[OPTIMIZER_MAX];
    for (unsigned i = 0; i < self->dimensions; i++)
        deviation[i] = df_real_root(self->variance[i]);
    for (unsigned k = 0; k < self->population; k++) {
        for (unsigned i = 0; i < self->dimensions; i++)
            *points++ = self->mean[i] + deviation[i] * df_real_normal(random);
    }
}

/* Returns the noise for variances. The articles have a spread of 10, and add 4 or
 * 5 - generation / 10. */
static double cross_entropy_noise(const optimizer *self)
{
    double added = self->noise == DF_TRAIN_NOISE_CONSTANT ? 4 : 0;
    if (self->noise == DF_TRAIN_NOISE_DECREASING && self->generation < 50)
        added = 5 - (double)self->generation / 10;
    return added / 100 * self->spread * self->spread;
}

static void cross_entropy_update(optimizer *self, const double *points, const size_t *order)
{
    const unsigned n = self->dimensions;
    const unsigned elite = self->population >= 2 * ELITE ? self->population / ELITE : 2;
    for (unsigned i = 0; i < n; i++) {
        double sum = 0, squares = 0;
        for (unsigned k = 0; k < elite; k++)
            sum += points[order[k] * n + i];
        self->mean[i] = sum / elite;
        for (unsigned k = 0; k < elite; k++) {
            const double from = points[order[k] * n + i] - self->mean[i];
            squares += from * from;
        }
        self->variance[i] = squares / elite + cross_entropy_noise(self);
    }
}

/* ---- the optimiser ---- */

unsigned df_optimizer_population(df_train_method method, unsigned dimensions)
{
    if (method == DF_TRAIN_CROSS_ENTROPY)
        return 100;
    return 4 + (unsigned)(3 * df_real_log(dimensions));
}

void df_optimizer_begin(optimizer *self)
{
    self->generation = 0;
    self->step = self->spread;
    memset(self->covariance, 0, sizeof self->covariance);
    for (unsigned i = 0; i < OPTIMIZER_MAX; i++) {
        self->variance[i] = self->spread * self->spread;
        self->covariance[i][i] = 1;
        self->path[i] = self->step_path[i] = 0;
    }
}

void df_optimizer_sample(const optimizer *self, double *points)
{
    df_random random;
    df_random_seed(&random, self->seed ^ POINTS, self->generation);
    if (self->method == DF_TRAIN_CMA)
        df_cma_sample(self, &random, points);
    else
        cross_entropy_sample(self, &random, points);
}

/* Bounds a number, which would grow to infinity where no value is the best. */
static void optimizer_bound(double *number)
{
    if (!(*number <= OPTIMIZER_LIMIT))
        *number = OPTIMIZER_LIMIT;
    if (*number < -OPTIMIZER_LIMIT)
        *number = -OPTIMIZER_LIMIT;
}

void df_optimizer_update(optimizer *self, const double *points, const size_t *order)
{
    if (self->method == DF_TRAIN_CMA)
        df_cma_update(self, points, order);
    else
        cross_entropy_update(self, points, order);
    self->generation++;
    optimizer_bound(&self->step);
    if (self->step < OPTIMIZER_MIN_STEP)
        self->step = OPTIMIZER_MIN_STEP;
    for (unsigned i = 0; i < self->dimensions; i++) {
        optimizer_bound(&self->mean[i]);
        optimizer_bound(&self->variance[i]);
        optimizer_bound(&self->path[i]);
        optimizer_bound(&self->step_path[i]);
        for (unsigned j = 0; j < self->dimensions; j++)
            optimizer_bound(&self->covariance[i][j]);
    }
}

double df_optimizer_spread(const optimizer *self)
{
    double sum = 0;
    for (unsigned i = 0; i < self->dimensions; i++)
        sum += self->method == DF_TRAIN_CMA ? self->step * self->step * self->covariance[i][i]
                                            : self->variance[i];
    double spread = df_real_root(sum / self->dimensions);
    optimizer_bound(&spread);
    return spread;
}

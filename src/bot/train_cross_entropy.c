/* Szita, Lőrincz: Learning Tetris using the noisy cross-entropy method, Neural Computation 18
 * (2006); Thiery, Scherrer: Improvements on learning Tetris with cross entropy, ICGA Journal 32
 * (2009). */
#include "bot/real.h"
#include "bot/train_optimizer.h"

/* One of so many points is learnt from. */
#define ELITE 10

void df_cross_entropy_sample(const optimizer *own, df_random *random, double *points)
{
    double deviation[OPTIMIZER_MOST];
    for (unsigned i = 0; i < own->dimensions; i++)
        deviation[i] = df_real_root(own->variance[i]);
    for (unsigned k = 0; k < own->population; k++) {
        for (unsigned i = 0; i < own->dimensions; i++)
            *points++ = own->mean[i] + deviation[i] * df_real_normal(random);
    }
}

/* The articles have a spread of 10, and add 4, or 5 - generation / 10, to variances. */
static double noise(const optimizer *own)
{
    double added = own->noise == DF_TRAIN_NOISE_CONSTANT ? 4 : 0;
    if (own->noise == DF_TRAIN_NOISE_DECREASING && own->generation < 50)
        added = 5 - (double)own->generation / 10;
    return added / 100 * own->spread * own->spread;
}

void df_cross_entropy_update(optimizer *own, const double *points, const size_t *order)
{
    const unsigned n = own->dimensions;
    const unsigned elite = own->population >= 2 * ELITE ? own->population / ELITE : 2;
    for (unsigned i = 0; i < n; i++) {
        double sum = 0, squares = 0;
        for (unsigned k = 0; k < elite; k++)
            sum += points[order[k] * n + i];
        own->mean[i] = sum / elite;
        for (unsigned k = 0; k < elite; k++) {
            const double from = points[order[k] * n + i] - own->mean[i];
            squares += from * from;
        }
        own->variance[i] = squares / elite + noise(own);
    }
}

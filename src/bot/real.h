/* Functions of real numbers from the four operations alone: the library does without libm, and
 * wants the same bits on every machine. They are good to about 1e-15. */
#ifndef DROPFORGE_BOT_REAL_H
#define DROPFORGE_BOT_REAL_H

#include "dropforge/random.h"

/* The square root; 0 of what is not above 0, and infinity of infinity. */
double df_real_root(double square);

/* The natural logarithm of a finite number above 0. */
double df_real_log(double x);

/* e to the power of x; -700 <= x <= 700. */
double df_real_exp(double x);

/* A random number of the standard normal distribution. */
double df_real_normal(df_random *random);

#endif

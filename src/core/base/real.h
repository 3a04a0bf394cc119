/* Functions of real numbers from only the four operations: the library does not use libm, and
 * needs the same bits on every machine. They are good to about 1e-15. */
#pragma once

#include "dropforge/base.h"

/* Returns the square root; 0 of what is not above 0, and infinity of infinity. */
double df_real_root(double square);

/* Returns the natural logarithm of a finite number above 0. */
double df_real_log(double x);

/* Returns e to the power of x; -700 <= x <= 700. */
double df_real_exp(double x);

/* Returns a random number of the standard normal distribution. */
double df_real_normal(df_random *random);

/* Seeded random numbers that are the same on every platform. */
#ifndef DROPFORGE_RANDOM_H
#define DROPFORGE_RANDOM_H

#include <stdint.h>

#include "dropforge/status.h"

DF_BEGIN_DECLARATIONS

/* xoshiro256** (Blackman and Vigna 2018), its state filled by splitmix64. */
typedef struct df_random {
    uint64_t state[4];
} df_random;

/* Starts a generator. `stream` separates generators that share one seed, such as those
 * of independent parts of one search. */
void df_random_seed(df_random *random, uint64_t seed, uint64_t stream);

/* Returns the next 64 uniform bits. */
uint64_t df_random_next(df_random *random);

/* Returns a uniform number in 0 … bound - 1, without modulo bias (Lemire 2019). bound > 0. */
uint32_t df_random_below(df_random *random, uint32_t bound);

DF_END_DECLARATIONS

#endif

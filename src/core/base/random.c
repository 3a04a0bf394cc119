#include "dropforge/base.h"

#include "random.h"

static uint64_t rotate_left(uint64_t value, unsigned bits)
{
    return (value << bits) | (value >> (64 - bits));
}

/* Spreads a seed over a whole state: Vigna's splitmix64. */
static uint64_t random_splitmix(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void df_random_seed(df_random *random, uint64_t seed, uint64_t stream)
{
    /* The stream is scattered first, so that (seed, stream + 1) and (seed + 1, stream)
     * do not meet. Stream 0 leaves the seed as it is. */
    uint64_t state = seed;
    if (stream != 0) {
        uint64_t scatter = stream;
        state ^= random_splitmix(&scatter);
    }
    for (int i = 0; i < 4; i++)
        random->state[i] = random_splitmix(&state);
}

uint64_t df_random_next(df_random *random)
{
    uint64_t *s = random->state;
    const uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    const uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint32_t df_random_below(df_random *random, uint32_t bound)
{
    uint64_t product = (df_random_next(random) >> 32) * bound;
    uint32_t low = (uint32_t)product;
    if (low < bound) {
        const uint32_t threshold = (uint32_t)(-bound) % bound;
        while (low < threshold) {
            product = (df_random_next(random) >> 32) * bound;
            low = (uint32_t)product;
        }
    }
    return (uint32_t)(product >> 32);
}

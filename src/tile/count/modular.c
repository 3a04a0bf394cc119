#include "modular.h"

uint64_t df_tile_modular_power(const modulus *m, uint64_t base, uint64_t exponent)
{
    uint64_t result = m->value > 1;
    for (; exponent != 0; exponent >>= 1) {
        if ((exponent & 1) != 0)
            result = modulus_multiply(m, result, base);
        base = modulus_multiply(m, base, base);
    }
    return result;
}

/* True if n = m->value is not shown to be composite by this base; n - 1 = odd · 2^twos. */
static bool modular_passes(const modulus *m, uint64_t base, unsigned twos)
{
    const uint64_t last = m->value - 1;
    uint64_t x = df_tile_modular_power(m, base, last >> twos);
    if (x == 1 || x == last)
        return true;
    for (unsigned i = 1; i < twos; i++) {
        x = modulus_multiply(m, x, x);
        if (x == last)
            return true;
    }
    return false;
}

bool df_tile_is_prime(uint64_t n)
{
    static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    const size_t count = sizeof bases / sizeof bases[0];
    if (n < 2)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (n % bases[i] == 0)
            return n == bases[i];
    }
    unsigned twos = 0;
    while (((n - 1) >> twos & 1) == 0)
        twos++;
    const modulus m = modulus_of(n);
    for (size_t i = 0; i < count; i++) {
        if (!modular_passes(&m, bases[i], twos))
            return false;
    }
    return true;
}

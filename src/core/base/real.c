#include "real.h"

#include "random.h"

#define LN_2 0.693147180559945309417232121458
#define LN_2_BEGIN 0.69314718036912381649
#define LN_2_REST 1.9082149292705877e-10

double df_real_root(double square)
{
    if (!(square > 0))
        return 0;
    /* Newton's method from above. Infinity stays, since the next guess is no number. */
    double guess = square > 1 ? square : 1;
    for (;;) {
        const double next = (guess + square / guess) / 2;
        if (!(next < guess))
            return guess;
        guess = next;
    }
}

double df_real_log(double x)
{
    int twos = 0;
    for (; x > 1.5; x /= 2)
        twos++;
    for (; x < 0.75; x *= 2)
        twos--;
    /* ln x = 2 artanh y, and |y| <= 1/5: 15 terms are enough. */
    const double y = (x - 1) / (x + 1), square = y * y;
    double sum = 0;
    for (int i = 29; i > 0; i -= 2)
        sum = sum * square + 1.0 / i;
    return 2 * y * sum + twos * LN_2;
}

double df_real_exp(double x)
{
    /* Multiples of the first part of ln 2 are exact. */
    int twos = (int)(x / LN_2 + (x < 0 ? -0.5 : 0.5));
    x = (x - twos * LN_2_BEGIN) - twos * LN_2_REST;
    double sum = 1;
    for (int i = 16; i > 0; i--)
        sum = 1 + x * sum / i;
    for (; twos > 0; twos--)
        sum *= 2;
    for (; twos < 0; twos++)
        sum /= 2;
    return sum;
}

/* Returns a multiple of 2^-52 that is at least -1 and below 1. */
static double random_side(df_random *random)
{
    return (double)(int64_t)(df_random_next(random) >> 11) / 4503599627370496.0 - 1;
}

/* Draws by Marsaglia's polar method. Its second number is dropped, so that only the generator
 * has a state. */
double df_real_normal(df_random *random)
{
    for (;;) {
        const double x = random_side(random), y = random_side(random);
        const double square = x * x + y * y;
        if (square < 1 && square > 0)
            return x * df_real_root(-2 * df_real_log(square) / square);
    }
}

/* Steps the boards of PufferLib's Tetris with random keys: env_pufferlib [BOARDS [STEPS]].
 * bench/peers compiles it with the sources of pufferlib/ocean/tetris and an empty raylib.h; the
 * few names of raylib that they need without drawing are below. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct Color {
    unsigned char r, g, b, a;
} Color;

enum { KEY_ESCAPE, KEY_TAB };
static const Color BLACK = {0, 0, 0, 255};

#include "tetris.h"

enum { DRAWN = 1 << 16, RUNS = 5 };

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

int main(int count, char **arguments)
{
    const size_t boards = count > 1 ? strtoul(arguments[1], NULL, 10) : 64;
    const size_t steps = 10 * (count > 2 ? strtoul(arguments[2], NULL, 10) : 5000);
    Tetris *all = calloc(boards, sizeof all[0]);
    int *keys = calloc(boards + DRAWN, sizeof keys[0]);
    if (all == NULL || keys == NULL)
        return 1;
    srand(1);
    for (size_t i = 0; i < boards + DRAWN; i++)
        keys[i] = rand() % ACTION_HOLD;
    for (size_t b = 0; b < boards; b++) {
        all[b] = (Tetris){.n_rows = 20, .n_cols = 10, .deck_size = 3};
        allocate(&all[b]);
        c_reset(&all[b]);
    }
    double best = 0;
    for (unsigned run = 0; run < RUNS; run++) {
        const double begin = seconds();
        for (size_t i = 0; i < steps; i++) {
            for (size_t b = 0; b < boards; b++) {
                all[b].actions[0] = keys[(i * boards + b) % DRAWN];
                c_step(&all[b]);
            }
        }
        const double speed = (double)(steps * boards) / (seconds() - begin);
        best = speed > best ? speed : best;
    }
    printf("keys: %.0f steps/s\n", best);
    return 0;
}

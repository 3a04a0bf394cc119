/* Steps boards for learners with random legal actions: env [BOARDS [STEPS]], with and without
 * the features of all placements, straight from above and by the Super Rotation System; and
 * with random keys, which show the field, the pieces, where the falling one is, rewards and
 * ends. A line for each; times are CPU seconds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dropforge/bot.h"

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* A random legal action; 0 where there is none. */
static int64_t draw(df_random *random, const uint8_t *mask, size_t actions)
{
    uint32_t legal = 0;
    for (size_t a = 0; a < actions; a++)
        legal += mask[a];
    if (legal == 0)
        return 0;
    uint32_t left = df_random_below(random, legal);
    size_t a = 0;
    for (; mask[a] == 0 || left-- > 0; a++)
        continue;
    return (int64_t)a;
}

/* Returns steps a second, or 0 when it runs out of memory. */
static double measure(const df_env_options *options, unsigned steps, bool features)
{
    df_env *env;
    if (df_env_create(&env, options, NULL) != DF_OK)
        return 0;
    const size_t actions = df_env_actions(env, NULL), all = actions * options->boards;
    int64_t *chosen = calloc(options->boards, sizeof chosen[0]);
    uint8_t *mask = calloc(all, 1);
    uint8_t *field = calloc((size_t)options->boards * options->width, options->height);
    int32_t *values = calloc(all, DF_FEATURES * sizeof values[0]);
    double speed = 0;
    if (chosen != NULL && mask != NULL && field != NULL && values != NULL) {
        const df_env_arrays arrays = {
            .field = field, .mask = mask, .features = features ? values : NULL};
        df_random random;
        df_random_seed(&random, 1, 0);
        df_env_observe(env, &arrays);
        const double begin = seconds();
        for (unsigned i = 0; i < steps; i++) {
            for (size_t b = 0; b < options->boards; b++)
                chosen[b] = draw(&random, mask + b * actions, actions);
            if (df_env_step(env, chosen) != DF_OK)
                break;
            df_env_observe(env, &arrays);
        }
        speed = (double)steps * options->boards / (seconds() - begin);
    }
    free(chosen);
    free(mask);
    free(field);
    free(values);
    df_env_free(env);
    return speed;
}

/* Returns steps by keys a second, the best of some runs; 0 when it runs out of memory. */
static double measure_keys(const df_env_options *options, unsigned steps)
{
    enum { DRAWN = 1 << 16, RUNS = 5 };
    df_env *env;
    if (df_env_create(&env, options, NULL) != DF_OK)
        return 0;
    const size_t boards = options->boards;
    uint8_t *field = calloc(boards * options->width, options->height);
    uint8_t *ends = calloc(boards, 2);
    int32_t *numbers = calloc(boards, 5 * sizeof numbers[0]);
    int64_t *keys = calloc(boards + DRAWN, sizeof keys[0]);
    double best = 0;
    if (field != NULL && ends != NULL && numbers != NULL && keys != NULL) {
        const df_env_arrays arrays = {.field = field,
                                      .terminated = ends,
                                      .truncated = ends + boards,
                                      .pieces = numbers,
                                      .rewards = numbers + boards,
                                      .position = numbers + 2 * boards};
        df_random random;
        df_random_seed(&random, 1, 0);
        for (size_t i = 0; i < boards + DRAWN; i++)
            keys[i] = df_random_below(&random, DF_ENV_KEY_HOLD);
        for (unsigned run = 0; run < RUNS; run++) {
            const double begin = seconds();
            for (unsigned i = 0; i < steps; i++) {
                (void)df_env_step(env, keys + i * boards % DRAWN);
                df_env_observe(env, &arrays);
            }
            const double speed = (double)steps * (double)boards / (seconds() - begin);
            best = speed > best ? speed : best;
        }
    }
    free(field);
    free(ends);
    free(numbers);
    free(keys);
    df_env_free(env);
    return best;
}

int main(int count, char **arguments)
{
    df_piece_set *set;
    const unsigned boards = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 64;
    const unsigned steps = count > 2 ? (unsigned)strtoul(arguments[2], NULL, 10) : 5000;
    if (boards == 0 || df_piece_set_tetrominoes(&set) != DF_OK)
        return 1;
    static const char *const names[] = {"no", "4", "all"};
    const uint32_t four = 1u << DF_FEATURE_AGGREGATE_HEIGHT | 1u << DF_FEATURE_LINES |
                          1u << DF_FEATURE_HOLES | 1u << DF_FEATURE_ROUGHNESS;
    for (unsigned i = 0; i < 6; i++) {
        const df_env_options options = {.set = set,
                                        .width = 10,
                                        .height = 20,
                                        .boards = boards,
                                        .rules = i < 3 ? DF_RULES_ABOVE : DF_RULES_SRS,
                                        .features = i % 3 == 1 ? four : 0,
                                        .autoreset = true};
        printf("%s, %s features: %.0f steps/s\n", i < 3 ? "above" : "srs", names[i % 3],
               measure(&options, steps, i % 3 != 0));
    }
    const df_env_options keys = {.set = set,
                                 .width = 10,
                                 .height = 20,
                                 .boards = boards,
                                 .rules = DF_RULES_SRS,
                                 .keys = true,
                                 .skips_illegal = true,
                                 .autoreset = true};
    printf("srs, keys: %.0f steps/s\n", measure_keys(&keys, 10 * steps));
    df_piece_set_free(set);
    return 0;
}

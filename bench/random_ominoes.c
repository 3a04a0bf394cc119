/* Counts far, or draws random polyominoes: `random_ominoes fixed|classes SIZE [THREADS]` or
 * `random_ominoes uniform|grow|walk SIZE DRAWS`. Prints what it cost: CPU seconds of all
 * threads, states and bytes, microseconds a draw, and walks that were given up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dropforge/omino.h"

static double seconds_since(clock_t begin)
{
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

static df_status count(const char *what, unsigned size, unsigned threads)
{
    const df_count_options options = {.jobs = threads, .memory = 4000000000};
    static df_natural numbers[DF_OMINO_COUNT_MAX + 1][DF_OMINO_NUMBERS];
    df_count_effort effort = {0};
    const clock_t begin = clock();
    const df_status status =
        df_omino_count(numbers, size, what[0] != 'f', &options, &effort, NULL);
    printf("%u squares: %.2f s, %llu states, at most %llu at a time, %.1f MB a thread\n", size,
           seconds_since(begin), (unsigned long long)effort.states,
           (unsigned long long)effort.max, (double)effort.memory / 1e6);
    for (unsigned i = 0; i < (size + 1) * DF_OMINO_NUMBERS; i++)
        df_natural_free(&numbers[i / DF_OMINO_NUMBERS][i % DF_OMINO_NUMBERS]);
    return status;
}

static df_status draw_all(const char *what, unsigned size, unsigned draws)
{
    df_omino_uniform *uniform = NULL;
    df_random random;
    static df_omino omino;
    unsigned given_up = 0;
    df_status status = DF_OK;
    clock_t begin = clock();
    df_random_seed(&random, 1, 0);
    if (what[0] == 'u') {
        const df_count_options options = {.memory = 4000000000};
        status = df_omino_uniform_create(&uniform, size, &options, NULL);
        printf("prepared in %.2f s\n", seconds_since(begin));
    }
    begin = clock();
    for (unsigned i = 0; status == DF_OK && i < draws; i++) {
        df_outcome outcome = DF_FOUND;
        if (what[0] == 'u')
            df_omino_uniform_draw(uniform, DF_OMINO_FIXED, &random, &omino);
        else if (what[0] == 'g')
            status = df_omino_grow(&omino, size, &random);
        else
            status = df_omino_walk(&omino, size, 0, &random, &outcome);
        given_up += outcome != DF_FOUND;
    }
    printf("%u squares: %.2f microseconds a draw, %u given up\n", size,
           seconds_since(begin) * 1e6 / draws, given_up);
    df_omino_uniform_free(uniform);
    return status;
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";
    const unsigned size = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    const unsigned number = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
    df_status status = DF_ERROR_ARGUMENT;
    if (strcmp(what, "fixed") == 0 || strcmp(what, "classes") == 0)
        status = count(what, size, number);
    else if (strcmp(what, "uniform") == 0 || strcmp(what, "grow") == 0 ||
             strcmp(what, "walk") == 0)
        status = draw_all(what, size, number);
    if (status == DF_OK)
        return 0;
    fprintf(stderr, "random_ominoes: %s\n", df_status_names[status]);
    return 1;
}

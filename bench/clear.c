/* Makes the atlas of perfect clears for ten columns and four rows (or those given), counts
 * the queues that clear and asks for some: clear [WIDTH ROWS [ASKS]]. CPU seconds; run it
 * under bench/measure for the peak of memory. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dropforge/clear.h"
#include "dropforge/random.h"

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static bool watch(void *context, const df_clear_progress *progress)
{
    unsigned *step = context;
    if (progress->step != *step) {
        *step = progress->step;
        fprintf(stderr, "step %u of %u, %.2f s\n", progress->step + 1, progress->steps,
                seconds());
    }
    return true;
}

/* Draws pieces from bags of seven. */
static void draw(df_random *random, uint16_t *queue, size_t count)
{
    uint16_t bag[DF_TETROMINOES];
    for (size_t i = 0; i < count; i++) {
        const uint32_t drawn = (uint32_t)(i % DF_TETROMINOES);
        for (uint16_t p = 0; drawn == 0 && p < DF_TETROMINOES; p++)
            bag[p] = p;
        const uint32_t at = drawn + df_random_below(random, DF_TETROMINOES - drawn);
        queue[i] = bag[at];
        bag[at] = bag[drawn];
        bag[drawn] = queue[i];
    }
}

static void ask(const df_clear_atlas *atlas, unsigned long asks, bool hold, bool ways)
{
    df_random random;
    df_random_seed(&random, 1, 0);
    unsigned long clear = 0;
    double worst = 0;
    const double begin = seconds();
    for (unsigned long i = 0; i < asks; i++) {
        uint16_t queue[DF_CLEAR_ATLAS_MAX_DROPS + 1];
        df_clear_drop drops[DF_CLEAR_ATLAS_MAX_DROPS];
        draw(&random, queue, DF_CLEAR_ATLAS_MAX_DROPS + 1);
        bool clears = false;
        const double before = seconds();
        if (df_clear_atlas_ask(atlas, queue, DF_CLEAR_ATLAS_MAX_DROPS + 1, hold, &clears,
                               ways ? drops : NULL) != DF_OK)
            return;
        const double took = seconds() - before;
        worst = took > worst ? took : worst;
        clear += clears ? 1 : 0;
    }
    printf("%s, %s: %lu of %lu clear, %.2f microseconds each with the clock, %.0f at worst\n",
           hold ? "hold" : "no hold", ways ? "one way" : "whether", clear, asks,
           (seconds() - begin) * 1e6 / (double)asks, worst * 1e6);
}

static void count(const df_clear_atlas *atlas, df_clear_queues queues, const char *name)
{
    df_clear_count result;
    const double begin = seconds();
    if (df_clear_atlas_count(atlas, queues, NULL, NULL, &result) == DF_OK)
        printf("%s: %lu of %lu clear, %.2f s\n", name, (unsigned long)result.clear,
               (unsigned long)result.total, seconds() - begin);
}

int main(int argc, char **argv)
{
    unsigned step = 0;
    df_clear_atlas_options options = {.width = 10, .rows = 4, .watch = watch};
    options.watch_context = &step;
    if (argc > 2) {
        options.width = (unsigned)strtoul(argv[1], NULL, 10);
        options.rows = (unsigned)strtoul(argv[2], NULL, 10);
    }
    const unsigned long asks = argc > 3 ? strtoul(argv[3], NULL, 10) : 1000;
    df_clear_atlas *atlas = NULL;
    df_mishap mishap = {0};
    const df_status status = df_clear_atlas_create(&atlas, &options, &mishap);
    if (status != DF_OK) {
        fprintf(stderr, "clear: %s %s\n", df_status_name(status), mishap.text);
        return 1;
    }
    printf("atlas: %.2f s\n", seconds());
    for (unsigned l = 0; l <= df_clear_atlas_drops(atlas); l++)
        printf("%u drops: %lu boards reached, %lu can clear\n", l,
               (unsigned long)df_clear_atlas_reached(atlas, l),
               (unsigned long)df_clear_atlas_boards(atlas, l));
    count(atlas, DF_CLEAR_ALL_QUEUES, "all queues");
    count(atlas, DF_CLEAR_BAGS_WITH_HOLD, "bags with hold");
    for (int i = 0; i < 4; i++)
        ask(atlas, asks, i % 2 != 0, i >= 2);
    df_clear_atlas_free(atlas);
    return 0;
}

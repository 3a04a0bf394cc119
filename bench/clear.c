/* Makes the atlas of perfect clears for ten columns and four rows (or those given) and asks for
 * some queues of eleven pieces from bags, of the atlas and of the search: clear [WIDTH ROWS
 * [ASKS [SEARCHES [RULES]]]]; the search knows hard drops only. One JSON object; times are CPU
 * seconds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clear/find/clear_atlas.h"
#include "core/board/turns.h"
#include "dropforge/base.h"
#include "dropforge/clear.h"

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
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

/* All of them are drawn before the time is taken. */
static uint16_t *draw_all(size_t count, size_t length)
{
    uint16_t *queues = malloc((count + 1) * length * sizeof queues[0]);
    df_random random;
    df_random_seed(&random, 1, 0);
    for (size_t i = 0; queues != NULL && i < count; i++)
        draw(&random, queues + i * length, length);
    return queues;
}

static void ask(const clear_atlas *atlas, size_t asks, bool hold, const char *name)
{
    const size_t length = atlas->graph.drops + (hold ? 1U : 0U);
    uint16_t *queues = draw_all(asks, length);
    uint64_t clear = 0;
    const double begin = seconds();
    for (size_t i = 0; queues != NULL && i < asks; i++) {
        clear += df_clear_atlas_ask(atlas, queues + i * length, length, hold) ? 1 : 0;
    }
    printf(", \"%s\": {\"clear\": %" PRIu64 ", \"seconds\": %.9f}", name, clear,
           (seconds() - begin) / (double)(asks > 0 ? asks : 1));
    free(queues);
}

/* The same questions to the search, which knows nothing beforehand. */
static void search(unsigned width, unsigned rows, size_t searches)
{
    const size_t length = width * rows / 4 + 1;
    uint16_t *queues = draw_all(searches, length);
    df_piece_set *set = NULL;
    df_field *field = NULL;
    uint64_t nodes = 0;
    uint64_t clear = 0;
    double worst = 0;
    const double begin = seconds();
    if (queues != NULL && df_piece_set_tetrominoes(&set) == DF_OK &&
        df_field_create(&field, width, rows) == DF_OK) {
        for (size_t i = 0; i < searches; i++) {
            const df_clear_request request = {.set = set,
                                              .field = field,
                                              .rows = rows,
                                              .queue = queues + i * length,
                                              .count = length,
                                              .hold = true,
                                              .max = 1};
            df_clear_report report = {.nodes = 0};
            const double before = seconds();
            if (df_clear_find(&request, NULL, NULL, &report, NULL) != DF_OK)
                break;
            const double took = seconds() - before;
            worst = took > worst ? took : worst;
            nodes += report.nodes;
            clear += report.outcome == DF_FOUND ? 1 : 0;
        }
    }
    const double each = (double)(searches > 0 ? searches : 1);
    printf(", \"search\": {\"clear\": %" PRIu64 ", \"nodes\": %.0f, \"seconds\": %.6f, "
           "\"worst\": %.6f}",
           clear, (double)nodes / each, (seconds() - begin) / each, worst);
    df_field_free(field);
    df_piece_set_free(set);
    free(queues);
}

int main(int argc, char **argv)
{
    clear_atlas_options options = {.width = 10, .rows = 4};
    if (argc > 2) {
        options.width = (unsigned)strtoul(argv[1], NULL, 10);
        options.rows = (unsigned)strtoul(argv[2], NULL, 10);
    }
    if (argc > 5 && !df_rules_find(&options.rules, argv[5], strlen(argv[5])))
        return 2;
    const size_t asks = argc > 3 ? strtoul(argv[3], NULL, 10) : 1000000;
    const size_t searches = argc > 4 ? strtoul(argv[4], NULL, 10) : 100;
    df_piece_set *set = NULL;
    clear_atlas *atlas = calloc(1, sizeof *atlas);
    df_status status = atlas == NULL ? DF_ERROR_MEMORY : df_piece_set_tetrominoes(&set);
    options.set = set;
    if (status == DF_OK)
        status = df_graph_create(&atlas->graph, &options);
    const double graphed = seconds();
    if (status == DF_OK)
        status = df_table_create(&atlas->table, &atlas->graph, &options);
    if (status != DF_OK) {
        fprintf(stderr, "clear: %s\n", df_status_names[status]);
        df_clear_atlas_free(atlas);
        return 1;
    }
    /* Of a board and its mirror image one is kept. */
    uint64_t kept = 0;
    uint64_t edges = 0;
    for (unsigned l = 0; l <= atlas->graph.drops; l++) {
        kept += atlas->graph.levels[l].count;
        edges += atlas->graph.levels[l].first[atlas->graph.levels[l].count];
    }
    printf("{\"kept\": %" PRIu64 ", \"edges\": %" PRIu64 ", \"graph\": %.4f, \"table\": %.4f",
           kept, edges, graphed, seconds() - graphed);
    ask(atlas, asks, false, "whether");
    ask(atlas, asks, true, "whether_hold");
    search(options.width, options.rows, searches);
    puts("}");
    df_clear_atlas_free(atlas);
    return 0;
}

#include <inttypes.h>

#include "cli/base/clock.h"
#include "cli/base/common_options.h"
#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "cli/commands.h"
#include "cli/picture/source.h"
#include "dropforge/plan.h"

enum { MAX_ROWS = 12, ROWS_NONE = 0, ROWS_LIMIT = MAX_ROWS + 1, ROW_KINDS };

typedef struct emitters_settings {
    unsigned width;
    unsigned list;
    uint64_t seed;
    bool prove;
    bool platforms;
    bool json;
} emitters_settings;

#define FIELD(name) offsetof(emitters_settings, name)

static const option_spec specs[] = {
    OPTION_RANGE("width", "W", FIELD(width), 4, DF_NARROW_MAX_WIDTH,
                 "columns of the playfield; default 21"),
    OPTION_FLAG("prove", FIELD(prove), "find and count all patterns (the default)"),
    OPTION_RANGE("list", "N", FIELD(list), 1, DF_EMITTER_MAX_SQUARES,
                 "draw the patterns of N squares instead"),
    OPTION_FLAG("platforms", FIELD(platforms),
                "draw the platforms, or prove that there is none, for each column that the "
                "first T can start from, instead"),
    OPTION_SEED("the search", FIELD(seed)),
    OPTION_JSON(FIELD(json), "write the table as one JSON object"),
    {.name = NULL},
};

static const option_group groups[] = {{.title = "Options", .specs = specs}};

/* Sums over the patterns with one number of squares and of rows. */
typedef struct tally {
    uint64_t patterns;
    uint64_t proved_none;
    uint64_t nodes;
    double seconds;
} tally;

typedef struct tally_table {
    tally cells[DF_EMITTER_MAX_SQUARES + 1][ROW_KINDS];
    tally total;
    size_t whole; /* patterns of all numbers of squares */
} tally_table;

static void tally_add(tally *sum, unsigned proved_none, uint64_t nodes, double seconds)
{
    sum->patterns++;
    sum->proved_none += proved_none;
    sum->nodes += nodes;
    sum->seconds += seconds;
}

static df_status emitters_find(const emitters_settings *chosen, const df_piece_set *set,
                               unsigned squares, const unsigned *start, df_emitter *found,
                               df_outcome *outcome)
{
    return df_emitter_find(found, set, chosen->width, start, squares, chosen->seed, outcome);
}

/* Returns the number of patterns: the ways to lay `squares` pieces of three columns. */
static double emitters_count_patterns(unsigned width, unsigned squares)
{
    double ways = 1;
    for (unsigned i = 0; i < squares; i++)
        ways = ways * (width - 2 * squares - i) / (i + 1);
    return ways;
}

/* Finds all patterns with a number of squares, and counts them. */
static df_status emitters_tabulate_squares(tally_table *table, const emitters_settings *chosen,
                                           const df_piece_set *set, unsigned squares)
{
    unsigned start[DF_EMITTER_MAX_SQUARES];
    bool first = true;
    while (df_emitter_next(chosen->width, squares, start, first)) {
        first = false;
        df_emitter found = {0};
        df_outcome outcome = DF_NONE;
        const double begin = clock_seconds();
        const df_status status = emitters_find(chosen, set, squares, start, &found, &outcome);
        const double seconds = clock_seconds() - begin;
        if (status != DF_OK)
            return status;
        const unsigned rows = outcome == DF_FOUND   ? found.rows
                              : outcome == DF_LIMIT ? ROWS_LIMIT
                                                    : ROWS_NONE;
        tally_add(&table->cells[squares][rows], found.proved_none, found.nodes, seconds);
        tally_add(&table->total, found.proved_none, found.nodes, seconds);
        if (outcome == DF_FOUND)
            df_emitter_free(&found);
        progress_set(table->total.patterns, table->whole);
    }
    return DF_OK;
}

static void emitters_put_row(unsigned width, unsigned squares, unsigned rows, const tally *sum)
{
    if (rows == ROWS_NONE)
        printf("%7u  %4s  %6s", squares, "none", "");
    else if (rows == ROWS_LIMIT)
        printf("%7u  %4s  %6s", squares, "?", "");
    else
        printf("%7u  %4u  %6u", squares, rows, (rows * width + squares) / 4);
    printf("  %8" PRIu64 "  %17" PRIu64 "  %12" PRIu64 "  %8.2f\n", sum->patterns,
           sum->proved_none, sum->nodes, sum->seconds);
}

static void emitters_put_table(const tally_table *table, const emitters_settings *chosen)
{
    printf("%7s  %4s  %6s  %8s  %17s  %12s  %8s\n", "squares", "rows", "pieces", "patterns",
           "heights disproved", "search nodes", "seconds");
    for (unsigned squares = 1; squares <= DF_EMITTER_MAX_SQUARES; squares++) {
        for (unsigned rows = 0; rows < ROW_KINDS; rows++) {
            if (table->cells[squares][rows].patterns > 0)
                emitters_put_row(chosen->width, squares, rows, &table->cells[squares][rows]);
        }
    }
    const tally *total = &table->total;
    printf("%7s  %4s  %6s  %8" PRIu64 "  %17" PRIu64 "  %12" PRIu64 "  %8.2f\n", "total", "",
           "", total->patterns, total->proved_none, total->nodes, total->seconds);
}

static void emitters_put_tally(json_writer *json, const tally *sum)
{
    json_put_number(json, "patterns", sum->patterns);
    json_put_number(json, "heights_disproved", sum->proved_none);
    json_put_number(json, "nodes", sum->nodes);
    json_put_decimal(json, "seconds", sum->seconds);
    json_close(json);
}

/* Puts a row of the table; its rows are null if there is no matrix, or none was found. */
static void emitters_put_json_row(json_writer *json, const emitters_settings *chosen,
                                  unsigned squares, unsigned rows, const tally *sum)
{
    json_open_object(json, NULL);
    json_put_number(json, "squares", squares);
    if (rows == ROWS_NONE || rows == ROWS_LIMIT) {
        json_put_raw(json, "rows", "null");
        json_put_bool(json, "searched", rows == ROWS_NONE);
    } else {
        json_put_number(json, "rows", rows);
        json_put_number(json, "pieces", (rows * chosen->width + squares) / 4);
    }
    emitters_put_tally(json, sum);
}

static int emitters_put_json(const tally_table *table, const emitters_settings *chosen)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_number(&json, "width", chosen->width);
    json_put_number(&json, "seed", chosen->seed);
    json_open_array(&json, "emitters");
    for (unsigned squares = 1; squares <= DF_EMITTER_MAX_SQUARES; squares++) {
        for (unsigned rows = 0; rows < ROW_KINDS; rows++) {
            const tally *sum = &table->cells[squares][rows];
            if (sum->patterns > 0)
                emitters_put_json_row(&json, chosen, squares, rows, sum);
        }
    }
    json_close(&json);
    json_open_object(&json, "total");
    emitters_put_tally(&json, &table->total);
    return json_print(&json);
}

static int emitters_tabulate(const emitters_settings *chosen, const df_piece_set *set)
{
    tally_table table = {.total = {0}};
    df_status status = DF_OK;
    for (unsigned squares = 1; squares * 3 <= chosen->width; squares++)
        table.whole += (size_t)emitters_count_patterns(chosen->width, squares);
    progress_begin("searching the patterns");
    for (unsigned squares = 1; squares * 3 <= chosen->width && status == DF_OK; squares++)
        status = emitters_tabulate_squares(&table, chosen, set, squares);
    progress_end();
    if (status != DF_OK)
        return message("%s", df_status_name(status));
    if (chosen->json)
        return emitters_put_json(&table, chosen);
    emitters_put_table(&table, chosen);
    return -1;
}

/* Draws every pattern of chosen->list squares as it is found, with blank lines between. */
static int emitters_list_patterns(const emitters_settings *chosen, const df_piece_set *set)
{
    unsigned start[DF_EMITTER_MAX_SQUARES];
    df_status status = DF_OK;
    uint64_t drawn = 0;
    for (bool first = true; status == DF_OK && !ferror(stdout) &&
                            df_emitter_next(chosen->width, chosen->list, start, first);
         first = false) {
        df_emitter found = {0};
        df_outcome outcome = DF_NONE;
        status = emitters_find(chosen, set, chosen->list, start, &found, &outcome);
        if (status != DF_OK || outcome != DF_FOUND)
            continue;
        df_text text = {0};
        status = df_emitter_draw(&text, &found);
        if (status == DF_OK)
            printf("%s%s", drawn++ > 0 ? "\n" : "", text.bytes);
        df_text_free(&text);
        df_emitter_free(&found);
    }
    if (status != DF_OK)
        return message("%s", df_status_name(status));
    if (drawn == 0)
        return message("no pattern of %u squares on %u columns has been found", chosen->list,
                       chosen->width);
    return -1;
}

static const char *const platform_names[DF_PLATFORM_KINDS] = {
    [DF_PLATFORM_HOOK] = "upright L",
    [DF_PLATFORM_BAR] = "upright I",
};

static df_status emitters_put_platform(const df_piece_set *set, unsigned width, unsigned start,
                                       df_platform_kind kind, uint64_t seed,
                                       unsigned *found_count)
{
    df_platform found;
    df_outcome outcome = DF_NONE;
    uint64_t nodes = 0;
    df_status status =
        df_platform_find(&found, set, width, start, kind, seed, &outcome, &nodes);
    if (status != DF_OK)
        return status;
    printf("T from column %u, last an %s: ", start, platform_names[kind]);
    if (outcome != DF_FOUND) {
        printf(outcome == DF_NONE ? "none, proved in %" PRIu64 " nodes\n\n"
                                  : "not found in %" PRIu64 " nodes\n\n",
               nodes);
        return DF_OK;
    }
    printf("%zu drops\n", found.plan->count);
    df_text text = {0};
    status = df_platform_draw(&text, &found);
    df_platform_free(&found);
    if (status == DF_OK)
        printf("%s\n", text.bytes);
    df_text_free(&text);
    ++*found_count;
    return status;
}

/* Draws every platform, or says that there is none, for each kind and starting column. */
static int emitters_list_platforms(const df_piece_set *set, unsigned width, uint64_t seed)
{
    unsigned counts[DF_PLATFORM_KINDS] = {0};
    for (unsigned kind = 0; kind < DF_PLATFORM_KINDS; kind++) {
        for (unsigned start = 0; start + 3 <= width; start++) {
            const df_status status =
                emitters_put_platform(set, width, start, kind, seed, &counts[kind]);
            if (status != DF_OK)
                return message("%s", df_status_name(status));
        }
    }
    for (unsigned kind = 0; kind < DF_PLATFORM_KINDS; kind++)
        printf("last an %s: %u of %u starting columns\n", platform_names[kind], counts[kind],
               width - 2);
    return -1;
}

static int cmd_emitters_run(const subcommand *command, int argc, char **argv)
{
    emitters_settings chosen = {.width = 21};
    df_piece_set *set = NULL;
    int operands;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    if (status < 0 && chosen.prove + chosen.platforms + (chosen.list > 0) > 1)
        status =
            message_usage(command->name, "--prove, --list and --platforms exclude each other");
    if (status < 0 && chosen.json && (chosen.platforms || chosen.list > 0))
        status = message_usage(command->name, "--json goes with the table only");
    if (status < 0 && chosen.list * 3 > chosen.width)
        status = message_usage(command->name, "%u squares need %u columns, there are %u",
                               chosen.list, chosen.list * 3, chosen.width);
    if (status < 0)
        status = source_pieces(&set);
    if (status < 0 && chosen.platforms)
        status = emitters_list_platforms(set, chosen.width, chosen.seed);
    else if (status < 0)
        status = chosen.list > 0 ? emitters_list_patterns(&chosen, set)
                                 : emitters_tabulate(&chosen, set);
    df_piece_set_free(set);
    return status < 0 ? STATUS_OK : status;
}

const subcommand command_emitters = {
    .name = "emitters",
    .operands = "",
    .summary = "find and prove the patterns that emit squares",
    .description =
        "Searches, for every arrangement of flat pieces that each emit one square, the packed\n"
        "matrix of tetrominoes with the fewest rows, and plays each one found. The table "
        "shows\n"
        "how many patterns need how many rows, how many smaller heights are proved "
        "impossible,\n"
        "and the effort.\n",
    .examples = "  dropforge emitters\n"
                "  dropforge emitters --list 6\n"
                "  dropforge emitters --platforms\n"
                "  dropforge emitters --seed 7 --json\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .run = cmd_emitters_run,
};

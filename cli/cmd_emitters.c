#include <inttypes.h>
#include <string.h>

#include "command.h"
#include "common_options.h"
#include "dropforge/emitter.h"
#include "json.h"
#include "message.h"
#include "platform_list.h"
#include "progress.h"
#include "source.h"

enum { MOST_ROWS = 12, ROWS_NONE = 0, ROWS_LIMIT = MOST_ROWS + 1, ROW_KINDS };

typedef struct settings {
    unsigned width;
    unsigned list;
    uint64_t seed;
    df_emitter_search search;
    bool prove;
    bool platforms;
    bool json;
} settings;

static const char *const search_names[] = {
    [DF_SEARCH_COMPLETE] = "complete",
    [DF_SEARCH_RANDOM] = "random",
};

static bool take_search(void *field, const char *value)
{
    for (size_t i = 0; i < sizeof search_names / sizeof search_names[0]; i++) {
        if (strcmp(search_names[i], value) == 0) {
            *(df_emitter_search *)field = (df_emitter_search)i;
            return true;
        }
    }
    return false;
}

#define FIELD(name) offsetof(settings, name)

static const option_spec specs[] = {
    {.name = "width",
     .argument = "W",
     .kind = OPTION_NUMBER,
     .least = 4,
     .most = DF_FIELD_MAX_WIDTH,
     .offset = FIELD(width),
     .help = "columns of the playfield, otherwise 21"},
    {.name = "prove",
     .kind = OPTION_ON,
     .offset = FIELD(prove),
     .help = "find and count all patterns (the default)"},
    {.name = "list",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = DF_EMITTER_MAX_SQUARES,
     .offset = FIELD(list),
     .help = "draw the patterns of N squares instead"},
    {.name = "platforms",
     .kind = OPTION_ON,
     .offset = FIELD(platforms),
     .help = "draw the platforms, or prove that there is none, for each column that the "
             "first T can start from, instead"},
    {.name = "search",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = take_search,
     .offset = FIELD(search),
     .values = "complete random",
     .help = "complete (the default) proves the smaller heights impossible, random only "
             "finds a pattern"},
    OPTION_SEED(FIELD(seed), "another seed finds other patterns; otherwise 0"),
    OPTION_JSON(FIELD(json), "write the table as one JSON object"),
    {.name = NULL},
};

static const option_group groups[] = {{.title = "Options", .specs = specs}};

/* The sums over the patterns of so many squares that need so many rows. */
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

static void count(tally *sum, unsigned proved_none, uint64_t nodes, double seconds)
{
    sum->patterns++;
    sum->proved_none += proved_none;
    sum->nodes += nodes;
    sum->seconds += seconds;
}

static df_status find(const settings *chosen, const df_piece_set *set, unsigned squares,
                      const unsigned *start, df_emitter *found, df_outcome *outcome)
{
    return df_emitter_find(found, outcome, set, chosen->width, start, squares, chosen->seed,
                           chosen->search);
}

/* How many patterns there are: the ways to lay `squares` pieces of three columns. */
static double count_patterns(unsigned width, unsigned squares)
{
    double ways = 1;
    for (unsigned i = 0; i < squares; i++)
        ways = ways * (width - 2 * squares - i) / (i + 1);
    return ways;
}

/* Finds all patterns of so many squares and counts them. */
static df_status tabulate_squares(tally_table *table, const settings *chosen,
                                  const df_piece_set *set, unsigned squares)
{
    unsigned start[DF_EMITTER_MAX_SQUARES];
    bool first = true;
    while (df_emitter_next(chosen->width, squares, start, first)) {
        first = false;
        df_emitter found = {0};
        df_outcome outcome = DF_NONE;
        const double begin = clock_seconds();
        const df_status status = find(chosen, set, squares, start, &found, &outcome);
        const double seconds = clock_seconds() - begin;
        if (status != DF_OK)
            return status;
        const unsigned rows = outcome == DF_FOUND   ? found.rows
                              : outcome == DF_LIMIT ? ROWS_LIMIT
                                                    : ROWS_NONE;
        count(&table->cells[squares][rows], found.proved_none, found.nodes, seconds);
        count(&table->total, found.proved_none, found.nodes, seconds);
        if (outcome == DF_FOUND)
            df_emitter_free(&found);
        progress_set(table->total.patterns, table->whole);
    }
    return DF_OK;
}

static void put_row(unsigned width, unsigned squares, unsigned rows, const tally *sum)
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

static void put_table(const tally_table *table, const settings *chosen)
{
    printf("%7s  %4s  %6s  %8s  %17s  %12s  %8s\n", "squares", "rows", "pieces", "patterns",
           "heights disproved", "search nodes", "seconds");
    for (unsigned squares = 1; squares <= DF_EMITTER_MAX_SQUARES; squares++) {
        for (unsigned rows = 0; rows < ROW_KINDS; rows++) {
            if (table->cells[squares][rows].patterns > 0)
                put_row(chosen->width, squares, rows, &table->cells[squares][rows]);
        }
    }
    const tally *total = &table->total;
    printf("%7s  %4s  %6s  %8" PRIu64 "  %17" PRIu64 "  %12" PRIu64 "  %8.2f\n", "total", "",
           "", total->patterns, total->proved_none, total->nodes, total->seconds);
}

static bool add_tally(cJSON *object, const tally *sum)
{
    return json_add_number(object, "patterns", sum->patterns) &&
           json_add_number(object, "heights_disproved", sum->proved_none) &&
           json_add_number(object, "nodes", sum->nodes) &&
           json_add_seconds(object, "seconds", sum->seconds);
}

/* Rows are null where there is no matrix or none was found. */
static bool add_row(cJSON *list, const settings *chosen, unsigned squares, unsigned rows,
                    const tally *sum)
{
    cJSON *row = cJSON_CreateObject();
    if (!cJSON_AddItemToArray(list, row)) {
        cJSON_Delete(row);
        return false;
    }
    bool is_added = json_add_number(row, "squares", squares);
    if (rows == ROWS_NONE || rows == ROWS_LIMIT)
        is_added = is_added && cJSON_AddNullToObject(row, "rows") != NULL &&
                   cJSON_AddBoolToObject(row, "searched", rows == ROWS_NONE) != NULL;
    else
        is_added = is_added && json_add_number(row, "rows", rows) &&
                   json_add_number(row, "pieces", (rows * chosen->width + squares) / 4);
    return is_added && add_tally(row, sum);
}

static bool fill(cJSON *object, const tally_table *table, const settings *chosen)
{
    cJSON *list = NULL;
    if (!json_add_number(object, "width", chosen->width) ||
        cJSON_AddStringToObject(object, "search", search_names[chosen->search]) == NULL ||
        !json_add_number(object, "seed", chosen->seed) ||
        (list = cJSON_AddArrayToObject(object, "emitters")) == NULL)
        return false;
    for (unsigned squares = 1; squares <= DF_EMITTER_MAX_SQUARES; squares++) {
        for (unsigned rows = 0; rows < ROW_KINDS; rows++) {
            const tally *sum = &table->cells[squares][rows];
            if (sum->patterns > 0 && !add_row(list, chosen, squares, rows, sum))
                return false;
        }
    }
    cJSON *total = cJSON_AddObjectToObject(object, "total");
    return total != NULL && add_tally(total, &table->total);
}

static int tabulate(const settings *chosen, const df_piece_set *set)
{
    tally_table table = {.total = {0}};
    df_status status = DF_OK;
    for (unsigned squares = 1; squares * 3 <= chosen->width; squares++)
        table.whole += (size_t)count_patterns(chosen->width, squares);
    progress_begin("searching the patterns");
    for (unsigned squares = 1; squares * 3 <= chosen->width && status == DF_OK; squares++)
        status = tabulate_squares(&table, chosen, set, squares);
    progress_end();
    if (status != DF_OK)
        return message("%s", df_status_name(status));
    if (chosen->json) {
        cJSON *object = cJSON_CreateObject();
        return json_print(object, object != NULL && fill(object, &table, chosen));
    }
    put_table(&table, chosen);
    return -1;
}

/* Draws every pattern of chosen->list squares as it is found, a blank line between them. */
static int list_patterns(const settings *chosen, const df_piece_set *set)
{
    unsigned start[DF_EMITTER_MAX_SQUARES];
    df_status status = DF_OK;
    uint64_t drawn = 0;
    for (bool first = true; status == DF_OK && !ferror(stdout) &&
                            df_emitter_next(chosen->width, chosen->list, start, first);
         first = false) {
        df_emitter found = {0};
        df_outcome outcome = DF_NONE;
        status = find(chosen, set, chosen->list, start, &found, &outcome);
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

static int run(const subcommand *command, int argc, char **argv)
{
    settings chosen = {.width = 21};
    df_piece_set *set = NULL;
    int operands;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    if (status < 0 && chosen.prove + chosen.platforms + (chosen.list > 0) > 1)
        status =
            message_usage(command->name, "--prove, --list and --platforms exclude each other");
    if (status < 0 && chosen.json && (chosen.platforms || chosen.list > 0))
        status = message_usage(command->name, "--json goes with the table only");
    if (status < 0 && chosen.platforms && chosen.search == DF_SEARCH_RANDOM)
        status =
            message_usage(command->name, "platforms are found by the complete search only");
    if (status < 0 && chosen.list * 3 > chosen.width)
        status = message_usage(command->name, "%u squares need %u columns, there are %u",
                               chosen.list, chosen.list * 3, chosen.width);
    if (status < 0)
        status = source_pieces(&set);
    if (status < 0 && chosen.platforms)
        status = platform_list(set, chosen.width, chosen.seed);
    else if (status < 0)
        status = chosen.list > 0 ? list_patterns(&chosen, set) : tabulate(&chosen, set);
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
        "tells\n"
        "how many patterns need how many rows, how many smaller heights were searched whole "
        "in\n"
        "vain, and what that took.\n",
    .examples = "  dropforge emitters\n"
                "  dropforge emitters --list 6\n"
                "  dropforge emitters --platforms\n"
                "  dropforge emitters --search random --seed 7 --json\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .run = run,
};

#include <stdio.h>
#include <stdlib.h>

#include "cli/base/clock.h"
#include "cli/base/format.h"
#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "tile_settings.h"

enum { MAX_FIGURES = 2 };

/* The results of a count: numbers with their names. */
typedef struct figures {
    const char *names[MAX_FIGURES];
    df_natural numbers[MAX_FIGURES];
    size_t count;
    df_count_effort effort;
    double seconds;
} figures;

/* Ends counting, which can be interrupted: from here on signals end the program as usual. */
static void tile_count_begin_table(bool *begun)
{
    if (!*begun) {
        (void)counting_end(DF_OK, NULL);
        puts("columns\tarrangements\tfills\ttilings");
    }
    *begun = true;
}

static df_status put_components(void *context, const unsigned *sizes, unsigned count,
                                const df_natural *arrangements, const df_natural *fills,
                                const df_natural *tilings)
{
    tile_count_begin_table(context);
    df_text line = {0};
    for (unsigned i = 0; i < count; i++)
        df_text_format(&line, "%s%u", i > 0 ? "+" : "", sizes[i]);
    const df_natural *numbers[] = {arrangements, fills, tilings};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        df_text_put_char(&line, '\t');
        df_natural_write(&line, numbers[i]);
    }
    df_text_put_char(&line, '\n');
    out_stream out = {.stream = stdout};
    return out_text(&out, &line);
}

/* Counts by fault lines; a table is written at once. */
static df_status count_parts(const tile_settings *chosen, const df_piece_set *set,
                             const df_count_options *options, figures *found, df_error *error)
{
    static const char *const names[DF_TILE_PARTS] = {"primitive", "configurations",
                                                     "activations"};
    const bool table = chosen->count.components;
    bool begun = false;
    df_natural numbers[DF_TILE_PARTS] = {{0}};
    const df_status status =
        df_tile_count_parts(numbers, set, chosen->size.width, chosen->size.height, options,
                            table ? put_components : NULL, &begun, &found->effort, error);
    if (status == DF_OK && table)
        tile_count_begin_table(&begun);
    for (size_t i = 0; i < DF_TILE_PARTS; i++) {
        if (table || (i == DF_TILE_PRIMITIVE) != chosen->count.primitive) {
            df_natural_free(&numbers[i]);
            continue;
        }
        found->names[found->count] = names[i];
        found->numbers[found->count++] = numbers[i];
    }
    return status;
}

static df_status count_number(const tile_settings *chosen, const df_piece_set *set,
                              const df_count_options *options, figures *found, df_error *error)
{
    found->names[0] = "tilings";
    found->count = 1;
    return df_tile_count(&found->numbers[0], set, chosen->size.width, chosen->size.height,
                         chosen->count.symmetry, options, &found->effort, error);
}

static cli_status tile_count_put_json(const figures *found, tile_size size)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_number(&json, "width", size.width);
    json_put_number(&json, "height", size.height);
    for (size_t i = 0; i < found->count; i++)
        json_put_natural(&json, found->names[i], &found->numbers[i]);
    json_put_number(&json, "states", found->effort.states);
    json_put_number(&json, "steps", found->effort.steps);
    json_put_number(&json, "memory", found->effort.memory);
    json_put_decimal(&json, "seconds", found->seconds);
    return json_print(&json);
}

static cli_status put_figures(const figures *found, tile_size size, bool json)
{
    if (json)
        return tile_count_put_json(found, size);
    df_text text = {0};
    for (size_t i = 0; i < found->count; i++) {
        df_natural_write(&text, &found->numbers[i]);
        if (found->count > 1)
            df_text_format(&text, " %s", found->names[i]);
        df_text_put_char(&text, '\n');
    }
    return text_end(&text);
}

static cli_status tile_count_check(const tile_settings *chosen)
{
    const tile_count_settings *what = &chosen->count;
    if (what->primitive + what->components + what->tetris + what->symmetry > 1)
        return message_usage(
            "tile", "--primitive, --components, --tetris and --symmetry exclude each other");
    if (chosen->output.json && what->components)
        return message_usage("tile", "--json goes with numbers, not with tables");
    return GO_ON;
}

cli_status tile_count(const tile_settings *chosen, const piece_choice *pieces)
{
    const tile_count_settings *what = &chosen->count;
    cli_status answer = tile_count_check(chosen);
    if (answer != GO_ON)
        return answer;
    const df_count_options options = {.memory = chosen->board.memory, .watch = counting_watch};
    figures found = {.count = 0};
    df_error error = {0};
    const double begin = clock_seconds();
    progress_begin("counting tilings");
    const df_status status =
        (what->primitive || what->components || what->tetris ? count_parts : count_number)(
            chosen, pieces->set, &options, &found, &error);
    answer = counting_end(status, &error);
    found.seconds = clock_seconds() - begin;
    if (answer == GO_ON && status == DF_OK && found.count > 0)
        answer = put_figures(&found, chosen->size, chosen->output.json);
    for (size_t i = 0; i < MAX_FIGURES; i++)
        df_natural_free(&found.numbers[i]);
    return answer;
}

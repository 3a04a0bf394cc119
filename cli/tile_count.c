#include <stdio.h>
#include <stdlib.h>

#include "dropforge/tile.h"
#include "json.h"
#include "message.h"
#include "number.h"
#include "progress.h"
#include "tile_settings.h"

enum { MOST_FIGURES = 2 };

/* What has been counted: numbers with their names. */
typedef struct figures {
    const char *names[MOST_FIGURES];
    df_natural numbers[MOST_FIGURES];
    size_t count;
    df_tile_effort effort;
    double seconds;
} figures;

static bool watch(void *context, uint64_t done, uint64_t all, uint64_t states)
{
    (void)context;
    (void)states;
    progress_set(done, all);
    return true;
}

static int tell(df_status status, const df_mishap *mishap)
{
    if (status == DF_OK)
        return -1;
    return message("%s", mishap->text[0] != '\0' ? mishap->text : df_status_name(status));
}

static df_status put_components(void *context, const df_tile_components *row)
{
    (void)context;
    for (unsigned i = 0; i < row->count; i++)
        printf("%s%u", i > 0 ? "+" : "", row->sizes[i]);
    const df_natural *numbers[] = {row->arrangements, row->fills, row->tilings};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        putchar('\t');
        number_put(numbers[i]);
    }
    putchar('\n');
    return ferror(stdout) ? DF_ERROR_SINK : DF_OK;
}

/* The table of pieces; its head is written with the first row, when nothing can fail. */
typedef struct piece_table {
    const df_piece_set *set;
    bool has_head;
} piece_table;

static df_status put_pieces(void *context, const df_tile_pieces *row)
{
    piece_table *table = context;
    for (size_t i = 0; !table->has_head && i < table->set->count; i++)
        printf("%s\t", table->set->pieces[i].name);
    if (!table->has_head)
        puts("tilings");
    table->has_head = true;
    for (size_t i = 0; i < table->set->count; i++)
        printf("%u\t", row->pieces[i]);
    number_put(row->tilings);
    putchar('\n');
    return ferror(stdout) ? DF_ERROR_SINK : DF_OK;
}

/* From the numbers of all widths; the tables are written at once. */
static df_status count_cut(const tile_count_settings *chosen, const df_natural *counts,
                           df_natural *primitive, unsigned width, figures *found)
{
    df_status status = df_tile_primitive(primitive, counts, width);
    if (status != DF_OK)
        return status;
    if (chosen->components) {
        puts("columns\tarrangements\tfills\ttilings");
        return df_tile_components_list(primitive, width, put_components, NULL);
    }
    if (chosen->primitive) {
        found->names[found->count] = "primitive";
        return df_natural_copy(&found->numbers[found->count++], &primitive[width]);
    }
    df_tile_tetris tetris = {{0}, {0}};
    status = df_tile_tetris_count(&tetris, primitive, counts, width);
    found->names[0] = "configurations";
    found->numbers[0] = tetris.configurations;
    found->names[1] = "activations";
    found->numbers[1] = tetris.activations;
    found->count = 2;
    return status;
}

static df_status count_widths(const tile_count_settings *chosen, const df_tile_board *board,
                              const df_tile_options *options, figures *found, df_mishap *mishap)
{
    const size_t count = (size_t)board->width + 1;
    df_natural *counts = calloc(count, sizeof *counts);
    df_natural *primitive = calloc(count, sizeof *primitive);
    df_status status = DF_ERROR_MEMORY;
    if (counts != NULL && primitive != NULL)
        status = df_tile_count_widths(counts, board, options, &found->effort, mishap);
    progress_end();
    if (status == DF_OK)
        status = count_cut(chosen, counts, primitive, board->width, found);
    for (size_t i = 0; i < count; i++) {
        if (counts != NULL)
            df_natural_free(&counts[i]);
        if (primitive != NULL)
            df_natural_free(&primitive[i]);
    }
    free(counts);
    free(primitive);
    return status;
}

static bool fill(cJSON *object, const figures *found, tile_size size)
{
    if (!json_add_number(object, "width", size.width) ||
        !json_add_number(object, "height", size.height))
        return false;
    for (size_t i = 0; i < found->count; i++) {
        char *text = number_text(&found->numbers[i]);
        const bool is_added = cJSON_AddRawToObject(object, found->names[i], text) != NULL;
        free(text);
        if (!is_added)
            return false;
    }
    return json_add_number(object, "states", found->effort.states) &&
           json_add_number(object, "steps", found->effort.steps) &&
           json_add_number(object, "memory", found->effort.memory) &&
           json_add_seconds(object, "seconds", found->seconds);
}

static int put_figures(const figures *found, tile_size size, bool json)
{
    if (json) {
        cJSON *object = cJSON_CreateObject();
        return json_print(object, object != NULL && fill(object, found, size));
    }
    for (size_t i = 0; i < found->count; i++) {
        number_put(&found->numbers[i]);
        if (found->count > 1)
            printf(" %s", found->names[i]);
        putchar('\n');
    }
    return -1;
}

int tile_count(const tile_settings *chosen, tile_size size, const df_piece_set *set)
{
    const tile_count_settings *what = &chosen->count;
    if (what->primitive + what->components + what->tetris + what->by_pieces + what->symmetry >
        1)
        return message_usage("tile", "--primitive, --components, --tetris, --by-pieces and "
                                     "--symmetry exclude each other");
    if (chosen->board.limit > 0)
        return message_usage("tile", "--limit goes with 'list' and 'clear'");
    if (chosen->output.json && (what->components || what->by_pieces))
        return message_usage("tile", "--json goes with numbers, not with tables");
    const df_tile_board board = {size.width, size.height, set};
    const df_tile_options options = {.memory = chosen->board.memory, .watch = watch};
    figures found = {.count = 0};
    df_mishap mishap = {0};
    df_status status;
    const double begin = clock_seconds();
    progress_begin("counting tilings");
    if (what->by_pieces) {
        piece_table table = {.set = set};
        status = df_tile_count_by_pieces(&board, &options, put_pieces, &table, &found.effort,
                                         &mishap);
    } else if (what->primitive || what->components || what->tetris) {
        status = count_widths(what, &board, &options, &found, &mishap);
    } else {
        found.names[found.count] = "tilings";
        status = (what->symmetry ? df_tile_count_symmetric : df_tile_count)(
            &found.numbers[found.count++], &board, &options, &found.effort, &mishap);
    }
    progress_end();
    found.seconds = clock_seconds() - begin;
    int answer = tell(status, &mishap);
    if (answer < 0 && found.count > 0)
        answer = put_figures(&found, size, chosen->output.json);
    for (size_t i = 0; i < MOST_FIGURES; i++)
        df_natural_free(&found.numbers[i]);
    return answer;
}

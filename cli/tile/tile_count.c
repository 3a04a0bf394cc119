#include <stdio.h>
#include <stdlib.h>

#include "cli/base/clock.h"
#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/number.h"
#include "cli/base/progress.h"
#include "tile_settings.h"

/* LONG_BOARD: from this many columns on a recurrence may be faster. */
enum { MAX_FIGURES = 2, LONG_BOARD = 200 };

/* The results of a count: numbers with their names. */
typedef struct figures {
    const char *names[MAX_FIGURES];
    df_natural numbers[MAX_FIGURES];
    size_t count;
    uint64_t modulus; /* or 0 */
    df_tile_effort effort;
    double seconds;
} figures;

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
    return ferror(stdout) ? DF_ERROR_CANCELLED : DF_OK;
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
                              const df_tile_options *options, figures *found, df_error *error)
{
    const size_t count = (size_t)board->width + 1;
    df_natural *counts = calloc(count, sizeof *counts);
    df_natural *primitive = calloc(count, sizeof *primitive);
    df_status status = DF_ERROR_MEMORY;
    /* Without this all counts are 0, which calloc has set. */
    if (counts != NULL && primitive != NULL && !df_tile_is_divisible(board))
        status = DF_OK;
    else if (counts != NULL && primitive != NULL)
        status = df_tile_count_widths(counts, board, options, &found->effort, error);
    /* The rest is not interruptible: signals end the program as usual. */
    if (status == DF_OK)
        (void)counting_end(status, error);
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

/* Counts all tilings, by the recurrence of the shorter side if the other one is long. */
static df_status tile_count_all(const df_tile_board *board, const df_tile_options *options,
                                df_natural *number, df_tile_effort *effort, df_error *error)
{
    const unsigned rows = board->width < board->height ? board->width : board->height;
    const unsigned columns = board->width < board->height ? board->height : board->width;
    df_tile_recurrence *recurrence = NULL;
    df_status status = DF_OK;
    if (columns >= LONG_BOARD)
        status = df_tile_recurrence_find(&recurrence, rows, board->pieces, columns, options,
                                         effort, error);
    if (recurrence != NULL)
        status = tile_long_count(number, recurrence, columns, options, effort);
    else if (status == DF_OK || status == DF_ERROR_LIMIT)
        status = df_tile_count(number, board, options, effort, error);
    df_tile_recurrence_free(recurrence);
    return status;
}

static df_status count_number(const tile_settings *chosen, tile_sides sides,
                              const df_piece_set *set, const df_tile_options *options,
                              figures *found, df_error *error)
{
    const tile_count_settings *what = &chosen->count;
    df_natural *number = &found->numbers[0];
    df_tile_effort *effort = &found->effort;
    found->names[0] = what->modulus != 0 ? "rest" : "tilings";
    found->modulus = what->modulus;
    found->count = 1;
    if (what->modulus != 0) {
        uint64_t rest = 0;
        const df_status status = df_tile_count_modulo(&rest, sides.width, sides.height, set,
                                                      what->modulus, options, effort, error);
        return status == DF_OK ? df_natural_set(number, &rest, 1) : status;
    }
    const df_tile_board board = {(unsigned)sides.width, (unsigned)sides.height, set};
    if (what->symmetry)
        return df_tile_count_symmetric(number, &board, options, effort, error);
    return tile_count_all(&board, options, number, effort, error);
}

static int tile_count_put_json(const figures *found, tile_sides sides)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_number(&json, "width", sides.width);
    json_put_number(&json, "height", sides.height);
    if (found->modulus != 0)
        json_put_number(&json, "modulus", found->modulus);
    for (size_t i = 0; i < found->count; i++)
        json_put_digits(&json, found->names[i], number_text(&found->numbers[i]));
    json_put_number(&json, "states", found->effort.states);
    json_put_number(&json, "steps", found->effort.steps);
    json_put_number(&json, "memory", found->effort.memory);
    json_put_decimal(&json, "seconds", found->seconds);
    return json_print(&json);
}

static int put_figures(const figures *found, tile_sides sides, bool json)
{
    if (json)
        return tile_count_put_json(found, sides);
    for (size_t i = 0; i < found->count; i++) {
        number_put(&found->numbers[i]);
        if (found->count > 1)
            printf(" %s", found->names[i]);
        putchar('\n');
    }
    return -1;
}

static int tile_count_check(const tile_settings *chosen)
{
    const tile_count_settings *what = &chosen->count;
    if (what->primitive + what->components + what->tetris + what->symmetry + what->recurrence +
            +(what->modulus != 0) >
        1)
        return message_usage("tile", "--primitive, --components, --tetris, "
                                     "--symmetry, --mod and --recurrence exclude each other");
    if (chosen->output.json && what->components)
        return message_usage("tile", "--json goes with numbers, not with tables");
    return -1;
}

int tile_count(const tile_settings *chosen, tile_sides sides, const df_piece_set *set)
{
    const tile_count_settings *what = &chosen->count;
    int answer = tile_count_check(chosen);
    if (answer >= 0)
        return answer;
    const df_tile_board board = {(unsigned)sides.width, (unsigned)sides.height, set};
    const uint64_t memory = chosen->board.memory;
    const df_tile_options options = {.memory = memory != 0 ? memory : DF_TILE_USUAL_MEMORY,
                                     .watch = counting_watch};
    if (what->recurrence)
        return tile_recurrence(board.height, set, &options, chosen->output.json);
    figures found = {.count = 0};
    df_error error = {0};
    df_status status;
    const double begin = clock_seconds();
    progress_begin("counting tilings");
    if (what->primitive || what->components || what->tetris)
        status = count_widths(what, &board, &options, &found, &error);
    else
        status = count_number(chosen, sides, set, &options, &found, &error);
    answer = counting_end(status, &error);
    found.seconds = clock_seconds() - begin;
    if (answer < 0 && status == DF_OK && found.count > 0)
        answer = put_figures(&found, sides, chosen->output.json);
    for (size_t i = 0; i < MAX_FIGURES; i++)
        df_natural_free(&found.numbers[i]);
    return answer;
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "number.h"
#include "tile_settings.h"

/* What a drawn tiling is written with. */
typedef struct lister {
    const tile_list_settings *chosen;
    char *drawing;
    bool has_drawn;
} lister;

/* Draws a tiling, a blank line before all but the first; below it the number of orders. */
static df_status put_tiling(void *context, const df_tiling *tiling)
{
    lister *list = context;
    df_natural orders = {0};
    if (list->chosen->orders) {
        const df_status status = df_tiling_orders(tiling, 0, &orders);
        if (status != DF_OK)
            return status;
    }
    df_tiling_draw(tiling, list->chosen->style, list->drawing);
    printf("%s%s", list->has_drawn ? "\n" : "", list->drawing);
    list->has_drawn = true;
    if (list->chosen->orders) {
        number_put(&orders);
        puts(" drop orders");
    }
    df_natural_free(&orders);
    return ferror(stdout) ? DF_ERROR_SINK : DF_OK;
}

static df_status put_random(const df_tilings *tilings, tile_size size, const df_piece_set *set,
                            lister *list)
{
    df_random random;
    df_random_seed(&random, list->chosen->seed, 0);
    df_drop *pieces = calloc(df_tilings_most_pieces(tilings) + 1, sizeof *pieces);
    df_status status = pieces != NULL ? DF_OK : DF_ERROR_MEMORY;
    for (uint64_t i = 0; status == DF_OK && i < list->chosen->random; i++) {
        df_tiling tiling = {
            .width = size.width, .height = size.height, .set = set, .head = pieces};
        status = df_tilings_random(tilings, &random, pieces, &tiling.head_count);
        if (status == DF_OK)
            status = put_tiling(list, &tiling);
    }
    free(pieces);
    return status;
}

static df_status put_count(const df_tilings *tilings)
{
    df_natural count = {0};
    const df_status status = df_tilings_count(tilings, &count);
    if (status == DF_OK) {
        number_put(&count);
        putchar('\n');
    }
    df_natural_free(&count);
    return status;
}

static int check(const tile_list_settings *chosen, tile_size size, uint64_t limit,
                 df_natural *skip)
{
    if (size.width > DF_FIELD_MAX_WIDTH || size.height > DF_FIELD_MAX_HEIGHT)
        return message_usage("tile", "tilings are listed of at most %d columns and %d rows",
                             DF_FIELD_MAX_WIDTH, DF_FIELD_MAX_HEIGHT);
    if (chosen->random > 0 && (chosen->skip != NULL || limit > 0))
        return message_usage("tile", "--random takes neither --skip nor --limit");
    if (chosen->random == 0 && chosen->seed > 0)
        return message_usage("tile", "--seed goes with --random only");
    if (chosen->count && (chosen->random > 0 || chosen->skip != NULL || limit > 0 ||
                          chosen->orders || chosen->style != DF_TILING_LETTERS))
        return message_usage("tile", "--count goes with --once and --droppable only");
    const df_status status = chosen->skip != NULL ? number_read(skip, chosen->skip) : DF_OK;
    if (status == DF_ERROR_INPUT)
        return message_usage("tile", "--skip needs a whole number, not '%s'", chosen->skip);
    return status == DF_OK ? -1 : message("%s", df_status_name(status));
}

/* An output that has failed is told of at the end of the program. */
static int tell(df_status status, const tile_list_settings *chosen, const df_mishap *mishap)
{
    if (status == DF_OK || (status == DF_ERROR_SINK && ferror(stdout)))
        return -1;
    if (mishap->text[0] != '\0')
        return message("%s", mishap->text);
    if (status == DF_ERROR_LIMIT && chosen->orders)
        return message("the drop orders of these tilings are too many to count; make the board "
                       "smaller");
    if (status == DF_ERROR_ARGUMENT && chosen->random > 0)
        return message("no tiling can be drawn: there is none");
    return message("%s", df_status_name(status));
}

int tile_list(const tile_settings *chosen, tile_size size, const df_piece_set *set)
{
    const tile_list_settings *what = &chosen->list;
    const df_tilings_options options = {.once = what->once,
                                        .droppable = what->droppable,
                                        .memory = (size_t)chosen->board.memory};
    df_natural skip = {0};
    const int answer = check(what, size, chosen->board.limit, &skip);
    if (answer >= 0)
        return answer;
    df_mishap mishap = {0};
    df_tilings *tilings = NULL;
    lister list = {.chosen = what,
                   .drawing = malloc((size_t)(size.width + 1) * size.height + 1)};
    df_status status = DF_ERROR_MEMORY;
    if (list.drawing != NULL)
        status = df_tilings_create(&tilings, set, size.width, size.height, &options, &mishap);
    if (status == DF_OK && what->count)
        status = put_count(tilings);
    else if (status == DF_OK && what->random > 0)
        status = put_random(tilings, size, set, &list);
    else if (status == DF_OK)
        status = df_tilings_list(tilings, &skip, chosen->board.limit, put_tiling, &list);
    df_tilings_free(tilings);
    free(list.drawing);
    df_natural_free(&skip);
    return tell(status, what, &mishap);
}

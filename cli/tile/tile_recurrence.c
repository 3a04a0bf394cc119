#include <stdio.h>
#include <stdlib.h>

#include "cli/base/json.h"
#include "cli/base/number.h"
#include "cli/base/progress.h"
#include "tile_settings.h"

/* The text of number i of the recurrence: of its factors, or of the tilings it begins with. */
typedef char *number_of(const df_tile_recurrence *recurrence, size_t i);

static char *tile_recurrence_factor(const df_tile_recurrence *recurrence, size_t i)
{
    const df_tile_integer *number = &recurrence->factors[i];
    return number_signed_text(&number->size, number->is_negative);
}

static char *tile_recurrence_first(const df_tile_recurrence *recurrence, size_t i)
{
    return number_text(&recurrence->first[i]);
}

static void tile_recurrence_put_row(const char *name, const df_tile_recurrence *recurrence,
                                    number_of *text_of)
{
    fputs(name, stdout);
    for (size_t i = 0; i < recurrence->order; i++) {
        char *text = text_of(recurrence, i);
        printf(" %s", text);
        free(text);
    }
    putchar('\n');
}

static void tile_recurrence_put_array(json_writer *json, const char *name,
                                      const df_tile_recurrence *recurrence, number_of *text_of)
{
    json_open_array(json, name);
    for (size_t i = 0; i < recurrence->order; i++)
        json_put_digits(json, NULL, text_of(recurrence, i));
    json_close(json);
}

static int tile_recurrence_put_json(unsigned rows, const df_tile_recurrence *recurrence)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_number(&json, "height", rows);
    json_put_number(&json, "order", recurrence->order);
    tile_recurrence_put_array(&json, "factors", recurrence, tile_recurrence_factor);
    tile_recurrence_put_array(&json, "first", recurrence, tile_recurrence_first);
    return json_print(&json);
}

int tile_recurrence(unsigned rows, const df_piece_set *set, const df_tile_options *options,
                    bool json)
{
    df_tile_recurrence *recurrence = NULL;
    df_error error = {0};
    progress_begin("counting tilings");
    const df_status status =
        df_tile_recurrence_find(&recurrence, rows, set, UINT64_MAX, options, NULL, &error);
    int answer = counting_end(status, &error);
    if (answer < 0 && json) {
        answer = tile_recurrence_put_json(rows, recurrence);
    } else if (answer < 0) {
        printf("order %zu\n", recurrence->order);
        tile_recurrence_put_row("factors", recurrence, tile_recurrence_factor);
        tile_recurrence_put_row("first", recurrence, tile_recurrence_first);
    }
    df_tile_recurrence_free(recurrence);
    return answer;
}

#include <stdio.h>
#include <stdlib.h>

#include "counting.h"
#include "json.h"
#include "number.h"
#include "tile_settings.h"

/* The text of number i of the recurrence: of its factors, or of the tilings it begins with. */
typedef char *number_of(const df_tile_recurrence *recurrence, size_t i);

static char *factor(const df_tile_recurrence *recurrence, size_t i)
{
    const df_tile_integer *number = &recurrence->factors[i];
    return number_signed_text(&number->size, number->is_negative);
}

static char *first(const df_tile_recurrence *recurrence, size_t i)
{
    return number_text(&recurrence->first[i]);
}

static void put_row(const char *name, const df_tile_recurrence *recurrence, number_of *text_of)
{
    fputs(name, stdout);
    for (size_t i = 0; i < recurrence->order; i++) {
        char *text = text_of(recurrence, i);
        printf(" %s", text);
        free(text);
    }
    putchar('\n');
}

static bool add_row(cJSON *object, const char *name, const df_tile_recurrence *recurrence,
                    number_of *text_of)
{
    cJSON *array = cJSON_AddArrayToObject(object, name);
    for (size_t i = 0; array != NULL && i < recurrence->order; i++) {
        char *text = text_of(recurrence, i);
        cJSON *item = cJSON_CreateRaw(text);
        free(text);
        if (item == NULL)
            return false;
        cJSON_AddItemToArray(array, item);
    }
    return array != NULL;
}

static int put_json(unsigned rows, const df_tile_recurrence *recurrence)
{
    cJSON *object = cJSON_CreateObject();
    const bool is_whole = object != NULL && json_add_number(object, "height", rows) &&
                          json_add_number(object, "order", recurrence->order) &&
                          add_row(object, "factors", recurrence, factor) &&
                          add_row(object, "first", recurrence, first);
    return json_print(object, is_whole);
}

int tile_recurrence(unsigned rows, const df_piece_set *set, const df_tile_options *options,
                    bool json)
{
    df_tile_recurrence *recurrence = NULL;
    df_mishap mishap = {0};
    counting_begin("counting tilings");
    const df_status status =
        df_tile_recurrence_find(&recurrence, rows, set, UINT64_MAX, options, NULL, &mishap);
    int answer = counting_end(status, &mishap);
    if (answer < 0 && json) {
        answer = put_json(rows, recurrence);
    } else if (answer < 0) {
        printf("order %zu\n", recurrence->order);
        put_row("factors", recurrence, factor);
        put_row("first", recurrence, first);
    }
    df_tile_recurrence_free(recurrence);
    return answer;
}

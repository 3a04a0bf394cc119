/* Tilings as JSON, an object on each line. */
#include <stdlib.h>

#include "json.h"
#include "number.h"
#include "tile_listing.h"

typedef struct writer {
    const tile_listing *listing;
    out_stream *out;
    df_drop *pieces; /* room for a tiling */
    df_mishap *mishap;
} writer;

/* Digits of any length, which are freed. */
static bool add_digits(cJSON *object, const char *key, char *digits)
{
    const bool is_added = cJSON_AddRawToObject(object, key, digits) != NULL;
    free(digits);
    return is_added;
}

static bool add_piece(cJSON *array, const df_piece_set *set, const df_drop *drop)
{
    const char letter[2] = {df_orientation_letter(drop->orientation)};
    cJSON *piece = cJSON_CreateObject();
    if (piece != NULL && cJSON_AddItemToArray(array, piece))
        return cJSON_AddStringToObject(piece, "name", set->pieces[drop->piece].name) != NULL &&
               cJSON_AddStringToObject(piece, "orientation", letter) != NULL &&
               json_add_number(piece, "x", drop->x) && json_add_number(piece, "y", drop->y);
    cJSON_Delete(piece);
    return false;
}

static df_status fill(const writer *own, const df_tiling *tiling, cJSON *object)
{
    const size_t count = tiling->head_count + tiling->tail_count;
    char *number = NULL;
    df_outcome outcome = DF_NONE;
    df_status status = tile_listing_number(own->listing, tiling, own->pieces, &number);
    if (status == DF_OK && !add_digits(object, "number", number))
        status = DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = df_tiling_order(tiling, false, own->pieces, &outcome);
    if (status != DF_OK)
        return status;
    if (outcome != DF_FOUND)
        df_tiling_copy(tiling, own->pieces);
    cJSON *array = NULL;
    if (cJSON_AddBoolToObject(object, "droppable", outcome == DF_FOUND) != NULL)
        array = cJSON_AddArrayToObject(object, "pieces");
    for (size_t i = 0; i < count && array != NULL; i++) {
        if (!add_piece(array, tiling->set, &own->pieces[i]))
            array = NULL;
    }
    if (array == NULL)
        return DF_ERROR_MEMORY;
    if (!own->listing->chosen->orders)
        return DF_OK;
    df_natural orders = {0};
    status = tile_listing_orders(tiling, &orders, own->mishap);
    if (status == DF_OK && !add_digits(object, "orders", number_text(&orders)))
        status = DF_ERROR_MEMORY;
    df_natural_free(&orders);
    return status;
}

static df_status write_object(void *context, const df_tiling *tiling)
{
    writer *own = context;
    df_text line = {0};
    cJSON *object = cJSON_CreateObject();
    df_status status = object != NULL ? fill(own, tiling, object) : DF_ERROR_MEMORY;
    char *text = status == DF_OK ? cJSON_PrintUnformatted(object) : NULL;
    cJSON_Delete(object);
    if (text == NULL)
        return status != DF_OK ? status : DF_ERROR_MEMORY;
    df_text_put(&line, text);
    df_text_put_char(&line, '\n');
    cJSON_free(text);
    status = out_text(own->out, &line);
    df_text_free(&line);
    return status;
}

static df_status write_json(const void *content, out_stream *out, df_mishap *mishap)
{
    const tile_listing *listing = content;
    writer own = {.listing = listing, .out = out, .mishap = mishap};
    own.pieces = calloc(df_tilings_most_pieces(listing->tilings) + 1, sizeof own.pieces[0]);
    if (own.pieces == NULL)
        return DF_ERROR_MEMORY;
    const df_status status = tile_listing_visit(listing, out, write_object, &own);
    free(own.pieces);
    return status;
}

const output_format tile_format_json = {
    .name = "json",
    .summary = "one JSON object on each line: the number and the pieces",
    .extensions = {".jsonl"},
    .write = write_json,
};

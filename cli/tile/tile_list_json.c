/* Tilings as JSON, an object on each line. */
#include "cli/base/json.h"
#include "cli/base/number.h"
#include "tile_listing.h"

typedef struct writer {
    const tile_listing *listing;
    out_stream *out;
    df_error *error;
} writer;

static void tile_list_json_put_piece(json_writer *json, const df_piece_set *set,
                                     const df_drop *drop)
{
    const char letter[2] = {df_orientation_letter(drop->orientation)};
    json_open_object(json, NULL);
    json_put_text(json, "name", set->pieces[drop->piece].name);
    json_put_text(json, "orientation", letter);
    json_put_number(json, "x", drop->x);
    json_put_number(json, "y", drop->y);
    json_close(json);
}

/* Puts the number of drop orders, with --orders. */
static df_status tile_list_json_put_orders(const writer *self, const df_tiling *tiling,
                                           json_writer *json)
{
    df_natural orders = {0};
    if (!self->listing->chosen->orders)
        return DF_OK;
    const df_status status = tile_listing_orders(tiling, &orders, self->error);
    if (status == DF_OK)
        json_put_digits(json, "orders", number_text(&orders));
    df_natural_free(&orders);
    return status;
}

static df_status tile_list_json_write_object(void *context, const df_tiling *tiling)
{
    const writer *self = context;
    df_drop *pieces = self->listing->drops;
    json_writer json = {.is_compact = true};
    char *number = NULL;
    df_outcome outcome = DF_NONE;
    df_status status = tile_listing_number(self->listing, tiling, &number);
    json_open_object(&json, NULL);
    json_put_digits(&json, "number", number);
    if (status == DF_OK)
        status = df_tiling_order(tiling, false, pieces, &outcome);
    if (outcome != DF_FOUND)
        df_tiling_copy(tiling, pieces);
    json_put_bool(&json, "droppable", outcome == DF_FOUND);
    json_open_array(&json, "pieces");
    for (size_t i = 0; i < tiling->head_count + tiling->tail_count; i++)
        tile_list_json_put_piece(&json, tiling->set, &pieces[i]);
    json_close(&json);
    if (status == DF_OK)
        status = tile_list_json_put_orders(self, tiling, &json);
    json_close(&json);
    df_text_put_char(&json.text, '\n');
    if (status == DF_OK)
        status = out_text(self->out, &json.text);
    df_text_free(&json.text);
    return status;
}

static df_status tile_list_json_write(const void *content, out_stream *out, df_error *error)
{
    writer self = {.listing = content, .out = out, .error = error};
    return tile_listing_visit(self.listing, out, tile_list_json_write_object, &self);
}

const output_format tile_format_json = {
    .name = "json",
    .summary = "one JSON object on each line: the number and the pieces",
    .extensions = {".jsonl"},
    .write = tile_list_json_write,
};

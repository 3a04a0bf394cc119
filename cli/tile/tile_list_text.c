/* Tilings as drawings, a blank line between them. */
#include <stdlib.h>
#include <string.h>

#include "cli/base/number.h"
#include "cli/piece/drop_text.h"
#include "tile_listing.h"

typedef struct drawer {
    const tile_listing *listing;
    out_stream *out;
    char *drawing; /* begins with the blank line */
    df_error *error;
    bool has_drawn;
} drawer;

/* Writes an order in which the pieces can be dropped while rows clear. */
static df_status put_order(const drawer *self, const df_tiling *tiling)
{
    const size_t count = tiling->head_count + tiling->tail_count;
    df_text line = {0};
    df_outcome outcome;
    df_status status = df_tiling_order(tiling, true, self->listing->drops, &outcome);
    if (status != DF_OK)
        return status;
    if (outcome != DF_FOUND)
        df_text_put(&line, "cannot be dropped");
    for (size_t i = 0; i < count && outcome == DF_FOUND; i++) {
        char drop[DROP_TEXT_SIZE];
        drop_text_describe(drop, tiling->set, &self->listing->drops[i], false);
        df_text_put(&line, i > 0 ? ", " : "");
        df_text_put(&line, drop);
    }
    df_text_put_char(&line, '\n');
    return out_text(self->out, &line);
}

/* Writes the number of such orders. */
static df_status put_orders(const drawer *self, const df_tiling *tiling)
{
    df_natural orders = {0};
    const df_status status = tile_listing_orders(tiling, &orders, self->error);
    if (status == DF_OK) {
        const bool is_one = orders.count == 1 && orders.words[0] == 1;
        const char *words = is_one ? " drop order\n" : " drop orders\n";
        char *digits = number_text(&orders);
        (void)out_write(self->out, digits, strlen(digits));
        (void)out_write(self->out, words, strlen(words));
        free(digits);
    }
    df_natural_free(&orders);
    return status;
}

static df_status draw_tiling(void *context, const df_tiling *tiling)
{
    drawer *self = context;
    const tile_list_settings *chosen = self->listing->chosen;
    const char *text = self->has_drawn ? self->drawing : self->drawing + 1;
    df_tiling_draw(tiling, chosen->symbols, self->drawing + 1);
    self->has_drawn = true;
    (void)out_write(self->out, text, strlen(text));
    df_status status = DF_OK;
    if (chosen->order)
        status = put_order(self, tiling);
    if (status == DF_OK && chosen->orders)
        status = put_orders(self, tiling);
    return self->out->error != 0 ? DF_ERROR_CANCELLED : status;
}

static df_status tile_list_text_write(const void *content, out_stream *out, df_error *error)
{
    const tile_listing *listing = content;
    const tile_size size = listing->size;
    drawer self = {.listing = listing, .out = out, .error = error};
    self.drawing = malloc((size_t)(size.width + 1) * size.height + 2);
    if (self.drawing == NULL)
        return DF_ERROR_MEMORY;
    self.drawing[0] = '\n';
    const df_status status = tile_listing_visit(listing, out, draw_tiling, &self);
    free(self.drawing);
    return status;
}

const output_format tile_format_text = {
    .name = "txt",
    .summary = "drawings, a letter for each piece",
    .extensions = {".txt"},
    .write = tile_list_text_write,
};

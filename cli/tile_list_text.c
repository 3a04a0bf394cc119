/* Tilings as drawings, a blank line between them. */
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "tile_listing.h"
#include "tile_queue.h"

typedef struct drawer {
    const tile_listing *listing;
    out_stream *out;
    char *drawing;  /* begins with the blank line */
    df_drop *drops; /* room for a tiling */
    df_mishap *mishap;
    bool has_drawn;
} drawer;

/* Below the drawing: an order in which the pieces can be dropped, rows clearing. */
static df_status put_order(const drawer *own, const df_tiling *tiling)
{
    const size_t count = tiling->head_count + tiling->tail_count;
    df_text line = {0};
    df_outcome outcome;
    df_status status = df_tiling_order(tiling, true, own->drops, &outcome);
    if (status != DF_OK)
        return status;
    if (outcome != DF_FOUND)
        df_text_put(&line, "cannot be dropped");
    for (size_t i = 0; i < count && outcome == DF_FOUND; i++) {
        char drop[QUEUE_DROP_SIZE];
        queue_describe(drop, tiling->set, &own->drops[i]);
        df_text_put(&line, i > 0 ? ", " : "");
        df_text_put(&line, drop);
    }
    df_text_put_char(&line, '\n');
    status = out_text(own->out, &line);
    df_text_free(&line);
    return status;
}

/* And in how many orders that is possible. */
static df_status put_orders(const drawer *own, const df_tiling *tiling)
{
    df_natural orders = {0};
    const df_status status = tile_listing_orders(tiling, &orders, own->mishap);
    if (status == DF_OK) {
        const bool is_one = orders.count == 1 && orders.words[0] == 1;
        const char *words = is_one ? " drop order\n" : " drop orders\n";
        char *digits = number_text(&orders);
        (void)out_write(own->out, digits, strlen(digits));
        (void)out_write(own->out, words, strlen(words));
        free(digits);
    }
    df_natural_free(&orders);
    return status;
}

static df_status draw_tiling(void *context, const df_tiling *tiling)
{
    drawer *own = context;
    const tile_list_settings *chosen = own->listing->chosen;
    const char *text = own->has_drawn ? own->drawing : own->drawing + 1;
    df_tiling_draw(tiling, chosen->symbols, own->drawing + 1);
    own->has_drawn = true;
    (void)out_write(own->out, text, strlen(text));
    df_status status = DF_OK;
    if (chosen->order)
        status = put_order(own, tiling);
    if (status == DF_OK && chosen->orders)
        status = put_orders(own, tiling);
    return own->out->error != 0 ? DF_ERROR_SINK : status;
}

static df_status write_text(const void *content, out_stream *out, df_mishap *mishap)
{
    const tile_listing *listing = content;
    const tile_size size = listing->size;
    drawer own = {.listing = listing, .out = out, .mishap = mishap};
    df_status status = DF_ERROR_MEMORY;
    own.drawing = malloc((size_t)(size.width + 1) * size.height + 2);
    own.drops = calloc(df_tilings_most_pieces(listing->tilings) + 1, sizeof own.drops[0]);
    if (own.drawing != NULL && own.drops != NULL) {
        own.drawing[0] = '\n';
        status = tile_listing_visit(listing, out, draw_tiling, &own);
    }
    free(own.drawing);
    free(own.drops);
    return status;
}

const output_format tile_format_text = {
    .name = "txt",
    .summary = "drawings, a letter for each piece",
    .extensions = {".txt"},
    .write = write_text,
};

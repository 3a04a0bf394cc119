/* Tilings as drawings, a blank line between them. */
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "tile_listing.h"

typedef struct drawer {
    const tile_listing *listing;
    out_stream *out;
    char *drawing; /* begins with the blank line */
    bool has_drawn;
} drawer;

/* Below the drawing: in how many orders the pieces can be dropped. */
static df_status put_orders(const df_tiling *tiling, out_stream *out)
{
    df_natural orders = {0};
    const df_status status = df_tiling_orders(tiling, 0, &orders);
    if (status == DF_OK) {
        static const char words[] = " drop orders\n";
        char *digits = number_text(&orders);
        (void)out_write(out, digits, strlen(digits));
        (void)out_write(out, words, sizeof words - 1);
        free(digits);
    }
    df_natural_free(&orders);
    return status;
}

static df_status draw_tiling(void *context, const df_tiling *tiling)
{
    drawer *own = context;
    const char *text = own->has_drawn ? own->drawing : own->drawing + 1;
    df_tiling_draw(tiling, own->listing->chosen->style, own->drawing + 1);
    own->has_drawn = true;
    (void)out_write(own->out, text, strlen(text));
    df_status status = DF_OK;
    if (own->listing->chosen->orders)
        status = put_orders(tiling, own->out);
    return own->out->error != 0 ? DF_ERROR_SINK : status;
}

static df_status write_text(const void *content, out_stream *out, df_mishap *mishap)
{
    const tile_listing *listing = content;
    const tile_size size = listing->size;
    drawer own = {.listing = listing, .out = out};
    own.drawing = malloc((size_t)(size.width + 1) * size.height + 2);
    if (own.drawing == NULL)
        return DF_ERROR_MEMORY;
    own.drawing[0] = '\n';
    const df_status status = tile_listing_visit(listing, out, draw_tiling, &own);
    if (status == DF_ERROR_LIMIT)
        snprintf(mishap->text, sizeof mishap->text,
                 "the drop orders of these tilings are too many to count; make the board "
                 "smaller");
    free(own.drawing);
    return status;
}

const output_format tile_format_text = {
    .name = "txt",
    .summary = "drawings, a letter for each piece",
    .extensions = {".txt"},
    .write = write_text,
};

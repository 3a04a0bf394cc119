/* Tilings as a fumen, a page for each. */
#include <stdlib.h>

#include "dropforge/plan.h"
#include "tile_listing.h"

enum { MAX_PAGES = 1 << 16 };

typedef struct pager {
    df_fumen_page *pages;
    size_t count;
} pager;

static df_status tile_list_fumen_draw_page(void *context, const df_tiling *tiling)
{
    pager *self = context;
    df_fumen_page *page = &self->pages[self->count++];
    uint16_t parts[DF_FUMEN_HEIGHT * DF_FUMEN_WIDTH];
    tile_find_parts(tiling, parts);
    for (unsigned i = 0; i < tiling->height * DF_FUMEN_WIDTH; i++) {
        const df_drop *drop = tile_piece_at(tiling, parts[i]);
        page->square[i / DF_FUMEN_WIDTH][i % DF_FUMEN_WIDTH] =
            (uint8_t)df_fumen_piece(&tiling->set->pieces[drop->piece]);
    }
    return DF_OK;
}

static df_status tile_list_fumen_check(const tile_listing *listing, df_error *error)
{
    for (size_t i = 0; i < listing->set->count; i++) {
        const df_piece *piece = &listing->set->pieces[i];
        if (df_fumen_piece(piece) != DF_FUMEN_EMPTY)
            continue;
        return message_error(
            error, DF_ERROR_LIMIT,
            "a fumen has tetrominoes only, not the piece %s; write another format",
            piece->name);
    }
    if (listing->count == 0)
        return message_error(error, DF_ERROR_LIMIT, "there is no tiling to show");
    if (listing->count > MAX_PAGES)
        return tile_listing_refuse_many(listing, "the pages of one fumen", error);
    return DF_OK;
}

static df_status write_fumen(const void *content, out_stream *out, df_error *error)
{
    const tile_listing *listing = content;
    df_status status = tile_list_fumen_check(listing, error);
    if (status != DF_OK)
        return status;
    pager self = {.pages = calloc((size_t)listing->count, sizeof self.pages[0])};
    df_text text = {0};
    status = self.pages != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = tile_listing_visit(listing, out, tile_list_fumen_draw_page, &self);
    if (status == DF_OK)
        status = df_fumen_write(&text, self.pages, self.count);
    if (status == DF_OK) {
        df_text_put_char(&text, '\n');
        status = out_text(out, &text);
    }
    df_text_free(&text);
    free(self.pages);
    return status;
}

const output_format tile_format_fumen = {
    .name = "fumen",
    .summary = "a fumen, version 115, a page for each tiling of 10 columns",
    .extensions = {".fumen"},
    .write = write_fumen,
};

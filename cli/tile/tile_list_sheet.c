/* Tilings as a contact sheet, with the number of each below it. */
#include <stdlib.h>
#include <string.h>

#include "cli/formats/sheet_file.h"
#include "cli/piece/piece_letters.h"
#include "tile_listing.h"

/* Labels with more digits would be wider than most boards. */
enum { MAX_DIGITS = 24 };

/* For a piece without a colour in a list that gives colours. */
static const df_color no_color = {0x8c, 0x92, 0xa0};

/* Chooses the colours of a sheet: those of the pieces if they have any. Pieces beyond the
 * number of colours of a sheet share them. */
static size_t choose_colors(const piece_choice *pieces, df_color chosen[DF_SHEET_MAX_COLORS])
{
    if (pieces->colors == NULL) {
        memcpy(chosen, sheet_piece_colors, sizeof sheet_piece_colors);
        return DF_TETROMINOES;
    }
    size_t count = 0;
    for (; count < pieces->set->count && count < DF_SHEET_MAX_COLORS; count++)
        chosen[count] = pieces->colors[count].given ? pieces->colors[count].color : no_color;
    return count;
}

static unsigned color_of(const piece_choice *pieces, unsigned piece)
{
    const df_piece_set *set = pieces->set;
    if (pieces->colors != NULL)
        return piece % DF_SHEET_MAX_COLORS;
    const char *name = set->pieces[piece].name;
    const int letter = name[1] == '\0' ? piece_letter_number(name[0]) : -1;
    return letter >= 0 ? (unsigned)letter : piece % DF_TETROMINOES;
}

/* A sheet and the buffers of its pictures. */
typedef struct tile_sheet_maker {
    const tile_listing *listing;
    sheet_file file;
    uint8_t *color;
    uint16_t *part;
} tile_sheet_maker;

/* Sets *label to the number of a tiling, for the caller to free; NULL if it is too long. */
static df_status write_number(const tile_sheet_maker *self, const df_tiling *tiling,
                              char **label)
{
    *label = NULL;
    const df_status status = tile_listing_number(self->listing, tiling, label);
    if (*label != NULL && strlen(*label) > MAX_DIGITS) {
        free(*label);
        *label = NULL;
    }
    return status;
}

static df_status draw_picture(void *context, const df_tiling *tiling)
{
    tile_sheet_maker *self = context;
    char *label = NULL;
    df_status status = write_number(self, tiling, &label);
    tile_find_parts(tiling, self->part);
    for (size_t i = 0; i < (size_t)tiling->width * tiling->height; i++)
        self->color[i] = (uint8_t)(1 + color_of(self->listing->pieces,
                                                tile_piece_at(tiling, self->part[i])->piece));
    const df_sheet_picture picture = {.width = tiling->width,
                                      .height = tiling->height,
                                      .color = self->color,
                                      .part = self->part,
                                      .label = label};
    if (status == DF_OK)
        status = sheet_file_put(&self->file, &picture);
    free(label);
    return status;
}

static df_status tile_list_sheet_begin(tile_sheet_maker *self, const tile_listing *listing,
                                       bool is_png, out_stream *out, df_error *error)
{
    const tile_size size = listing->size;
    const size_t squares = (size_t)size.width * size.height;
    if (listing->count == 0)
        return message_error(error, DF_ERROR_LIMIT, "there is no tiling to show");
    const size_t count = listing->count > SIZE_MAX ? SIZE_MAX : (size_t)listing->count;
    df_sheet_options options = df_sheet_defaults(count, size.width, size.height);
    df_color chosen[DF_SHEET_MAX_COLORS];
    options.colors = chosen;
    options.color_count = choose_colors(listing->pieces, chosen);
    *self = (tile_sheet_maker){.listing = listing};
    const df_status status = sheet_file_begin(&self->file, &options, is_png, out);
    if (status == DF_ERROR_LIMIT)
        return tile_listing_refuse_many(listing, "one sheet", error);
    if (status != DF_OK)
        return status;
    self->color = malloc(squares * sizeof self->color[0]);
    self->part = malloc(squares * sizeof self->part[0]);
    return self->color != NULL && self->part != NULL ? DF_OK : DF_ERROR_MEMORY;
}

static df_status tile_list_sheet_write(const tile_listing *listing, bool is_png,
                                       out_stream *out, df_error *error)
{
    tile_sheet_maker self = {.listing = listing};
    df_status status = tile_list_sheet_begin(&self, listing, is_png, out, error);
    if (status == DF_OK)
        status = tile_listing_visit(listing, out, draw_picture, &self);
    status = sheet_file_end(&self.file, status, error);
    free(self.color);
    free(self.part);
    return status;
}

static df_status write_sheet_png(const void *content, out_stream *out, df_error *error)
{
    return tile_list_sheet_write(content, true, out, error);
}

static df_status write_sheet_svg(const void *content, out_stream *out, df_error *error)
{
    return tile_list_sheet_write(content, false, out, error);
}

const output_format tile_format_png = {
    .name = "png",
    .summary = "an image of all tilings with their numbers",
    .extensions = {".png"},
    .is_binary = true,
    .write = write_sheet_png,
};

const output_format tile_format_svg = {
    .name = "svg",
    .summary = "the same as scalable graphics",
    .extensions = {".svg"},
    .write = write_sheet_svg,
};

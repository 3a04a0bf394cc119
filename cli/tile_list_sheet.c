/* Tilings as a contact sheet, with the number of each below it. */
#include <stdlib.h>
#include <string.h>

#include "sheet_file.h"
#include "tile_listing.h"

/* Labels with more digits would be wider than most boards. */
enum { MOST_DIGITS = 24 };

/* What the guideline gives to the tetrominoes, a little softer; others take them in turn. */
static const df_color colors[] = {
    [DF_I] = {0x2f, 0xc4, 0xdc}, [DF_O] = {0xf2, 0xcb, 0x30}, [DF_T] = {0xa8, 0x52, 0xcc},
    [DF_S] = {0x58, 0xbc, 0x4a}, [DF_Z] = {0xe4, 0x48, 0x4e}, [DF_J] = {0x3f, 0x6c, 0xdc},
    [DF_L] = {0xf2, 0x93, 0x2e},
};

/* For a piece without a colour in a list that gives colours. */
static const df_color no_color = {0x8c, 0x92, 0xa0};

/* Of a sheet: those of the pieces if they have any. More pieces than a sheet has colours share
 * them. */
static size_t choose_colors(const piece_choice *pieces, df_color chosen[DF_SHEET_MAX_COLORS])
{
    if (pieces->colors == NULL) {
        memcpy(chosen, colors, sizeof colors);
        return sizeof colors / sizeof colors[0];
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
    static const char letters[] = "IOTSZJL";
    const char *name = set->pieces[piece].name;
    const char *letter = name[1] == '\0' ? strchr(letters, name[0]) : NULL;
    return letter != NULL ? (unsigned)(letter - letters) : piece % DF_TETROMINOES;
}

/* A sheet, and what its pictures are put together in. */
typedef struct sheet_maker {
    const tile_listing *listing;
    sheet_file file;
    uint8_t *color;
    uint16_t *part;
    df_drop *pieces;
} sheet_maker;

/* The digits of the number of a tiling; the caller frees them. NULL: too many of them. */
static df_status write_number(const sheet_maker *own, const df_tiling *tiling, char **label)
{
    *label = NULL;
    const df_status status = tile_listing_number(own->listing, tiling, own->pieces, label);
    if (*label != NULL && strlen(*label) > MOST_DIGITS) {
        free(*label);
        *label = NULL;
    }
    return status;
}

static df_status draw_picture(void *context, const df_tiling *tiling)
{
    sheet_maker *own = context;
    char *label = NULL;
    df_status status = write_number(own, tiling, &label);
    tile_find_parts(tiling, own->part);
    for (size_t i = 0; i < (size_t)tiling->width * tiling->height; i++)
        own->color[i] = (uint8_t)(1 + color_of(own->listing->pieces,
                                               tile_piece_at(tiling, own->part[i])->piece));
    const df_sheet_picture picture = {.width = tiling->width,
                                      .height = tiling->height,
                                      .color = own->color,
                                      .part = own->part,
                                      .label = label};
    if (status == DF_OK)
        status = sheet_file_put(&own->file, &picture);
    free(label);
    return status;
}

static df_status begin(sheet_maker *own, const tile_listing *listing, bool is_png,
                       out_stream *out, df_mishap *mishap)
{
    const tile_size size = listing->size;
    const size_t squares = (size_t)size.width * size.height;
    if (listing->count == 0)
        return tile_listing_refuse_none(mishap);
    const size_t count = listing->count > SIZE_MAX ? SIZE_MAX : (size_t)listing->count;
    df_sheet_options options = df_sheet_defaults(count, size.width, size.height);
    df_color chosen[DF_SHEET_MAX_COLORS];
    options.colors = chosen;
    options.color_count = choose_colors(listing->pieces, chosen);
    *own = (sheet_maker){.listing = listing};
    const df_status status = sheet_file_begin(&own->file, &options, is_png, out);
    if (status == DF_ERROR_LIMIT)
        return tile_listing_refuse_many(listing, "one sheet", mishap);
    if (status != DF_OK)
        return status;
    own->color = malloc(squares * sizeof own->color[0]);
    own->part = malloc(squares * sizeof own->part[0]);
    own->pieces = calloc(df_tilings_most_pieces(listing->tilings) + 1, sizeof own->pieces[0]);
    const bool is_made = own->color != NULL && own->part != NULL && own->pieces != NULL;
    return is_made ? DF_OK : DF_ERROR_MEMORY;
}

static df_status write_sheet(const tile_listing *listing, bool is_png, out_stream *out,
                             df_mishap *mishap)
{
    sheet_maker own = {.listing = listing};
    df_status status = begin(&own, listing, is_png, out, mishap);
    if (status == DF_OK)
        status = tile_listing_visit(listing, out, draw_picture, &own);
    status = sheet_file_end(&own.file, status, mishap);
    free(own.color);
    free(own.part);
    free(own.pieces);
    return status;
}

static df_status write_sheet_png(const void *content, out_stream *out, df_mishap *mishap)
{
    return write_sheet(content, true, out, mishap);
}

static df_status write_sheet_svg(const void *content, out_stream *out, df_mishap *mishap)
{
    return write_sheet(content, false, out, mishap);
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

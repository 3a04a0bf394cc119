#include "square.h"

#include <stdlib.h>
#include <string.h>

#include "core/image/frames.h"
#include "dropforge/picture.h"

/* The squares of pieces and of no piece; then comes the shade of each pixel of the latter, and
 * then the square of each piece of the set. */
enum { NO_PIECE = DF_TETROMINOES, SHADES, PLACES };

enum { RGBA = 4, OPAQUE = 128, CLEAR = 0xff, MIN_STEP = 12 };

static size_t skin_pixels(const df_raster_options *options)
{
    return (size_t)options->skin_size * options->skin_size;
}

/* Returns a pixel of a square of the skin, counted row by row. */
static const uint8_t *skin_pixel(const df_raster_options *options, size_t square, size_t pixel)
{
    const size_t row = pixel / options->skin_size, column = pixel % options->skin_size;
    return options->skin +
           RGBA * ((row * DF_SKIN_SQUARES + square) * options->skin_size + column);
}

static int skin_lightness(const uint8_t *rgba)
{
    return (299 * rgba[0] + 587 * rgba[1] + 114 * rgba[2]) / 1000;
}

/* Finds which pixels of the square of no piece are lighter or darker than the others. */
static void skin_find_shades(const df_raster_options *options, uint8_t *shades)
{
    int64_t sum = 0, count = 0;
    for (size_t i = 0; i < skin_pixels(options); i++) {
        const uint8_t *rgba = skin_pixel(options, NO_PIECE, i);
        sum += rgba[3] >= OPAQUE ? skin_lightness(rgba) : 0;
        count += rgba[3] >= OPAQUE;
    }
    const int mean = count > 0 ? (int)(sum / count) : 0;
    for (size_t i = 0; i < skin_pixels(options); i++) {
        const uint8_t *rgba = skin_pixel(options, NO_PIECE, i);
        const int step = skin_lightness(rgba) - mean;
        shades[i] = rgba[3] < OPAQUE    ? CLEAR
                    : step >= MIN_STEP  ? SHADE_LIGHT
                    : step <= -MIN_STEP ? SHADE_DARK
                                        : SHADE_BODY;
    }
}

/* Adds the colours of all squares to the palette, and writes the entry of each pixel. */
static df_status skin_find_colors(df_raster *raster, uint8_t *entries)
{
    const df_raster_options *options = &raster->options;
    const size_t pixels = skin_pixels(options), count = SHADES * pixels;
    uint8_t *rgba = calloc(count, RGBA);
    df_palette palette;
    if (rgba == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        memcpy(rgba + RGBA * i, skin_pixel(options, i / pixels, i % pixels), RGBA);
        rgba[RGBA * i + 3] = rgba[RGBA * i + 3] >= OPAQUE ? 255 : 0;
    }
    const size_t room = DF_RASTER_MAX_PALETTE - raster->palette_count;
    df_status status = df_palette_find(
        &palette, &(const pixel_frames){rgba, options->skin_size, options->skin_size, SHADES},
        (unsigned)room, NULL);
    if (status == DF_OK)
        status = df_pixels_recolor(rgba, options->skin_size, SHADES * options->skin_size,
                                   &palette, DF_DITHER_NONE);
    for (size_t i = 0; status == DF_OK && i < count; i++) {
        size_t found = 0;
        while (found < palette.count && memcmp(&palette.colors[found], rgba + RGBA * i, 3) != 0)
            found++;
        entries[i] = rgba[RGBA * i + 3] == 0 ? DF_RASTER_BACKGROUND
                                             : (uint8_t)(raster->palette_count + found);
    }
    if (status == DF_OK) {
        memcpy(&raster->palette[raster->palette_count], palette.colors,
               palette.count * sizeof palette.colors[0]);
        raster->palette_count += palette.count;
    }
    free(rgba);
    return status;
}

/* Returns the square of a piece; SHADES if it has the shades in a colour of its own. */
static uint8_t skin_square_of(const df_piece_set *set, size_t piece)
{
    if (piece == set->count)
        return NO_PIECE;
    const int letter = square_find_letter("ZLOSIJT", &set->pieces[piece]);
    return letter >= 0 ? (uint8_t)letter : (uint8_t)SHADES;
}

df_status df_skin_begin(df_raster *raster, bool has_colors)
{
    const df_raster_options *options = &raster->options;
    const size_t pixels = skin_pixels(options), pieces = raster->set->count;
    uint8_t *made = malloc(PLACES * pixels + pieces + 1);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    const bool is_tinted = has_colors || raster->palette_count == DF_RASTER_MAX_PALETTE;
    skin_find_shades(options, made + SHADES * pixels);
    for (size_t i = 0; i <= pieces; i++)
        made[PLACES * pixels + i] = is_tinted ? SHADES : skin_square_of(raster->set, i);
    const df_status status = is_tinted ? DF_OK : skin_find_colors(raster, made);
    if (status == DF_OK)
        raster->skin = made;
    else
        free(made);
    return status;
}

void df_skin_draw(const df_raster *raster, uint8_t *corner, unsigned size, size_t piece)
{
    const unsigned from = raster->options.skin_size;
    const size_t pixels = (size_t)from * from;
    const uint8_t square = raster->skin[PLACES * pixels + piece];
    for (unsigned y = 0; y < size; y++) {
        const uint8_t *row =
            raster->skin + square * pixels + (size_t)((2 * y + 1) * from / (2 * size)) * from;
        uint8_t *to = corner + (size_t)y * raster->width;
        for (unsigned x = 0; x < size; x++) {
            const uint8_t pixel = row[(2 * x + 1) * from / (2 * size)];
            to[x] = square < SHADES  ? pixel
                    : pixel == CLEAR ? (uint8_t)DF_RASTER_BACKGROUND
                                     : (uint8_t)(raster->body[piece] + pixel);
        }
    }
}

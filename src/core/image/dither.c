/* Recolouring with a palette: the nearest colours in OKLab. The squares of a printed picture
 * are large and each is seen by itself, so dithering mixes and spreads sRGB values, which are
 * about as far apart as they look, and not light. */
#include <stdlib.h>
#include <string.h>

#include "frames.h"
#include "light.h"

enum { CHANNELS = 3, ORDER_BITS = 3 };

/* Returns a colour as colours of that palette are compared. */
static df_lab dither_lab(const df_palette *palette, const uint8_t *color)
{
    return palette->is_own ? df_light_seen(color) : df_light_lab(color);
}

/* Returns the index of the colour that looks nearest, the one with the nearest sRGB values if
 * several look alike. */
static unsigned dither_find_nearest(const df_palette *palette, const df_lab *labs,
                                    const uint8_t *pixel)
{
    const df_lab lab = dither_lab(palette, pixel);
    uint64_t min = UINT64_MAX;
    unsigned best = 0;
    for (unsigned i = 0; i < palette->count; i++) {
        uint8_t color[CHANNELS];
        df_palette_color(color, palette, i);
        const uint64_t distance =
            (uint64_t)df_lab_distance(lab, labs[i]) << 32 | df_color_distance(pixel, color);
        if (distance < min) {
            min = distance;
            best = i;
        }
    }
    return best;
}

static void set_nearest(uint8_t *rgba, size_t count, const df_palette *palette)
{
    df_lab labs[DF_PALETTE_MAX_COLORS];
    uint8_t last[CHANNELS], found[CHANNELS];
    bool has_last = false;
    for (unsigned i = 0; i < palette->count; i++) {
        uint8_t color[CHANNELS];
        df_palette_color(color, palette, i);
        labs[i] = dither_lab(palette, color);
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t *pixel = &rgba[4 * i];
        if (pixel[3] == 0)
            continue;
        if (!has_last || memcmp(pixel, last, CHANNELS) != 0) {
            memcpy(last, pixel, CHANNELS);
            df_palette_color(found, palette, dither_find_nearest(palette, labs, pixel));
            has_last = true;
        }
        memcpy(pixel, found, CHANNELS);
    }
}

/* Returns an entry of Bayer's matrix of 8 by 8 (1973): each number below 64 once, neighbours
 * far apart. */
static unsigned dither_bayer(size_t column, size_t row)
{
    unsigned number = 0;
    for (unsigned bit = 0; bit < ORDER_BITS; bit++) {
        const unsigned x = column >> bit & 1, y = row >> bit & 1;
        number = number << 2 | (x ^ y) << 1 | y;
    }
    return number;
}

/* Mixes the nearest colour with the one other that brings the mixture closest, in the spirit
 * of Yliluoma (2011). On the line from the nearest colour to another one, the point closest
 * to the pixel is `along` / `length` of the way, and along * along / length is what it takes
 * off the squared distance. A colour of the palette itself is 0 on every way, so it stays. */
static void mix_in_order(uint8_t *pixel, const df_palette *palette, unsigned threshold)
{
    uint8_t nearest[CHANNELS], chosen[CHANNELS] = {0};
    df_palette_color(nearest, palette, df_palette_nearest(palette, pixel));
    int64_t best_along = 0, best_length = 1;
    for (unsigned i = 0; i < palette->count; i++) {
        uint8_t other[CHANNELS];
        df_palette_color(other, palette, i);
        int64_t along = 0;
        const int64_t length = df_color_distance(nearest, other);
        for (unsigned c = 0; c < CHANNELS; c++)
            along += (pixel[c] - nearest[c]) * (other[c] - nearest[c]);
        if (along > 0 && along * along * best_length > best_along * best_along * length) {
            best_along = along;
            best_length = length;
            memcpy(chosen, other, CHANNELS);
        }
    }
    /* Thresholds lie in the middle of 64 equal steps. */
    const bool takes_other = 128 * best_along > (2 * threshold + 1) * best_length;
    memcpy(pixel, takes_other ? chosen : nearest, CHANNELS);
}

static void set_in_order(uint8_t *rgba, size_t width, size_t height, const df_palette *palette)
{
    for (size_t row = 0; row < height; row++) {
        for (size_t column = 0; column < width; column++) {
            uint8_t *pixel = &rgba[4 * (row * width + column)];
            if (pixel[3] != 0)
                mix_in_order(pixel, palette, dither_bayer(column, row));
        }
    }
}

/* Errors are in sixteenths, three for each pixel and for one more pixel at either end. */
enum { UNIT = 16 };

/* Returns the wanted value of a pixel: its colour and the errors of its neighbours, limited to
 * what can be shown, so that errors cannot pile up where no palette colour is near. */
static int wanted_value(uint8_t value, int error)
{
    const int wanted = value * UNIT + error;
    return wanted < 0 ? 0 : wanted > 255 * UNIT ? 255 * UNIT : wanted;
}

/* Colours one row. `step` is 1 from left to right, -1 from right to left. */
static void diffuse_row(uint8_t *rgba, size_t width, const df_palette *palette, int *here,
                        int *below, int step)
{
    for (size_t i = 0; i < width; i++) {
        const size_t column = step > 0 ? i : width - 1 - i;
        uint8_t *pixel = &rgba[4 * column];
        if (pixel[3] == 0)
            continue;
        uint8_t rounded[CHANNELS];
        int wanted[CHANNELS];
        for (size_t c = 0; c < CHANNELS; c++) {
            wanted[c] = wanted_value(pixel[c], here[(column + 1) * CHANNELS + c]);
            rounded[c] = (uint8_t)((wanted[c] + UNIT / 2) / UNIT);
        }
        df_palette_color(pixel, palette, df_palette_nearest(palette, rounded));
        const ptrdiff_t ahead = step * CHANNELS;
        for (size_t c = 0; c < CHANNELS; c++) {
            int *next = &here[(column + 1) * CHANNELS + c];
            int *under = &below[(column + 1) * CHANNELS + c];
            const int error = wanted[c] - pixel[c] * UNIT;
            const int shares[] = {error * 7 / 16, error * 3 / 16, error * 5 / 16};
            next[ahead] += shares[0];
            under[-ahead] += shares[1];
            under[0] += shares[2];
            under[ahead] += error - shares[0] - shares[1] - shares[2];
        }
    }
}

/* Spreads errors as Floyd and Steinberg (1976), every other row backwards, which avoids slanted
 * patterns. Errors that go to clear pixels or over the edge are lost. */
static df_status dither_diffuse(uint8_t *rgba, size_t width, size_t height,
                                const df_palette *palette)
{
    const size_t length = (width + 2) * CHANNELS;
    int *errors = calloc(2 * length, sizeof *errors);
    if (errors == NULL)
        return DF_ERROR_MEMORY;
    for (size_t row = 0; row < height; row++) {
        int *here = errors + row % 2 * length;
        int *below = errors + (row + 1) % 2 * length;
        memset(below, 0, length * sizeof *below);
        diffuse_row(rgba + 4 * row * width, width, palette, here, below, row % 2 == 0 ? 1 : -1);
    }
    free(errors);
    return DF_OK;
}

df_status df_pixels_recolor(uint8_t *rgba, size_t width, size_t height,
                            const df_palette *palette, df_dither dither)
{
    if (width > DF_PIXELS_MAX_SIDE || height > DF_PIXELS_MAX_SIDE ||
        palette->count > DF_PALETTE_MAX_COLORS)
        return DF_ERROR_ARGUMENT;
    if (palette->count == 0)
        return DF_OK;
    switch (dither) {
    case DF_DITHER_NONE:
        set_nearest(rgba, width * height, palette);
        return DF_OK;
    case DF_DITHER_ORDERED:
        set_in_order(rgba, width, height, palette);
        return DF_OK;
    case DF_DITHER_FLOYD_STEINBERG:
        return dither_diffuse(rgba, width, height, palette);
    }
    return DF_ERROR_ARGUMENT;
}

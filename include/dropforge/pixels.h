/* Pixels made ready for printing: scaled down, made opaque or clear, brought to few colours.
 *
 * Pixels are 8-bit RGBA in sRGB, not premultiplied, rows from the top, as
 * df_picture_from_rgba takes them. Everything is done in place and in whole numbers, so that
 * every machine makes the same pixels. A pixel of alpha 0 is called clear. */
#ifndef DROPFORGE_PIXELS_H
#define DROPFORGE_PIXELS_H

#include <stddef.h>
#include <stdint.h>

#include "dropforge/color.h"
#include "dropforge/status.h"

DF_BEGIN_DECLARATIONS

#define DF_PIXELS_MAX_SIDE 65535

/* Makes every pixel of exactly this colour clear, whatever its alpha. */
void df_pixels_clear_color(uint8_t *rgba, size_t count, df_color color);

/* Makes pixels whose alpha is at least `threshold` opaque and all others clear. */
void df_pixels_harden(uint8_t *rgba, size_t count, unsigned threshold);

/* Cuts off the border of clear rows and columns; the buffer keeps its size and the pixels
 * move to its beginning. 0 by 0 remain when all are clear. */
void df_pixels_trim(uint8_t *rgba, size_t *width, size_t *height);

/* Scales down to the largest size of the same aspect ratio within `max_width` by `max_height`,
 * each side rounded and at least 1; never up. A new pixel is the mean of the area it covers, in
 * linear light and weighted with alpha. The buffer keeps its size. DF_ERROR_ARGUMENT when a
 * side is longer than DF_PIXELS_MAX_SIDE or a limit is 0. */
df_status df_pixels_fit(uint8_t *rgba, size_t *width, size_t *height, size_t max_width,
                        size_t max_height);

#define DF_PALETTE_MAX_COLORS 255

typedef struct df_palette {
    unsigned count;
    df_color colors[DF_PALETTE_MAX_COLORS];
} df_palette;

/* Finds at most `max_colors` (1 … DF_PALETTE_MAX_COLORS) colours of a picture that stand for
 * those of all pixels that are not clear: exactly these colours when they are no more than
 * that, none when all pixels are clear. They look as much like the picture as possible (OKLab),
 * and a small patch of a rare hue is not lost to many shades of others. DF_ERROR_ARGUMENT for
 * another number of colours or more than UINT32_MAX pixels. */
df_status df_palette_find(df_palette *palette, const uint8_t *rgba, size_t count,
                          unsigned max_colors);

/* The treatment of a colour that is not in the palette. */
typedef enum df_dither {
    DF_DITHER_NONE,            /* the nearest colour of the palette */
    DF_DITHER_ORDERED,         /* two colours in a regular pattern */
    DF_DITHER_FLOYD_STEINBERG, /* errors go to the neighbours */
} df_dither;

/* Gives each pixel that is not clear a colour of the palette, and keeps its alpha. Pixels whose
 * colours are all in the palette stay as they are; an empty palette changes nothing.
 * DF_ERROR_ARGUMENT when a side is longer than DF_PIXELS_MAX_SIDE or an argument is invalid;
 * the pixels are then, and on DF_ERROR_MEMORY, unchanged. */
df_status df_pixels_recolor(uint8_t *rgba, size_t width, size_t height,
                            const df_palette *palette, df_dither dither);

DF_END_DECLARATIONS

#endif

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
 * colours are all in the palette stay as they are; an empty palette changes nothing. Of colours
 * that suit equally well the first in the palette is taken.
 * DF_ERROR_ARGUMENT when a side is longer than DF_PIXELS_MAX_SIDE or an argument is invalid;
 * the pixels are then, and on DF_ERROR_MEMORY, unchanged. */
df_status df_pixels_recolor(uint8_t *rgba, size_t width, size_t height,
                            const df_palette *palette, df_dither dither);

/* A step of df_pixels_prepare. */
typedef enum df_step {
    DF_STEP_AUTO,  /* where the picture needs it */
    DF_STEP_KEEP,  /* never */
    DF_STEP_GIVEN, /* as the options say */
} df_step;

/* Changes a palette to the one that is used, as df_omino_palette does. */
typedef df_status df_palette_adapter(df_palette *palette);

/* How a picture is prepared. All zero, but for `frames`, suits every picture. */
typedef struct df_preparation {
    size_t frames; /* that lie one below the other, 1 or more; they are prepared alike */
    bool exact;    /* no step is automatic: each that is not given is left out */
    bool lossy;    /* the pixels have the noise of a JPEG */
    /* The colours that can be printed, and the number that more are reduced to; 0: those of
     * df_print, and as many as can be printed. */
    unsigned max_colors, reduced_colors;
    /* The width that can be printed, and the one that wider pictures are scaled to; 0: one that
     * suits most. Only photographs and smooth drawings are scaled so. */
    unsigned max_width, scaled_width;
    /* The part of each frame that is taken; width 0: all of it. */
    size_t crop_left, crop_top, crop_width, crop_height;
    bool clears; /* make this colour clear, and those that differ by up to … in each channel */
    df_color clear_color;
    unsigned clear_tolerance;
    df_step enlargement; /* undo an enlargement by a whole number, the factor */
    unsigned factor;
    df_step background; /* make a plain background clear, from the border inwards */
    df_color background_color;
    df_step fit; /* scale down to these limits, as df_pixels_fit */
    unsigned fit_width, fit_height;
    df_step alpha; /* make pixels opaque or clear, as df_pixels_harden */
    unsigned alpha_threshold;
    df_step colors; /* reduce to at most this number, 1 … DF_PALETTE_MAX_COLORS */
    unsigned color_count;
    df_dither dither;
    /* Is given a palette of no colours if these are not reduced. NULL: the palette is used as
     * it is. */
    df_palette_adapter *adapt;
} df_preparation;

/* The steps that were taken. Sizes are those of a frame. */
typedef struct df_prepared {
    size_t first_width, first_height; /* after the crop */
    unsigned factor;                  /* of an enlargement that was undone; 1: there was none */
    size_t plain_width, plain_height; /* without it and without a clear border, if trimmed */
    bool has_background;              /* one was removed: */
    df_color background;
    bool has_threshold; /* of alpha, which was applied: */
    unsigned alpha_threshold;
    bool is_scaled;
    size_t width, height; /* in the end */
    size_t first_colors;  /* of all pixels that are not clear, before they were reduced */
    size_t color_count;   /* in the end */
    size_t empty_rows;    /* rows without a pixel inside, which need anchors */
    unsigned tile;        /* the side of the tiles, if it looks like a sheet of them; or 0 */
} df_prepared;

/* Prepares any picture so that it can be printed. In this order: crop, clear a colour, undo an
 * enlargement, remove a plain background, scale down, harden alpha, reduce colours. A picture
 * that can be printed exactly stays as it is, but for an enlargement. Pictures made of single
 * pixels keep them as far as the limits allow; others are scaled to what prints within seconds.
 * The buffer keeps its size; all frames together have at most UINT32_MAX pixels.
 * DF_ERROR_ARGUMENT for a part outside the picture, a factor that is no divisor of the sides,
 * or what the functions above refuse. On an error the pixels may have changed. */
df_status df_pixels_prepare(uint8_t *rgba, size_t *width, size_t *height,
                            const df_preparation *options, df_prepared *report);

/* True if anything was done but cutting off a clear border. */
bool df_prepared_is_changed(const df_prepared *report);

/* Appends what was done in a few words, but for steps that the options gave; nothing if nothing
 * was. */
void df_prepared_describe(df_text *text, const df_prepared *report,
                          const df_preparation *options);

DF_END_DECLARATIONS

#endif

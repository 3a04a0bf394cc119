/* Frames of pixels, and the steps of df_pixels_prepare that have files of their own. */
#pragma once

#include "dropforge/picture.h"

/* The colours to which a picture is reduced. */
typedef struct df_palette {
    unsigned count;
    df_color colors[DF_PALETTE_MAX_COLORS];
    bool is_own; /* they are some of the picture's, chosen as a lit screen shows them */
} df_palette;

/* A rectangle of pixels. Its sides are inclusive; rows are counted from the top. */
typedef struct pixel_box {
    size_t left, right, top, bottom;
} pixel_box;

/* Finds the smallest box around all RGBA pixels whose alpha is not 0; false if none is. */
bool df_pixel_box_find(pixel_box *box, const uint8_t *rgba, size_t width, size_t height);

/* Frames of one size, one below the other in a buffer that is larger or equal. */
typedef struct pixel_frames {
    uint8_t *rgba;
    size_t width, height, count;
} pixel_frames;

/* Returns the number of pixels of all frames. */
static inline size_t df_frames_area(const pixel_frames *frames)
{
    return frames->width * frames->height * frames->count;
}

/* Moves a part of each frame to the beginning; the frames become as small. */
void df_frames_crop(pixel_frames *frames, const pixel_box *part);

/* Cuts off what is clear around all frames. */
void df_frames_trim(pixel_frames *frames);

/* True if all pixels of a part of the first frame are clear. */
bool df_frames_are_clear(const pixel_frames *frames, const pixel_box *part);

/* Finds the whole number by which the frames without their clear border were enlarged; 1 if
 * they were not, or are so small that one cannot tell. With `lossy` equal pixels may differ as
 * in a JPEG. */
df_status df_enlargement_find(unsigned *factor, const pixel_frames *frames, bool lossy);

/* Undoes an enlargement: each pixel becomes the mean of the middle of those that stand for it.
 * Both sides must be multiples of the factor. */
void df_enlargement_undo(pixel_frames *frames, unsigned factor);

/* Finds the colour of a plain background; false if there is none. All pixels are opaque. */
bool df_background_find(df_color *color, const pixel_frames *frames, unsigned tolerance);

/* Clears what has that colour, up to the tolerance, and touches the border or others that do.
 * Leaves the frames as they are and says so in `*cleared` if nearly nothing or nearly all would
 * be cleared, or the rest fades into it; with `always` it does not look at that. */
df_status df_background_clear(bool *cleared, pixel_frames *frames, df_color color,
                              unsigned tolerance, bool always);

/* Finds the size of the tiles if a picture looks like a sheet of them, which have something
 * clear between them; otherwise both sides are 0. */
df_status df_tiles_find(const pixel_frames *frames, size_t *width, size_t *height);

/* True if two colours differ by no more than the tolerance in each channel. */
bool df_pixel_is_near(const uint8_t *pixel, df_color color, unsigned tolerance);

/* Comparison of colours for choosing from a palette. */

/* True if a palette is that of the tetrominoes. */
bool df_guideline_is(const df_color *palette, size_t count);

/* Makes a colour, unless it is dark or grey, nearly as bright and pure as those of pieces, of
 * which the nearest one then has the nearest hue, as a dark green that of S. */
void df_pixel_liven(uint8_t pixel[3]);

/* Returns the square of the distance between two colours, each red, green and blue. sRGB values
 * are made so that equal steps look about equal. */
uint32_t df_color_distance(const uint8_t a[3], const uint8_t b[3]);

/* Returns the index of the nearest colour, the lowest of several, in a palette with some. */
unsigned df_palette_nearest(const df_palette *palette, const uint8_t color[3]);

/* Splits a colour into red, green and blue. */
void df_palette_color(uint8_t color[3], const df_palette *palette, unsigned index);

/* Counts the colours of all pixels that are not clear. DF_ERROR_ARGUMENT for more than
 * UINT32_MAX pixels. */
df_status df_palette_count(size_t *colors, const uint8_t *rgba, size_t count);

/* Makes pixels whose alpha is at least `threshold` opaque and all others clear. */
void df_pixels_harden(uint8_t *rgba, size_t count, unsigned threshold);

/* Finds at most `max_colors` (1 … DF_PALETTE_MAX_COLORS) colours that stand for those of all
 * pixels that are not clear: colours of the palette `from`, or of the picture itself if that is
 * NULL, and then exactly these when they are no more than that. They look as much like the
 * picture as possible (OKLab), on the whole and in each region of one in 300 pixels of a
 * frame. All pixels clear: none. DF_ERROR_ARGUMENT for another number of colours or more than
 * UINT32_MAX pixels. */
df_status df_palette_find(df_palette *palette, const pixel_frames *frames, unsigned max_colors,
                          const df_palette *from);

/* Drops colours that look like one before them. */
void df_palette_unite(df_palette *palette);

/* Gives each pixel that is not clear a colour of the palette, and keeps its alpha. Pixels whose
 * colours are all in the palette stay as they are; an empty palette changes nothing. Of colours
 * that suit equally well the first in the palette is taken.
 * DF_ERROR_ARGUMENT when a side is longer than DF_PIXELS_MAX_SIDE or an argument is invalid;
 * the pixels are then, and on DF_ERROR_MEMORY, unchanged. */
df_status df_pixels_recolor(uint8_t *rgba, size_t width, size_t height,
                            const df_palette *palette, df_dither dither);

/* True if row y of the picture has no opaque square. y < picture->height. */
bool df_picture_row_is_empty(const df_picture *picture, unsigned y);

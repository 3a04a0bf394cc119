/* Rasters: frames and playfields drawn as pixels of a small palette. */
#ifndef DROPFORGE_RASTER_H
#define DROPFORGE_RASTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/film.h"
#include "dropforge/plan.h"

DF_BEGIN_DECLARATIONS

/* How a square is drawn. */
typedef enum df_look {
    DF_LOOK_FLAT,  /* one colour edge to edge */
    DF_LOOK_BEVEL, /* lighter above and left, darker below and right */
    DF_LOOK_NES,   /* dark gap, a shine in the corner, as on the NES */
} df_look;

#define DF_RASTER_MAX_SQUARE 64

typedef struct df_raster_options {
    unsigned square_size; /* pixels; 1 … DF_RASTER_MAX_SQUARE */
    unsigned rows;        /* of the frames that are drawn; 0: as many as the playfield has */
    bool grid;            /* faint lines between the squares of the background */
    df_look look;
    df_color background;
    /* Pixels of the whole picture, with the playfield in its middle and background around;
     * 0: as many as the playfield has. */
    unsigned canvas_width;
    unsigned canvas_height;
} df_raster_options;

#define DF_RASTER_MAX_PALETTE 256

/* Data for drawing the frames of one plan. */
typedef struct df_raster {
    df_raster_options options;
    unsigned width; /* pixels of the whole picture, as its height */
    unsigned height;
    unsigned left; /* pixels before the playfield, as above it */
    unsigned top;
    size_t palette_count;
    df_color palette[DF_RASTER_MAX_PALETTE];
    size_t shades; /* palette entries per piece colour */
    uint8_t *body; /* owned: for each piece of the set, and for none, its first palette entry */
} df_raster;

/* Returns good defaults, with a dark background. */
df_raster_options df_raster_defaults(void);

/* Returns a background for a plan: dark, unless the plan has colours that would be lost on it.
 */
df_color df_raster_background(const df_plan *plan);

/* Returns the colour in which a piece of the plan is shown: the plan's own, or a quiet default
 * that differs between pieces and recedes into the background. */
df_color df_raster_piece_color(const df_plan *plan, unsigned piece, df_color background);

/* Prepares a raster for the plan's playfield and colours; on success the caller owns what it
 * holds (df_raster_free). Where the pieces need more than 256 colours, those that are never
 * dropped are shown like others; if even those that are dropped need more, all squares are
 * flat; and if there are still too many, pieces share colours that are like one another.
 * DF_ERROR_ARGUMENT when an option is out of range, or the playfield does not fit. */
df_status df_raster_begin(df_raster *raster, const df_plan *plan,
                          const df_raster_options *options);

/* Frees what it holds, and makes it all zero. */
void df_raster_free(df_raster *raster);

/* Draws a frame of the plan that the raster was prepared for: raster->width * raster->height
 * bytes, rows from the top, each an index into raster->palette. */
void df_raster_draw(const df_raster *raster, const df_frame *frame, uint8_t *pixels);

/* Pixels from left and top up to, without, right and bottom; empty when left == right. */
typedef struct df_raster_area {
    unsigned left;
    unsigned top;
    unsigned right;
    unsigned bottom;
} df_raster_area;

/* Draws only what differs between the squares of `before`, a frame of the same size which
 * `pixels` show, and this frame; returns where that is. */
df_raster_area df_raster_redraw(const df_raster *raster, const uint32_t *before,
                                const df_frame *frame, uint8_t *pixels);

DF_END_DECLARATIONS

#endif

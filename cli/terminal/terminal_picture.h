/* Frames as characters: a character shows two pixels, one above the other. */
#pragma once

#include "dropforge/view.h"
#include "screen.h"

/* A window onto frames of one plan. */
typedef struct terminal_picture {
    df_raster raster;
    bool has_colors;
    bool has_blocks;
    unsigned columns;
    unsigned lines;
    unsigned left;   /* first pixel column shown */
    unsigned bottom; /* pixel rows hidden below the window */
    uint8_t *pixels; /* of the whole frame: indices of the palette; without colours 0 or 1 */
} terminal_picture;

/* Makes a picture of at most `columns` by `lines`, with squares as large as fit, up to `max`
 * pixels. The caller frees it with terminal_picture_free, also on failure. */
df_status terminal_picture_begin(terminal_picture *picture, const df_plan *plan,
                                 const df_raster_options *options, unsigned columns,
                                 unsigned lines, unsigned max);
void terminal_picture_free(terminal_picture *picture);

/* Draws a frame on the screen, with its upper left corner at a line and column. If it is taller
 * than the window, the window follows the top of the stack. */
void terminal_picture_draw(terminal_picture *picture, const df_frame *frame, screen *on,
                           unsigned line, unsigned column);

/* Returns the number of lines from the bottom up to the highest square. */
unsigned terminal_picture_used_lines(const terminal_picture *picture, const df_frame *frame);

/* Frames as characters: a character shows two pixels, one above the other. */
#ifndef CLI_TERMINAL_PICTURE_H
#define CLI_TERMINAL_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "dropforge/base.h"
#include "dropforge/view.h"

typedef struct terminal_cell {
    uint8_t upper; /* indices of the palette; without colours 0 or 1 */
    uint8_t lower;
} terminal_cell;

/* A window onto frames of one plan. */
typedef struct terminal_picture {
    df_raster raster;
    bool has_colors;
    bool has_blocks;
    unsigned columns;
    unsigned lines;
    unsigned left;   /* first pixel column shown */
    unsigned bottom; /* pixel rows hidden below the window */
    uint8_t *pixels; /* of the whole frame */
    terminal_cell *cells;
} terminal_picture;

/* Makes a picture of at most `columns` by `lines`, with squares as large as fit, up to `max`
 * pixels. The caller frees it with terminal_picture_free, also on failure. */
df_status terminal_picture_begin(terminal_picture *picture, const df_plan *plan,
                                 const df_raster_options *options, unsigned columns,
                                 unsigned lines, unsigned max);
void terminal_picture_free(terminal_picture *picture);

/* Draws a frame into the cells. If it is taller than the window, the window follows the top of
 * the stack. */
void terminal_picture_draw(terminal_picture *picture, const df_frame *frame);

/* Appends a line of cells from column `begin` to before column `end`. */
void terminal_picture_put(const terminal_picture *picture, df_text *text, unsigned line,
                          unsigned begin, unsigned end);

/* Returns the number of lines from the bottom up to the highest square. */
unsigned terminal_picture_used_lines(const terminal_picture *picture, const df_frame *frame);

#endif

/* The places of everything on a canvas: playfield, border, title and display. */
#pragma once

#include "dropforge/view.h"

/* Sizes in dots of the letters. */
enum {
    LAYOUT_PANEL = 48,                 /* the width of a panel */
    LAYOUT_GAP = 4,                    /* between panels, and beside the playfield */
    LAYOUT_LABEL = 12,                 /* from the top of a panel to what is below its label */
    LAYOUT_NUMBER = LAYOUT_LABEL + 14, /* the height of a panel with a number */
    LAYOUT_CELL = 8,                   /* a square of a piece, at most */
    LAYOUT_SLOT_WIDTH = 36,            /* of a next piece among others in a row */
    LAYOUT_SLOT_HEIGHT = 22,           /* of a held or next piece */
    LAYOUT_PIECE = LAYOUT_LABEL + LAYOUT_SLOT_HEIGHT,
    LAYOUT_STATISTIC = 14, /* the height of the count of a piece */
    LAYOUT_STATISTICS = LAYOUT_LABEL + 7 * LAYOUT_STATISTIC,
    LAYOUT_PICTURE = 44, /* the height of the picture beside the playfield */
};

/* Finds the places of everything that the raster's options want: sets its size, and everything
 * up to the palette. `has_hold` and `has_picture` say which panels there are.
 * DF_ERROR_ARGUMENT: something does not fit. */
df_status df_layout_make(df_raster *raster, const df_plan *plan, bool has_hold,
                         bool has_picture);

/* Returns the bytes of the first line of a title that is `letters` wide: up to a blank or
 * LF, or as many letters as fit. `text` then has what follows. */
size_t df_layout_break(const char **text, unsigned letters);

/* Returns how many such lines a title has; NULL has none. */
unsigned df_layout_lines(const char *title, unsigned letters);

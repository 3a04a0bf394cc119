/* Contact sheets: many small pictures of coloured squares side by side in one image, each with
 * a short label if wanted. An image is drawn as pixels of a palette or written as SVG; both
 * have the same layout. */
#ifndef DROPFORGE_SHEET_H
#define DROPFORGE_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/color.h"
#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

#define DF_SHEET_MAX_SQUARE 64 /* pixels of its side */
#define DF_SHEET_MAX_COLORS 63
#define DF_SHEET_MAX_SIDE 32767
#define DF_SHEET_MAX_PIXELS (1u << 26)
#define DF_SHEET_MAX_PALETTE 256

typedef struct df_sheet_options {
    size_t count;         /* of the pictures, 1 or more */
    unsigned columns;     /* squares of the widest picture, 1 … DF_SHEET_MAX_SIDE */
    unsigned rows;        /* and of the highest one */
    unsigned square_size; /* pixels, 3 … DF_SHEET_MAX_SQUARE; 0: larger for a few pictures */
    size_t across;        /* pictures side by side; 0: so that the sheet is about 4 : 3 */
    bool labels;          /* with room for a label below each picture */
    df_color background;
    const df_color *colors; /* borrowed until df_sheet_begin has ended */
    size_t color_count;     /* up to DF_SHEET_MAX_COLORS */
} df_sheet_options;

/* The layout of a sheet and its palette, whose first colour is the background. */
typedef struct df_sheet {
    df_sheet_options options; /* no number is 0 now; `colors` is NULL */
    unsigned width;           /* pixels */
    unsigned height;
    unsigned gap;         /* around the pictures */
    unsigned cell_width;  /* from one picture to the next */
    unsigned cell_height; /* the same, downwards, with the label */
    unsigned glyph;       /* pixels of a dot of the labels */
    size_t palette_count;
    df_color palette[DF_SHEET_MAX_PALETTE];
} df_sheet;

/* One picture, up to columns x rows squares; a smaller one is in the middle of its cell. Row by
 * row from the bottom: 0 for no square, or 1 + the index of its colour. Squares with different
 * numbers in `part` have a border between them; NULL: all squares are one part. */
typedef struct df_sheet_picture {
    unsigned width;
    unsigned height;
    const uint8_t *color;
    const uint16_t *part;
    const char *label; /* printable ASCII, in capitals in pixels; left out where it would be
                          wider than its cell; NULL: none */
} df_sheet_picture;

/* Returns good defaults for `count` pictures: with labels, on a dark background, without
 * colours. */
df_sheet_options df_sheet_defaults(size_t count, unsigned columns, unsigned rows);

/* Lays a sheet out. DF_ERROR_ARGUMENT: a number out of its range. DF_ERROR_LIMIT: the sheet
 * would be larger than DF_SHEET_MAX_SIDE or DF_SHEET_MAX_PIXELS. */
df_status df_sheet_begin(df_sheet *sheet, const df_sheet_options *options);

/* Draws picture `index` into the image: sheet->width * sheet->height bytes, rows from the top,
 * each an index of the palette, all of them 0 before the first picture. */
void df_sheet_draw(const df_sheet *sheet, size_t index, const df_sheet_picture *picture,
                   uint8_t *pixels);

/* Appends the sheet as SVG: its beginning, then each picture with its label, then its end.
 * Errors are in text->status. */
void df_sheet_svg_begin(const df_sheet *sheet, df_text *text);
void df_sheet_svg_put(const df_sheet *sheet, size_t index, const df_sheet_picture *picture,
                      df_text *text);
void df_sheet_svg_end(df_text *text);

DF_END_DECLARATIONS

#endif

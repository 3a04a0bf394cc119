/* Shared by the drawing of contact sheets as pixels and as SVG. */
#pragma once

#include "dropforge/picture.h"

/* The first palette entries; the shades of the colours follow. */
enum { SHEET_BACKGROUND, SHEET_LABEL, SHEET_FIRST };

/* The shades of one colour: of a square, its edge to the light and its edge away from it, and
 * the line between two squares of one part. */
enum { SHEET_BODY, SHEET_LIGHT, SHEET_DARK, SHEET_SEAM, SHEET_SHADES };

/* A place on the sheet, in pixels. */
typedef struct sheet_place {
    unsigned x;
    unsigned y;
} sheet_place;

/* Returns the top left corner of a picture. */
sheet_place df_sheet_place(const df_sheet *sheet, size_t index,
                           const df_sheet_picture *picture);

/* Returns the colour of a square; 0 outside the picture. */
unsigned df_sheet_color(const df_sheet_picture *picture, int x, int y);

/* True if two squares are of one part, at least one of them is in the picture. */
bool df_sheet_same_part(const df_sheet_picture *picture, int x, int y, int other_x,
                        int other_y);

/* True if the picture has a label, and it is no wider than a cell. */
bool df_sheet_has_label(const df_sheet *sheet, const df_sheet_picture *picture);

/* Returns how thick a border is on each side of it, in pixels. */
unsigned df_sheet_border(const df_sheet *sheet);

enum { GLYPH_WIDTH = 3, GLYPH_HEIGHT = 5 };

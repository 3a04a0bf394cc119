/* Squares as pixels, and the palette that they need. */
#ifndef DROPFORGE_VIEW_SQUARE_H
#define DROPFORGE_VIEW_SQUARE_H

#include <string.h>

#include "dropforge/view.h"

/* The first palette entries; the shades of the pieces follow. */
enum {
    BACKGROUND = DF_RASTER_BACKGROUND,
    GRID,
    GAP,
    FLASH,
    FLASH_LIGHT,
    FLASH_DARK,
    SURROUND,
    EDGE,
    TEXT,
    LABEL,
    GHOST,
    OUTLINE,
    FIRST_PIECE
};

/* The shades of one colour, as far as the look has them. */
enum { SHADE_BODY, SHADE_LIGHT, SHADE_DARK, MAX_SHADES };

/* Returns how many shades a look needs. */
size_t df_square_shades(df_look look);

/* True if squares of a look have edges of another shade all around. */
bool df_square_has_edges(df_look look);

/* Writes the first `shades` shades of a colour. */
void df_square_put_shades(df_color *palette, df_look look, df_color color, size_t shades);

/* Returns the place of a tetromino's name in some letters; -1 for any other piece. */
static inline int square_find_letter(const char *letters, const df_piece *piece)
{
    const char *letter = strchr(letters, piece->name[0]);
    const bool is_letter = piece->size == 4 && letter != NULL && piece->name[1] == '\0';
    return is_letter ? (int)(letter - letters) : -1;
}

/* Fills a rectangle of `width` x `height` pixels; `corner` is its upper left one. */
void df_square_fill(const df_raster *raster, uint8_t *corner, unsigned width, unsigned height,
                    uint8_t color);

/* Draws a square of a frame, `size` pixels along, at its upper left corner. */
void df_square_draw(const df_raster *raster, uint8_t *corner, unsigned size, uint32_t square);

#endif

/* Squares as pixels, and the palette that they need. */
#pragma once

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

/* True of the pieces that are white in that game. */
static inline bool square_is_white(uint32_t piece)
{
    return piece == DF_T || piece == DF_O || piece == DF_I;
}

/* Returns how many drops of the plan have locked when a frame is shown: not the piece in hand.
 */
static inline size_t square_count_locked(const df_raster *raster, const df_frame *frame)
{
    const size_t locked = frame->drops - (frame->piece >= 0 && frame->drops > 0);
    return locked < raster->drops ? locked : raster->drops;
}

/* Draws a square of a frame, `size` pixels along, at its upper left corner. */
void df_square_draw(const df_raster *raster, uint8_t *corner, unsigned size, uint32_t square);

/* Prepares the skin of the raster's options, and adds its colours to the palette, which has all
 * others. `has_colors`: the plan has colours of its own. */
df_status df_skin_begin(df_raster *raster, bool has_colors);

/* Draws the square of a piece. */
void df_skin_draw(const df_raster *raster, uint8_t *corner, unsigned size, size_t piece);

/* Returns the palette entry of what is around the playfield. */
uint8_t df_panel_background(const df_raster *raster);

/* True if the end card is in the place of the title. */
bool df_panel_has_end_card(const df_raster *raster, const df_frame *frame);

/* Draws the title or the end card, if there is one, on the background. */
void df_panel_draw_title(const df_raster *raster, const df_frame *frame, uint8_t *pixels);

/* True if a panel shows something else in two frames. */
bool df_panel_differs(const df_raster *raster, df_panel panel, const df_frame *before,
                      const df_frame *frame);

/* Draws all of a panel; nothing if it is not shown. */
void df_panel_draw(const df_raster *raster, df_panel panel, const df_frame *frame,
                   uint8_t *pixels);

static const df_color shade_white = {255, 255, 255};
static const df_color shade_black = {0, 0, 0};

/* Returns the colour `percent` of the way from one colour to another. */
static inline df_color shade_mix(df_color from, df_color to, int percent)
{
    return (df_color){
        .red = (uint8_t)(from.red + (to.red - from.red) * percent / 100),
        .green = (uint8_t)(from.green + (to.green - from.green) * percent / 100),
        .blue = (uint8_t)(from.blue + (to.blue - from.blue) * percent / 100),
    };
}

/* Perceived lightness, 0 to 255. */
static inline int shade_lightness(df_color color)
{
    return (299 * color.red + 587 * color.green + 114 * color.blue) / 1000;
}

/* Returns the contrast of two colours: 1, of the same, to 21. */
double df_shade_contrast(df_color a, df_color b);

/* True if a colour can hardly be told from the background. */
bool df_shade_is_faint(df_color color, df_color background);

/* Skins: squares that someone has drawn, as pixels of the palette. */
#ifndef DROPFORGE_VIEW_SKIN_H
#define DROPFORGE_VIEW_SKIN_H

#include "dropforge/view.h"

/* Prepares the skin of the raster's options, and adds its colours to the palette, which has all
 * others. `has_colors`: the plan has colours of its own. DF_ERROR_MEMORY. */
df_status df_skin_begin(df_raster *raster, bool has_colors);

/* Draws the square of a piece. */
void df_skin_draw(const df_raster *raster, uint8_t *corner, unsigned size, size_t piece);

#endif

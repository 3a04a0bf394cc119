/* Comparison of colours for choosing from a palette. */
#ifndef DROPFORGE_CORE_PALETTE_H
#define DROPFORGE_CORE_PALETTE_H

#include "dropforge/picture.h"

/* Returns the square of the distance between two colours, each red, green and blue. sRGB values
 * are made so that equal steps look about equal. */
uint32_t df_color_distance(const uint8_t a[3], const uint8_t b[3]);

/* Returns the index of the nearest colour, the lowest of several. The palette must not be
 * empty. */
unsigned df_palette_nearest(const df_palette *palette, const uint8_t color[3]);

/* Splits a colour into red, green and blue. */
void df_palette_color(uint8_t color[3], const df_palette *palette, unsigned index);

/* Counts the colours of all pixels that are not clear. DF_ERROR_ARGUMENT for more than
 * UINT32_MAX pixels. */
df_status df_palette_count(size_t *colors, const uint8_t *rgba, size_t count);

#endif

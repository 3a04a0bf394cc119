/* Shades of colours. */
#ifndef DROPFORGE_VIEW_SHADE_H
#define DROPFORGE_VIEW_SHADE_H

#include "dropforge/base.h"

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

#endif

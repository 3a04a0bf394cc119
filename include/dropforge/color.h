/* Colours. */
#ifndef DROPFORGE_COLOR_H
#define DROPFORGE_COLOR_H

#include <stdint.h>

#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

/* A colour in sRGB. */
typedef struct df_color {
    uint8_t red, green, blue;
} df_color;

/* Appends a colour as six lower-case hexadecimal digits. */
void df_text_put_color(df_text *text, df_color color);

DF_END_DECLARATIONS

#endif

/* Lists of colours, and palettes from files. */
#pragma once

#include "cli/base/message.h"
#include "dropforge/picture.h"

/* Different colours. */
typedef struct palette_colors {
    df_color colors[DF_PALETTE_MAX_COLORS];
    unsigned count;
} palette_colors;

/* Returns the number of a colour, red, green and blue, from 1; it is added unless it is there.
 * 0: there is no room for it. */
unsigned palette_colors_number(palette_colors *self, const uint8_t *rgb);

/* Reads a palette of GIMP (.gpl), JASC or RIFF (.pal) or Photoshop (.act), lines of six
 * hexadecimal digits (.hex), or the colours of an image. Returns GO_ON, or the exit code after
 * a message with the place in the file. */
cli_status palette_file_read(const char *path, palette_colors *self);

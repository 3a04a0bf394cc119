/* Palettes from files. */
#pragma once

#include "cli/base/message.h"
#include "dropforge/picture.h"

/* Different colours. */
typedef struct palette_colors {
    df_color colors[DF_PALETTE_MAX_COLORS];
    unsigned count;
} palette_colors;

/* Reads a palette of GIMP (.gpl), JASC or RIFF (.pal) or Photoshop (.act), lines of six
 * hexadecimal digits (.hex), or the colours of an image. Returns GO_ON, or the exit code after
 * a message with the place in the file. */
cli_status palette_file_read(const char *path, palette_colors *self);

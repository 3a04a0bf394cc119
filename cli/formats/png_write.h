/* Images as PNG. */
#ifndef CLI_PNG_WRITE_H
#define CLI_PNG_WRITE_H

#include <stdint.h>

#include "cli/base/format.h"
#include "dropforge/plan.h"

/* An image with a palette: a byte for each pixel, rows from the top. */
typedef struct png_pixels {
    unsigned width;
    unsigned height;
    const df_color *palette;
    size_t palette_count;
    const uint8_t *pixels;
    bool transparent; /* the first colour is see-through */
} png_pixels;

/* Writes it into the stream. DF_ERROR_CANCELLED if the stream failed. */
df_status png_write(const png_pixels *from, out_stream *out, df_error *error);

#endif

/* Image files in memory as 8-bit RGBA pixels: PNG, GIF (its first frame) and BMP. */
#ifndef CLI_IMAGE_H
#define CLI_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"

/* A sprite is small; these refuse what would only eat memory. */
enum { IMAGE_MAX_SIDE = 4096, IMAGE_MAX_PIXELS = 1 << 22 };

typedef struct image {
    unsigned width;
    unsigned height;
    uint8_t *rgba; /* rows from the top; owned, image_free */
} image;

/* Whether the bytes begin like one of these formats. */
bool image_is_one(const uint8_t *bytes, size_t length);

/* Recognises the format by its first bytes. DF_ERROR_INPUT when it is none of them or
 * damaged, DF_ERROR_LIMIT when it is too large; *mishap says so in words. */
df_status image_decode(const uint8_t *bytes, size_t length, image *decoded, df_mishap *mishap);

void image_free(image *decoded);

/* The two decoders behind it. The bytes are known to begin like their format. */
df_status image_decode_png(const uint8_t *bytes, size_t length, image *decoded,
                           df_mishap *mishap);
df_status image_decode_stb(const uint8_t *bytes, size_t length, image *decoded,
                           df_mishap *mishap);

/* Checks the size that a header tells, before anything of that size is allocated. */
df_status image_check_size(uint64_t width, uint64_t height, df_mishap *mishap);

#endif

#include "image.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool begins_with(const uint8_t *bytes, size_t length, const char *magic, size_t size)
{
    return length >= size && memcmp(bytes, magic, size) == 0;
}

df_status image_decode(const uint8_t *bytes, size_t length, image *decoded, df_mishap *mishap)
{
    if (begins_with(bytes, length, "\x89PNG\r\n\x1a\n", 8))
        return image_decode_png(bytes, length, decoded, mishap);
    if (begins_with(bytes, length, "GIF87a", 6) || begins_with(bytes, length, "GIF89a", 6) ||
        begins_with(bytes, length, "BM", 2))
        return image_decode_stb(bytes, length, decoded, mishap);
    snprintf(mishap->text, sizeof mishap->text, "%s",
             length == 0 ? "the file is empty; give a PNG, GIF or BMP image"
                         : "not a PNG, GIF or BMP image; convert it into one of these");
    return DF_ERROR_INPUT;
}

void image_free(image *decoded)
{
    free(decoded->rgba);
    decoded->rgba = NULL;
}

df_status image_check_size(uint64_t width, uint64_t height, df_mishap *mishap)
{
    if (width > 0 && height > 0 && width <= IMAGE_MAX_SIDE && height <= IMAGE_MAX_SIDE &&
        width * height <= IMAGE_MAX_PIXELS)
        return DF_OK;
    snprintf(mishap->text, sizeof mishap->text,
             "an image of %" PRIu64 " by %" PRIu64 " pixels is no sprite; scale or crop it",
             width, height);
    return DF_ERROR_LIMIT;
}

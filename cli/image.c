#include "image.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The formats by their first bytes. */
static const struct {
    const char *magic;
    size_t size;
    df_status (*decode)(const uint8_t *bytes, size_t length, image *decoded, df_mishap *mishap);
} formats[] = {
    {"\x89PNG\r\n\x1a\n", 8, image_decode_png},
    {"GIF87a", 6, image_decode_stb},
    {"GIF89a", 6, image_decode_stb},
    {"BM", 2, image_decode_stb},
};

enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

/* The index of the format, FORMAT_COUNT when it is none. */
static size_t recognise(const uint8_t *bytes, size_t length)
{
    size_t i = 0;
    while (i < FORMAT_COUNT &&
           (length < formats[i].size || memcmp(bytes, formats[i].magic, formats[i].size) != 0))
        i++;
    return i;
}

bool image_is_one(const uint8_t *bytes, size_t length)
{
    return recognise(bytes, length) < FORMAT_COUNT;
}

df_status image_decode(const uint8_t *bytes, size_t length, image *decoded, df_mishap *mishap)
{
    const size_t format = recognise(bytes, length);
    if (format < FORMAT_COUNT)
        return formats[format].decode(bytes, length, decoded, mishap);
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

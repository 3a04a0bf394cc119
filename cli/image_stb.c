/* GIF and BMP by stb_image, whose code is compiled here and nowhere else. It is included as
 * a system header, because it is not written for our warnings. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_GIF
#define STBI_ONLY_BMP
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_MAX_DIMENSIONS 4096
#include <stb_image.h>

_Static_assert(STBI_MAX_DIMENSIONS == IMAGE_MAX_SIDE, "one limit for all formats");

static df_status refuse(df_mishap *mishap)
{
    const char *why = stbi_failure_reason();
    if (why != NULL && strcmp(why, "outofmem") == 0)
        return DF_ERROR_MEMORY;
    snprintf(mishap->text, sizeof mishap->text, "damaged or unusual image (%s); save it as PNG",
             why != NULL ? why : "unknown");
    return DF_ERROR_INPUT;
}

/* The end of the data sub-blocks that begin at `at`, or `length`. */
static size_t skip_sub_blocks(const uint8_t *bytes, size_t length, size_t at)
{
    while (at < length && bytes[at] != 0)
        at += 1 + (size_t)bytes[at];
    return at < length ? at + 1 : length;
}

static unsigned read_16(const uint8_t *bytes)
{
    return bytes[0] | (unsigned)bytes[1] << 8;
}

static size_t color_table_size(uint8_t flags)
{
    return (flags & 0x80) != 0 ? (size_t)3 << ((flags & 7) + 1) : 0;
}

/* Whether a GIF's first frame leaves a part of the image uncovered, which stb_image fills
 * with a colour that nobody drew. What is damaged is left to stb_image to tell. */
static bool is_partly_covered(const uint8_t *bytes, size_t length)
{
    if (length < 13 || memcmp(bytes, "GIF8", 4) != 0)
        return false;
    size_t at = 13 + color_table_size(bytes[10]);
    while (at + 2 < length && bytes[at] == '!')
        at = skip_sub_blocks(bytes, length, at + 2);
    if (at + 9 >= length || bytes[at] != ',')
        return false;
    return read_16(bytes + at + 1) != 0 || read_16(bytes + at + 3) != 0 ||
           read_16(bytes + at + 5) < read_16(bytes + 6) ||
           read_16(bytes + at + 7) < read_16(bytes + 8);
}

df_status image_decode_stb(const uint8_t *bytes, size_t length, image *decoded,
                           df_mishap *mishap)
{
    int width;
    int height;
    int channels;
    if (length > INT_MAX ||
        !stbi_info_from_memory(bytes, (int)length, &width, &height, &channels))
        return refuse(mishap);
    if (is_partly_covered(bytes, length)) {
        snprintf(mishap->text, sizeof mishap->text,
                 "the first frame of this GIF does not cover the image; save it as PNG");
        return DF_ERROR_INPUT;
    }
    /* BMP tells rows from the top by a negative height. */
    const df_status status =
        image_check_size((uint64_t)llabs(width), (uint64_t)llabs(height), mishap);
    if (status != DF_OK)
        return status;
    uint8_t *rgba = stbi_load_from_memory(bytes, (int)length, &width, &height, &channels, 4);
    if (rgba == NULL)
        return refuse(mishap);
    *decoded = (image){.width = (unsigned)width, .height = (unsigned)height, .rgba = rgba};
    return DF_OK;
}

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

df_status image_decode_stb(const uint8_t *bytes, size_t length, image *decoded,
                           df_mishap *mishap)
{
    int width;
    int height;
    int channels;
    if (length > INT_MAX ||
        !stbi_info_from_memory(bytes, (int)length, &width, &height, &channels))
        return refuse(mishap);
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

#include <spng.h>
#include <stdio.h>
#include <stdlib.h>

#include "image.h"

/* No sprite carries more beside its pixels. */
enum { CHUNK_LIMIT = 1 << 20, CHUNK_CACHE_LIMIT = 1 << 22 };

static df_status refuse_png(int error, df_mishap *mishap)
{
    if (error == SPNG_EMEM)
        return DF_ERROR_MEMORY;
    snprintf(mishap->text, sizeof mishap->text, "damaged PNG (%s); save it again",
             spng_strerror(error));
    return DF_ERROR_INPUT;
}

/* The header has been read; the pixels go to decoded->rgba, which the caller owns. */
static int decode_pixels(spng_ctx *png, const struct spng_ihdr *header, image *decoded)
{
    size_t size;
    int error = spng_decoded_image_size(png, SPNG_FMT_RGBA8, &size);
    if (error != 0)
        return error;
    uint8_t *rgba = malloc(size);
    if (rgba == NULL)
        return SPNG_EMEM;
    error = spng_decode_image(png, rgba, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
    if (error == 0)
        *decoded = (image){.width = header->width, .height = header->height, .rgba = rgba};
    else
        free(rgba);
    return error;
}

df_status image_decode_png(const uint8_t *bytes, size_t length, image *decoded,
                           df_mishap *mishap)
{
    spng_ctx *png = spng_ctx_new(0);
    if (png == NULL)
        return DF_ERROR_MEMORY;
    struct spng_ihdr header;
    df_status status = DF_OK;
    int error = spng_set_chunk_limits(png, CHUNK_LIMIT, CHUNK_CACHE_LIMIT);
    if (error == 0)
        error = spng_set_png_buffer(png, bytes, length);
    if (error == 0)
        error = spng_get_ihdr(png, &header);
    if (error == 0)
        status = image_check_size(header.width, header.height, mishap);
    if (error == 0 && status == DF_OK)
        error = decode_pixels(png, &header, decoded);
    spng_ctx_free(png);
    return error == 0 ? status : refuse_png(error, mishap);
}

/* PNG by libspng, which reads palettes less strictly than the format asks for: what is wrong
 * with them is found here. */
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

/* No sprite carries more beside its pixels. */
enum { CHUNK_LIMIT = 1 << 20, CHUNK_CACHE_LIMIT = 1 << 22, PNG_MAGIC_SIZE = 8 };

static bool png_recognize(const uint8_t *bytes, size_t length)
{
    return length >= PNG_MAGIC_SIZE && memcmp(bytes, "\x89PNG\r\n\x1a\n", PNG_MAGIC_SIZE) == 0;
}

static df_status png_refuse(const char *why, df_mishap *mishap)
{
    snprintf(mishap->text, sizeof mishap->text, "damaged PNG (%s); save it again", why);
    return DF_ERROR_INPUT;
}

static df_status png_refuse_error(int error, df_mishap *mishap)
{
    return error == SPNG_EMEM || error == SPNG_EZLIB_INIT
               ? DF_ERROR_MEMORY
               : png_refuse(spng_strerror(error), mishap);
}

/* Checks the order and the sizes of PLTE and tRNS in an image with a palette. libspng leaves
 * out a tRNS that it does not understand, and the pixels would become opaque. */
static df_status png_check_palette(const uint8_t *bytes, size_t length, df_mishap *mishap)
{
    size_t at = PNG_MAGIC_SIZE, color_count = 0;
    while (length - at >= 12 && memcmp(bytes + at + 4, "IDAT", 4) != 0) {
        const uint8_t *head = bytes + at;
        const size_t size = (size_t)head[0] << 24 | (size_t)head[1] << 16 |
                            (size_t)head[2] << 8 | (size_t)head[3];
        if (size > length - at - 12)
            break;
        if (memcmp(head + 4, "PLTE", 4) == 0)
            color_count = size / 3;
        if (memcmp(head + 4, "tRNS", 4) == 0 && color_count == 0)
            return png_refuse("transparency before the palette", mishap);
        if (memcmp(head + 4, "tRNS", 4) == 0 && size > color_count)
            return png_refuse("transparency for more colours than the palette has", mishap);
        at += 12 + size;
    }
    return DF_OK;
}

/* Turns rows of palette indices into colours. `stride` is the length of a row. */
static df_status png_apply_palette(spng_ctx *png, const struct spng_ihdr *header,
                                   const uint8_t *packed, size_t stride, uint8_t *rgba,
                                   df_mishap *mishap)
{
    struct spng_plte palette;
    struct spng_trns key = {0};
    int error = spng_get_plte(png, &palette);
    if (error == 0 && (error = spng_get_trns(png, &key)) == SPNG_ECHUNKAVAIL)
        error = 0;
    if (error != 0)
        return png_refuse_error(error, mishap);
    const unsigned per_byte = 8u / header->bit_depth, mask = (1u << header->bit_depth) - 1;
    for (uint32_t y = 0; y < header->height; y++) {
        for (uint32_t x = 0; x < header->width; x++, rgba += 4) {
            const unsigned shift = 8 - header->bit_depth * (x % per_byte + 1);
            const unsigned index = packed[y * stride + x / per_byte] >> shift & mask;
            if (index >= palette.n_entries)
                return png_refuse("a pixel with a colour beyond the palette", mishap);
            const struct spng_plte_entry *color = &palette.entries[index];
            rgba[0] = color->red;
            rgba[1] = color->green;
            rgba[2] = color->blue;
            rgba[3] = index < key.n_type3_entries ? key.type3_alpha[index] : 255;
        }
    }
    return DF_OK;
}

/* Decodes an image with a palette into `rgba`. */
static df_status png_decode_indices(spng_ctx *png, const struct spng_ihdr *header,
                                    uint8_t *rgba, df_mishap *mishap)
{
    size_t size;
    int error = spng_decoded_image_size(png, SPNG_FMT_RAW, &size);
    if (error != 0)
        return png_refuse_error(error, mishap);
    /* libspng adds the bits of interlaced pixels to what is there. */
    uint8_t *packed = calloc(size, 1);
    if (packed == NULL)
        return DF_ERROR_MEMORY;
    error = spng_decode_image(png, packed, size, SPNG_FMT_RAW, 0);
    const df_status status =
        error != 0
            ? png_refuse_error(error, mishap)
            : png_apply_palette(png, header, packed, size / header->height, rgba, mishap);
    free(packed);
    return status;
}

/* Decodes the pixels once the header has been read. */
static df_status png_decode_pixels(spng_ctx *png, const struct spng_ihdr *header,
                                   const image_sink *sink, df_mishap *mishap)
{
    const size_t size = (size_t)header->width * header->height * 4;
    image canvas = {header->width, header->height, malloc(size)};
    if (canvas.rgba == NULL)
        return DF_ERROR_MEMORY;
    df_status status;
    if (header->color_type == SPNG_COLOR_TYPE_INDEXED) {
        status = png_decode_indices(png, header, canvas.rgba, mishap);
    } else {
        const int error =
            spng_decode_image(png, canvas.rgba, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
        status = error == 0 ? DF_OK : png_refuse_error(error, mishap);
    }
    if (status == DF_OK)
        status = sink->take(sink->context, &canvas);
    image_free(&canvas);
    return status;
}

static df_status png_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                            df_mishap *mishap)
{
    spng_ctx *png = spng_ctx_new(0);
    if (png == NULL)
        return DF_ERROR_MEMORY;
    struct spng_ihdr header;
    int error = spng_set_chunk_limits(png, CHUNK_LIMIT, CHUNK_CACHE_LIMIT);
    if (error == 0)
        error = spng_set_png_buffer(png, bytes, length);
    if (error == 0)
        error = spng_get_ihdr(png, &header);
    df_status status = error == 0 ? image_check_size(header.width, header.height, mishap)
                                  : png_refuse_error(error, mishap);
    if (status == DF_OK && header.color_type == SPNG_COLOR_TYPE_INDEXED)
        status = png_check_palette(bytes, length, mishap);
    if (status == DF_OK)
        status = png_decode_pixels(png, &header, sink, mishap);
    spng_ctx_free(png);
    return status;
}

const image_format image_png = {
    .name = "png",
    .title = "PNG",
    .recognize = png_recognize,
    .decode = png_decode,
};

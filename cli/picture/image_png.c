/* PNG by libspng, which reads chunks less strictly than the format: they are checked here. */
#include <spng.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "image.h"

/* No sprite carries more beside its pixels. */
enum { CHUNK_LIMIT = 1 << 20, CHUNK_CACHE_LIMIT = 1 << 22, PNG_MAGIC_SIZE = 8 };

static df_status png_refuse_error(int code, df_error *error)
{
    return code == SPNG_EMEM || code == SPNG_EZLIB_INIT
               ? DF_ERROR_MEMORY
               : image_refuse(&image_png, spng_strerror(code), error);
}

static uint32_t png_read_32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           bytes[3];
}

static bool png_is_chunk(const uint8_t *chunk, const char *kind)
{
    return memcmp(chunk + 4, kind, 4) == 0;
}

bool image_png_is_film(const uint8_t *bytes, size_t length)
{
    bool is_film = false;
    for (size_t at = PNG_MAGIC_SIZE; length - at >= 12;) {
        const uint8_t *chunk = bytes + at;
        const size_t size = png_read_32(chunk);
        if (size > length - at - 12 ||
            crc32(0, chunk + 4, (uInt)size + 4) != png_read_32(chunk + 8 + size))
            return false;
        if (png_is_chunk(chunk, "IEND"))
            return is_film;
        is_film = is_film || png_is_chunk(chunk, "acTL");
        at += 12 + size;
    }
    return false;
}

void image_png_next_frame(const uint8_t *bytes, size_t length, size_t *at, image *frame)
{
    bool is_found = false;
    for (*at += *at == 0 ? PNG_MAGIC_SIZE : 0; !is_found && length - *at >= 12;) {
        const uint8_t *chunk = bytes + *at, *data = chunk + 8;
        const size_t size = png_read_32(chunk);
        if (size > length - *at - 12)
            return;
        if (png_is_chunk(chunk, "acTL") && size >= 8)
            frame->plays = png_read_32(data + 4);
        is_found = png_is_chunk(chunk, "fcTL") && size >= 26;
        if (is_found) {
            const unsigned delay = (unsigned)data[20] << 8 | data[21];
            const unsigned unit = (unsigned)data[22] << 8 | data[23];
            const unsigned divisor = unit > 0 ? unit : 100;
            frame->milliseconds = image_frame_time((delay * 2000 + divisor) / (2 * divisor));
        }
        *at += 12 + size;
    }
}

/* Checks the chunk that says which colours are transparent. */
static df_status png_check_key(const struct spng_ihdr *header, const uint8_t *chunk,
                               size_t color_count, df_error *error)
{
    const size_t size = png_read_32(chunk);
    if (header->color_type == SPNG_COLOR_TYPE_INDEXED && color_count == 0)
        return image_refuse(&image_png, "transparency before the palette", error);
    if (header->color_type == SPNG_COLOR_TYPE_INDEXED)
        return size <= color_count
                   ? DF_OK
                   : image_refuse(&image_png,
                                  "transparency for more colours than the palette has", error);
    const bool is_gray = header->color_type == SPNG_COLOR_TYPE_GRAYSCALE;
    if ((!is_gray && header->color_type != SPNG_COLOR_TYPE_TRUECOLOR) ||
        size != (is_gray ? 2 : 6))
        return image_refuse(&image_png, "transparency of another kind of image", error);
    for (size_t i = 0; i < size; i += 2) {
        if (((unsigned)chunk[8 + i] << 8 | chunk[9 + i]) >> header->bit_depth != 0)
            return image_refuse(&image_png, "a transparent colour that does not exist", error);
    }
    return DF_OK;
}

/* Checks all chunks: their checksums, and the order and the sizes of PLTE and tRNS. libspng
 * reads no checksum once it has all pixels, and leaves out a tRNS that it does not understand,
 * so that pixels would become opaque. */
static df_status png_check_chunks(const struct spng_ihdr *header, const uint8_t *bytes,
                                  size_t length, df_error *error)
{
    size_t color_count = 0;
    bool has_palette = false, has_key = false, has_pixels = false;
    df_status status = DF_OK;
    for (size_t at = PNG_MAGIC_SIZE; status == DF_OK && length - at >= 12;) {
        const uint8_t *chunk = bytes + at;
        const size_t size = png_read_32(chunk);
        if (size > length - at - 12)
            break;
        if (crc32(0, chunk + 4, (uInt)size + 4) != png_read_32(chunk + 8 + size))
            return image_refuse(&image_png, "a wrong checksum", error);
        if (png_is_chunk(chunk, "IEND"))
            return DF_OK;
        if ((png_is_chunk(chunk, "PLTE") && has_palette) ||
            (png_is_chunk(chunk, "tRNS") && (has_key || has_pixels)))
            return image_refuse(&image_png, "two palettes, or transparency in a wrong place",
                                error);
        if (png_is_chunk(chunk, "tRNS"))
            status = png_check_key(header, chunk, color_count, error);
        if (png_is_chunk(chunk, "PLTE"))
            color_count = size / 3;
        has_palette = has_palette || png_is_chunk(chunk, "PLTE");
        has_key = has_key || png_is_chunk(chunk, "tRNS");
        has_pixels = has_pixels || png_is_chunk(chunk, "IDAT");
        at += 12 + size;
    }
    return status == DF_OK ? image_refuse(&image_png, "it is cut", error) : status;
}

/* Turns rows of palette indices into colours. `stride` is the length of a row. */
static df_status png_apply_palette(spng_ctx *png, const struct spng_ihdr *header,
                                   const uint8_t *packed, size_t stride, uint8_t *rgba,
                                   df_error *error)
{
    struct spng_plte palette;
    struct spng_trns key = {0};
    int code = spng_get_plte(png, &palette);
    if (code == 0 && (code = spng_get_trns(png, &key)) == SPNG_ECHUNKAVAIL)
        code = 0;
    if (code != 0)
        return png_refuse_error(code, error);
    const unsigned per_byte = 8u / header->bit_depth, mask = (1u << header->bit_depth) - 1;
    for (uint32_t y = 0; y < header->height; y++) {
        for (uint32_t x = 0; x < header->width; x++, rgba += 4) {
            const unsigned shift = 8 - header->bit_depth * (x % per_byte + 1);
            const unsigned index = packed[y * stride + x / per_byte] >> shift & mask;
            if (index >= palette.n_entries)
                return image_refuse(&image_png, "a pixel with a colour beyond the palette",
                                    error);
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
                                    uint8_t *rgba, df_error *error)
{
    size_t size;
    int code = spng_decoded_image_size(png, SPNG_FMT_RAW, &size);
    if (code != 0)
        return png_refuse_error(code, error);
    /* libspng adds the bits of interlaced pixels to the old bytes. */
    uint8_t *packed = calloc(size, 1);
    if (packed == NULL)
        return DF_ERROR_MEMORY;
    code = spng_decode_image(png, packed, size, SPNG_FMT_RAW, 0);
    const df_status status =
        code != 0 ? png_refuse_error(code, error)
                  : png_apply_palette(png, header, packed, size / header->height, rgba, error);
    free(packed);
    return status;
}

/* A large image that is scaled down row by row. */
typedef struct png_strip {
    unsigned height; /* of the rows that become one */
    uint8_t *rgba;   /* rows of whole parts, and one of the file behind them; owned */
    uint8_t *packed; /* a row of indices; owned */
} png_strip;

/* Reads the next row of the file into `row`. */
static df_status png_read_row(spng_ctx *png, const struct spng_ihdr *header,
                              const png_strip *strip, size_t packed_size, uint8_t *row,
                              df_error *error)
{
    const bool is_indexed = header->color_type == SPNG_COLOR_TYPE_INDEXED;
    const int code = is_indexed ? spng_decode_row(png, strip->packed, packed_size)
                                : spng_decode_row(png, row, (size_t)header->width * 4);
    if (code != 0 && code != SPNG_EOI)
        return png_refuse_error(code, error);
    struct spng_ihdr one = *header;
    one.height = 1;
    return is_indexed ? png_apply_palette(png, &one, strip->packed, packed_size, row, error)
                      : DF_OK;
}

/* Reads all rows, and scales each strip to a row of the canvas. */
static df_status png_scale_rows(spng_ctx *png, const struct spng_ihdr *header,
                                const image *canvas, const png_strip *strip, df_error *error)
{
    const bool is_indexed = header->color_type == SPNG_COLOR_TYPE_INDEXED;
    const size_t length = (size_t)canvas->width * strip->height;
    uint8_t *row = strip->rgba + 4 * length * strip->height;
    size_t size;
    int code = spng_decode_image(png, NULL, 0, is_indexed ? SPNG_FMT_RAW : SPNG_FMT_RGBA8,
                                 (is_indexed ? 0 : SPNG_DECODE_TRNS) | SPNG_DECODE_PROGRESSIVE);
    if (code == 0)
        code = spng_decoded_image_size(png, SPNG_FMT_RAW, &size);
    df_status status = code == 0 ? DF_OK : png_refuse_error(code, error);
    for (size_t y = 0; y < (size_t)canvas->height * strip->height && status == DF_OK; y++) {
        const size_t within = y % strip->height;
        status = png_read_row(png, header, strip, size / header->height, row, error);
        memcpy(strip->rgba + 4 * within * length, row, 4 * length);
        if (status != DF_OK || within + 1 < strip->height)
            continue;
        image_scale_strip(canvas, y / strip->height, strip->rgba, strip->height);
    }
    return status;
}

/* Decodes a large image that is scaled row by row, as image_take_scaled would. */
static df_status png_decode_scaled(spng_ctx *png, const struct spng_ihdr *header,
                                   unsigned divisor, const image_sink *sink, df_error *error)
{
    image canvas = {.width = header->width / divisor,
                    .height = header->height / divisor,
                    .full_width = header->width,
                    .full_height = header->height};
    const size_t length = (size_t)canvas.width * divisor;
    png_strip strip = {.height = divisor,
                       .rgba = malloc(4 * (length * divisor + header->width)),
                       .packed = malloc(header->width)};
    canvas.rgba = malloc((size_t)canvas.width * canvas.height * 4);
    df_status status = strip.rgba == NULL || strip.packed == NULL || canvas.rgba == NULL
                           ? DF_ERROR_MEMORY
                           : png_scale_rows(png, header, &canvas, &strip, error);
    if (status == DF_OK)
        status = sink->take(sink->context, &canvas);
    free(strip.rgba);
    free(strip.packed);
    image_free(&canvas);
    return status;
}

/* Decodes all pixels once the header has been read, and scales them then. */
static df_status png_decode_pixels(spng_ctx *png, const struct spng_ihdr *header,
                                   unsigned divisor, const image_sink *sink, df_error *error)
{
    const size_t size = (size_t)header->width * header->height * 4;
    image canvas = {.width = header->width, .height = header->height, .rgba = malloc(size)};
    if (canvas.rgba == NULL)
        return DF_ERROR_MEMORY;
    df_status status;
    if (header->color_type == SPNG_COLOR_TYPE_INDEXED) {
        status = png_decode_indices(png, header, canvas.rgba, error);
    } else {
        const int code =
            spng_decode_image(png, canvas.rgba, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
        status = code == 0 ? DF_OK : png_refuse_error(code, error);
    }
    if (status == DF_OK)
        status = image_take_scaled(sink, &canvas, divisor);
    image_free(&canvas);
    return status;
}

static df_status png_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                            df_error *error)
{
    spng_ctx *png = spng_ctx_new(0);
    if (png == NULL)
        return DF_ERROR_MEMORY;
    struct spng_ihdr header;
    int code = spng_set_chunk_limits(png, CHUNK_LIMIT, CHUNK_CACHE_LIMIT);
    if (code == 0)
        code = spng_set_png_buffer(png, bytes, length);
    if (code == 0)
        code = spng_get_ihdr(png, &header);
    unsigned divisor = 1;
    df_status status = code == 0
                           ? image_check_scaled(header.width, header.height, &divisor, error)
                           : png_refuse_error(code, error);
    if (status == DF_OK)
        status = png_check_chunks(&header, bytes, length, error);
    if (status == DF_OK)
        status = (divisor > 1 && header.interlace_method == SPNG_INTERLACE_NONE
                      ? png_decode_scaled
                      : png_decode_pixels)(png, &header, divisor, sink, error);
    spng_ctx_free(png);
    return status;
}

const image_format image_png = {
    .name = "png",
    .title = "PNG",
    .beginnings = {"\x89PNG\r\n\x1a\n"},
    .decode = png_decode,
};

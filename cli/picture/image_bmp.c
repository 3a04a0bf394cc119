/* BMP: every header and depth, strictly. Debian has no library that reads OS/2's headers and
 * refuses damaged files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

enum {
    BMP_FILE_HEADER = 14,
    BMP_CORE_HEADER = 12,
    BMP_OS2_MIN = 16,
    BMP_OS2_MAX = 64,
    BMP_INFO_HEADER = 40,
    BMP_V2_HEADER = 52,
    BMP_V3_HEADER = 56,
    BMP_V4_HEADER = 108,
    BMP_V5_HEADER = 124,
};

enum { BMP_MAX_COLORS = 256, BMP_CHANNELS = 4 };

typedef enum bmp_packing {
    BMP_PLAIN = 0,
    BMP_RLE8 = 1,
    BMP_RLE4 = 2,
    BMP_MASKS = 3,
    BMP_ALPHA_MASKS = 6,
} bmp_packing;

typedef struct bmp_layout {
    const uint8_t *bytes; /* the file */
    size_t length;
    size_t header_size; /* of the second header, after the 14 bytes of the first */
    size_t pixels;      /* where they begin */
    unsigned width;
    unsigned height;
    unsigned divisor; /* by which it is scaled down */
    bool from_top;
    unsigned bits; /* of a pixel */
    bmp_packing packing;
    uint32_t masks[BMP_CHANNELS]; /* red, green, blue, alpha */
    uint32_t color_count;         /* as the header says; 0: all */
    uint8_t palette[BMP_MAX_COLORS][3];
    unsigned palette_size;
} bmp_layout;

static df_status bmp_refuse_kind(const char *kind, df_error *error)
{
    snprintf(error->text, sizeof error->text, "a BMP %s cannot be read; save it as PNG", kind);
    return DF_ERROR_INPUT;
}

static unsigned bmp_read_16(const uint8_t *bytes)
{
    return bytes[0] | (unsigned)bytes[1] << 8;
}

static uint32_t bmp_read_32(const uint8_t *bytes)
{
    return bmp_read_16(bytes) | (uint32_t)bmp_read_16(bytes + 2) << 16;
}

/* Returns a number of the second header, 0 beyond its end: OS/2 leaves out the last ones. */
static uint32_t bmp_field(const bmp_layout *bmp, size_t offset)
{
    return offset + 4 <= bmp->header_size ? bmp_read_32(bmp->bytes + BMP_FILE_HEADER + offset)
                                          : 0;
}

static bool bmp_is_os2(size_t header_size)
{
    return header_size >= BMP_OS2_MIN && header_size <= BMP_OS2_MAX &&
           header_size != BMP_INFO_HEADER && header_size != BMP_V2_HEADER &&
           header_size != BMP_V3_HEADER;
}

/* Reads the packing, by the numbers of the header's kind. */
static df_status bmp_read_packing(bmp_layout *bmp, df_error *error)
{
    const uint32_t number = bmp_field(bmp, 16);
    const bool is_os2 = bmp_is_os2(bmp->header_size);
    if (is_os2 && number == 3)
        return bmp_refuse_kind("with Huffman codes", error);
    if (is_os2 && number == 4)
        return bmp_refuse_kind("with packed 24-bit rows", error);
    if (number == 4 || number == 5)
        return bmp_refuse_kind(number == 4 ? "that holds a JPEG" : "that holds a PNG", error);
    if (number >= 11 && number <= 13)
        return bmp_refuse_kind("in colours of printing ink (CMYK)", error);
    if (number > BMP_ALPHA_MASKS || (is_os2 && number > BMP_RLE4))
        return image_refuse(&image_bmp, "an unknown packing", error);
    bmp->packing = (bmp_packing)number;
    const bool has_masks = number == BMP_MASKS || number == BMP_ALPHA_MASKS;
    if ((bmp->packing == BMP_RLE8 && bmp->bits != 8) ||
        (bmp->packing == BMP_RLE4 && bmp->bits != 4) ||
        (has_masks && bmp->bits != 16 && bmp->bits != 32))
        return image_refuse(&image_bmp, "its packing does not suit its depth", error);
    if (bmp->from_top && (bmp->packing == BMP_RLE8 || bmp->packing == BMP_RLE4))
        return image_refuse(&image_bmp, "packed rows from the top", error);
    return DF_OK;
}

static df_status bmp_read_size(bmp_layout *bmp, df_error *error)
{
    const uint8_t *header = bmp->bytes + BMP_FILE_HEADER;
    const bool is_core = bmp->header_size == BMP_CORE_HEADER;
    const uint32_t width = is_core ? bmp_read_16(header + 4) : bmp_read_32(header + 4);
    uint32_t height = is_core ? bmp_read_16(header + 6) : bmp_read_32(header + 8);
    const uint8_t *rest = header + (is_core ? 8 : 12);
    bmp->from_top = !is_core && height > INT32_MAX;
    if (bmp->from_top)
        height = 0 - height;
    const df_status status = image_check_scaled(width, height, &bmp->divisor, error);
    if (status != DF_OK)
        return status;
    bmp->width = width;
    bmp->height = height;
    bmp->bits = bmp_read_16(rest + 2);
    if (bmp_read_16(rest) != 1)
        return image_refuse(&image_bmp, "not one plane", error);
    static const unsigned depths[] = {1, 2, 4, 8, 16, 24, 32};
    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        if (bmp->bits == depths[i])
            return DF_OK;
    }
    return bmp->bits == 64 || bmp->bits == 0
               ? bmp_refuse_kind("of this depth", error)
               : image_refuse(&image_bmp, "a depth that does not exist", error);
}

/* Checks that each mask is one row of bits, within a pixel and apart from the others. */
static df_status bmp_check_masks(const bmp_layout *bmp, df_error *error)
{
    uint32_t taken = bmp->bits == 16 ? 0xffff0000 : 0;
    for (size_t i = 0; i < BMP_CHANNELS; i++) {
        const uint32_t mask = bmp->masks[i], low = mask & (0 - mask);
        if ((mask & taken) != 0 || ((mask + low) & mask) != 0 || (mask == 0 && i < 3))
            return image_refuse(&image_bmp, "wrong masks of colours", error);
        taken |= mask;
    }
    return DF_OK;
}

/* Reads where the bits of each colour are; *extra is the size of masks after the header. */
static df_status bmp_read_masks(bmp_layout *bmp, size_t *extra, df_error *error)
{
    static const uint32_t usual_16[] = {0x7c00, 0x3e0, 0x1f, 0},
                          usual_32[] = {0xff0000, 0xff00, 0xff, 0xff000000};
    const bool are_after = bmp->header_size == BMP_INFO_HEADER;
    const size_t channels =
        (are_after && bmp->packing == BMP_ALPHA_MASKS) || bmp->header_size >= BMP_V3_HEADER
            ? BMP_CHANNELS
            : BMP_CHANNELS - 1;
    *extra = 0;
    if (bmp->packing != BMP_MASKS && bmp->packing != BMP_ALPHA_MASKS) {
        memcpy(bmp->masks, bmp->bits == 16 ? usual_16 : usual_32, sizeof bmp->masks);
        return DF_OK;
    }
    if (are_after)
        *extra = 4 * channels;
    const size_t at = BMP_FILE_HEADER + (size_t)BMP_INFO_HEADER;
    if (bmp->length - at < 4 * channels)
        return image_refuse(&image_bmp, "it is cut", error);
    for (size_t i = 0; i < channels; i++)
        bmp->masks[i] = bmp_read_32(bmp->bytes + at + 4 * i);
    return bmp_check_masks(bmp, error);
}

/* Reads the palette, which begins at `at`. A header without a number of colours has as many as
 * fit in before the pixels. */
static df_status bmp_read_palette(bmp_layout *bmp, size_t at, df_error *error)
{
    if (at > bmp->pixels || bmp->pixels > bmp->length)
        return image_refuse(&image_bmp,
                            bmp->pixels > bmp->length ? "it is cut" : "pixels in the header",
                            error);
    if (bmp->bits > 8)
        return DF_OK;
    const size_t entry = bmp->header_size == BMP_CORE_HEADER ? 3 : 4;
    const size_t fitting = (bmp->pixels - at) / entry;
    if (bmp->color_count > fitting)
        return image_refuse(&image_bmp, "pixels in the palette", error);
    size_t count = bmp->color_count > 0 ? bmp->color_count : fitting;
    if (count > (size_t)1 << bmp->bits)
        count = (size_t)1 << bmp->bits;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *color = bmp->bytes + at + entry * i;
        for (size_t channel = 0; channel < 3; channel++)
            bmp->palette[i][channel] = color[2 - channel];
    }
    bmp->palette_size = (unsigned)count;
    return DF_OK;
}

static df_status bmp_read_headers(bmp_layout *bmp, df_error *error)
{
    if (bmp->length < BMP_FILE_HEADER + 4)
        return image_refuse(&image_bmp, "it is cut", error);
    bmp->pixels = bmp_read_32(bmp->bytes + 10);
    bmp->header_size = bmp_read_32(bmp->bytes + BMP_FILE_HEADER);
    const size_t size = bmp->header_size;
    if (size != BMP_CORE_HEADER && size != BMP_V4_HEADER && size != BMP_V5_HEADER &&
        (size < BMP_OS2_MIN || size > BMP_OS2_MAX))
        return image_refuse(&image_bmp, "a header that does not exist", error);
    if (size > bmp->length - BMP_FILE_HEADER)
        return image_refuse(&image_bmp, "it is cut", error);
    df_status status = bmp_read_size(bmp, error);
    if (status == DF_OK && size != BMP_CORE_HEADER)
        status = bmp_read_packing(bmp, error);
    size_t extra = 0;
    if (status == DF_OK)
        status = bmp_read_masks(bmp, &extra, error);
    bmp->color_count = bmp_field(bmp, 32);
    if (status == DF_OK)
        status = bmp_read_palette(bmp, BMP_FILE_HEADER + size + extra, error);
    return status;
}

/* Returns the pixel of that place, rows counted from the top. */
static uint8_t *bmp_pixel(const image *canvas, unsigned x, unsigned y)
{
    return canvas->rgba + 4 * ((size_t)y * canvas->width + x);
}

/* Puts a colour of the palette at a pixel. */
static df_status bmp_put_index(const bmp_layout *bmp, unsigned index, uint8_t *rgba,
                               df_error *error)
{
    if (index >= bmp->palette_size)
        return image_refuse(&image_bmp, "a pixel with a colour beyond the palette", error);
    memcpy(rgba, bmp->palette[index], 3);
    rgba[3] = 255;
    return DF_OK;
}

/* Returns the bits of a mask, scaled to 0 to 255. */
static uint8_t bmp_scale(uint32_t pixel, uint32_t mask)
{
    if (mask == 0)
        return 255; /* no alpha */
    const uint64_t lowest = mask & (0 - mask);
    const uint64_t value = (pixel & mask) / lowest, max = mask / lowest;
    return (uint8_t)((value * 255 + max / 2) / max);
}

static df_status bmp_put_pixel(const bmp_layout *bmp, const uint8_t *row, unsigned x,
                               uint8_t *rgba, df_error *error)
{
    if (bmp->bits <= 8) {
        const unsigned per_byte = 8 / bmp->bits, shift = 8 - bmp->bits * (x % per_byte + 1);
        const unsigned index = row[x / per_byte] >> shift & ((1u << bmp->bits) - 1);
        return bmp_put_index(bmp, index, rgba, error);
    }
    if (bmp->bits == 24) {
        rgba[0] = row[3 * (size_t)x + 2];
        rgba[1] = row[3 * (size_t)x + 1];
        rgba[2] = row[3 * (size_t)x];
        rgba[3] = 255;
        return DF_OK;
    }
    const uint32_t pixel =
        bmp->bits == 16 ? bmp_read_16(row + 2 * (size_t)x) : bmp_read_32(row + 4 * (size_t)x);
    for (size_t i = 0; i < BMP_CHANNELS; i++)
        rgba[i] = bmp_scale(pixel, bmp->masks[i]);
    return DF_OK;
}

/* Makes all pixels opaque if all are clear, unless the file says that they have alpha: the
 * fourth byte has no meaning then, though some programs write alpha there. */
static void bmp_drop_alpha(const bmp_layout *bmp, const image *canvas)
{
    const size_t count = (size_t)canvas->width * canvas->height;
    if (bmp->bits != 32 || bmp->packing != BMP_PLAIN)
        return;
    for (size_t i = 0; i < count; i++) {
        if (canvas->rgba[4 * i + 3] != 0)
            return;
    }
    for (size_t i = 0; i < count; i++)
        canvas->rgba[4 * i + 3] = 255;
}

static df_status bmp_draw_rows(const bmp_layout *bmp, const image *canvas, df_error *error)
{
    const size_t stride = ((size_t)bmp->width * bmp->bits + 31) / 32 * 4;
    df_status status = DF_OK;
    for (unsigned i = 0; i < bmp->height; i++) {
        const uint8_t *row = bmp->bytes + bmp->pixels + i * stride;
        const unsigned y = bmp->from_top ? i : bmp->height - 1 - i;
        for (unsigned x = 0; x < bmp->width && status == DF_OK; x++)
            status = bmp_put_pixel(bmp, row, x, bmp_pixel(canvas, x, y), error);
    }
    bmp_drop_alpha(bmp, canvas);
    return status;
}

/* A place in packed rows. */
typedef struct bmp_runs {
    const bmp_layout *bmp;
    const image *canvas;
    size_t at; /* in the file */
    unsigned x;
    unsigned row; /* from the bottom */
    df_error *error;
} bmp_runs;

enum { RLE_END_OF_ROW = 0, RLE_END = 1, RLE_SKIP = 2 };

static df_status rle_put(bmp_runs *runs, unsigned index)
{
    if (runs->x >= runs->canvas->width || runs->row >= runs->canvas->height)
        return image_refuse(&image_bmp, "a run beyond the border", runs->error);
    uint8_t *rgba = bmp_pixel(runs->canvas, runs->x++, runs->canvas->height - 1 - runs->row);
    return bmp_put_index(runs->bmp, index, rgba, runs->error);
}

/* Returns the index of pixel `i` of those that begin at `bytes`. */
static unsigned rle_index(const bmp_runs *runs, const uint8_t *bytes, unsigned i)
{
    if (runs->bmp->packing == BMP_RLE8)
        return bytes[i];
    return i % 2 == 0 ? bytes[i / 2] >> 4 : bytes[i / 2] & 15u;
}

/* Draws pixels that are given one by one. */
static df_status rle_put_each(bmp_runs *runs, unsigned count)
{
    const size_t size = runs->bmp->packing == BMP_RLE8 ? count : (count + 1) / 2;
    const size_t padded = (size + 1) & ~(size_t)1;
    if (padded > runs->bmp->length - runs->at)
        return image_refuse(&image_bmp, "it is cut", runs->error);
    df_status status = DF_OK;
    for (unsigned i = 0; i < count && status == DF_OK; i++)
        status = rle_put(runs, rle_index(runs, runs->bmp->bytes + runs->at, i));
    runs->at += padded;
    return status;
}

static df_status rle_skip(bmp_runs *runs)
{
    if (runs->bmp->length - runs->at < 2)
        return image_refuse(&image_bmp, "it is cut", runs->error);
    runs->x += runs->bmp->bytes[runs->at];
    runs->row += runs->bmp->bytes[runs->at + 1];
    runs->at += 2;
    if (runs->x > runs->canvas->width || runs->row > runs->canvas->height)
        return image_refuse(&image_bmp, "a skip beyond the border", runs->error);
    return DF_OK;
}

/* Draws the same one or two pixels again and again; `pair` has them. */
static df_status rle_repeat(bmp_runs *runs, unsigned count, uint8_t pair)
{
    df_status status = DF_OK;
    for (unsigned i = 0; i < count && status == DF_OK; i++)
        status =
            rle_put(runs, rle_index(runs, &pair, runs->bmp->packing == BMP_RLE8 ? 0 : i % 2));
    return status;
}

/* Draws packed rows. The canvas is clear, and pixels that the file skips stay so. */
static df_status bmp_draw_runs(const bmp_layout *bmp, const image *canvas, df_error *error)
{
    bmp_runs runs = {.bmp = bmp, .canvas = canvas, .at = bmp->pixels, .error = error};
    df_status status = DF_OK;
    while (status == DF_OK) {
        if (bmp->length - runs.at < 2)
            return image_refuse(&image_bmp, "it is cut", error);
        const uint8_t count = bmp->bytes[runs.at], value = bmp->bytes[runs.at + 1];
        runs.at += 2;
        if (count > 0) {
            status = rle_repeat(&runs, count, value);
        } else if (value == RLE_END) {
            return DF_OK;
        } else if (value == RLE_END_OF_ROW) {
            runs.x = 0;
            runs.row++;
            if (runs.row > canvas->height)
                return image_refuse(&image_bmp, "too many rows", error);
        } else if (value == RLE_SKIP) {
            status = rle_skip(&runs);
        } else {
            status = rle_put_each(&runs, value);
        }
    }
    return status;
}

static df_status bmp_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                            df_error *error)
{
    bmp_layout bmp = {.bytes = bytes, .length = length};
    df_status status = bmp_read_headers(&bmp, error);
    if (status != DF_OK)
        return status;
    const bool is_packed = bmp.packing == BMP_RLE8 || bmp.packing == BMP_RLE4;
    const size_t stride = ((size_t)bmp.width * bmp.bits + 31) / 32 * 4;
    if (!is_packed && stride * bmp.height > length - bmp.pixels)
        return image_refuse(&image_bmp, "it is cut", error);
    image canvas = {.width = bmp.width,
                    .height = bmp.height,
                    .rgba = calloc((size_t)bmp.width * bmp.height, 4)};
    if (canvas.rgba == NULL)
        return DF_ERROR_MEMORY;
    status = (is_packed ? bmp_draw_runs : bmp_draw_rows)(&bmp, &canvas, error);
    if (status == DF_OK)
        status = image_take_scaled(sink, &canvas, bmp.divisor);
    image_free(&canvas);
    return status;
}

const image_format image_bmp = {
    .name = "bmp",
    .title = "BMP",
    .beginnings = {"BM"},
    .decode = bmp_decode,
};

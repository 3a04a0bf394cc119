/* Icons of Windows: the largest picture of a file, a PNG or a BMP without its first header and
 * with a mask behind it. */
#include <stdlib.h>
#include <string.h>

#include "image.h"

enum {
    ICO_HEADER = 6,
    ICO_ENTRY = 16,
    ICO_INFO_HEADER = 40, /* of the picture; the only one in icons */
    ICO_FILE_HEADER = 14, /* which a BMP has before it */
    ICO_PNG_MAGIC = 0x89,
};

static uint32_t ico_number(const uint8_t *bytes, unsigned count)
{
    uint32_t number = 0;
    for (unsigned i = count; i-- > 0;)
        number = number << 8 | bytes[i];
    return number;
}

/* A picture in a file. */
typedef struct ico_picture {
    const uint8_t *bytes;
    size_t length;
} ico_picture;

/* Finds the largest picture, of several the one with the most bits. False if there is none, or
 * one of them is not whole. */
static bool ico_find(const uint8_t *bytes, size_t length, ico_picture *found)
{
    const size_t count = length >= ICO_HEADER ? ico_number(bytes + 4, 2) : 0;
    uint32_t most = 0;
    if (length < ICO_HEADER + count * ICO_ENTRY)
        return false;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *entry = bytes + ICO_HEADER + i * ICO_ENTRY;
        /* 0 stands for 256. */
        const uint32_t area =
            (entry[0] + (entry[0] == 0) * 256u) * (entry[1] + (entry[1] == 0) * 256u);
        const uint32_t rank = area << 8 | (entry[6] & 0xff);
        const size_t size = ico_number(entry + 8, 4), at = ico_number(entry + 12, 4);
        if (at > length || size > length - at || size < ICO_INFO_HEADER)
            return false;
        if (rank <= most)
            continue;
        most = rank;
        *found = (ico_picture){bytes + at, size};
    }
    return most > 0;
}

/* A picture that gets its transparency before the sink takes it. */
typedef struct ico_masked {
    const image_sink *sink;
    const uint8_t *alpha; /* rows of pixels from the bottom, or NULL */
    const uint8_t *mask;  /* rows of bits from the bottom, or NULL */
} ico_masked;

static df_status ico_take(void *context, const image *canvas)
{
    const ico_masked *masked = context;
    const size_t stride = (canvas->width + 31u) / 32 * 4;
    for (size_t y = 0; y < canvas->height; y++) {
        const size_t row = canvas->height - 1 - y;
        for (size_t x = 0; x < canvas->width; x++) {
            uint8_t *pixel = &canvas->rgba[4 * (y * canvas->width + x)];
            if (masked->alpha != NULL)
                pixel[3] = masked->alpha[4 * (row * canvas->width + x) + 3];
            else if (masked->mask != NULL)
                pixel[3] = masked->mask[row * stride + x / 8] >> (7 - x % 8) & 1 ? 0 : 255;
        }
    }
    return masked->sink->take(masked->sink->context, canvas);
}

/* Finds the transparency behind the header and the palette of a BMP. */
static void ico_find_mask(ico_masked *masked, const ico_picture *picture, size_t pixels)
{
    const size_t width = ico_number(picture->bytes + 4, 4);
    const size_t height = ico_number(picture->bytes + 8, 4) / 2;
    const size_t bits = ico_number(picture->bytes + 14, 2);
    if (width > 256 || height > 256 || bits > 32 || pixels > picture->length)
        return;
    const size_t size = (width * bits + 31) / 32 * 4 * height;
    const size_t mask_size = (width + 31) / 32 * 4 * height;
    if (size > picture->length - pixels)
        return;
    bool has_alpha = false;
    for (size_t i = 3; bits == 32 && i < size; i += 4)
        has_alpha |= picture->bytes[pixels + i] != 0;
    if (has_alpha)
        masked->alpha = picture->bytes + pixels;
    else if (mask_size <= picture->length - pixels - size)
        masked->mask = picture->bytes + pixels + size;
}

/* Decodes a picture as a BMP: with a file's header before it, its height without the mask. */
static df_status ico_decode_bmp(const ico_picture *picture, const image_sink *sink,
                                df_error *error)
{
    const uint32_t bits = ico_number(picture->bytes + 14, 2);
    uint32_t colors = ico_number(picture->bytes + 32, 4);
    if (bits <= 8 && (colors == 0 || colors > 1u << bits))
        colors = 1u << bits;
    const uint32_t height = ico_number(picture->bytes + 8, 4) / 2;
    const uint32_t palette = bits <= 8 ? 4 * colors : 0;
    const uint32_t offset = ICO_FILE_HEADER + ICO_INFO_HEADER + palette;
    ico_masked masked = {.sink = sink};
    const image_sink masking = {ico_take, &masked};
    uint8_t *file = calloc(ICO_FILE_HEADER + picture->length, 1);
    if (file == NULL)
        return DF_ERROR_MEMORY;
    memcpy(file, "BM", 2);
    memcpy(file + ICO_FILE_HEADER, picture->bytes, picture->length);
    for (unsigned i = 0; i < 4; i++) {
        file[2 + i] = (uint8_t)((ICO_FILE_HEADER + picture->length) >> 8 * i);
        file[10 + i] = (uint8_t)(offset >> 8 * i);
        file[ICO_FILE_HEADER + 8 + i] = (uint8_t)(height >> 8 * i);
    }
    ico_find_mask(&masked, picture, offset - ICO_FILE_HEADER);
    const df_status status =
        image_bmp.decode(file, ICO_FILE_HEADER + picture->length, &masking, error);
    free(file);
    return status;
}

static df_status ico_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                            df_error *error)
{
    ico_picture picture = {0};
    if (!ico_find(bytes, length, &picture))
        return image_refuse(&image_ico, "a picture is missing or cut", error);
    if (picture.bytes[0] == ICO_PNG_MAGIC)
        return image_png.decode(picture.bytes, picture.length, sink, error);
    if (ico_number(picture.bytes, 4) != ICO_INFO_HEADER)
        return image_refuse(&image_ico, "a picture of an unknown kind", error);
    return ico_decode_bmp(&picture, sink, error);
}

const image_format image_ico = {
    .name = "ico",
    .title = "icon",
    .beginnings = {"~~\x01~"},
    .decode = ico_decode,
};

/* JPEG by libturbojpeg, turned as its EXIF orientation asks for. That is read here: when one of
 * the 23 allocations of libexif 0.6.24 failed, it lost the orientation without a word. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

#include "image.h"

/* A file that is cut is no picture, and one of thousands of scans would take hours. */
enum { JPEG_FLAGS = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT };

/* How pixels lie in a file: each of these is undone, the transposition last. */
typedef struct jpeg_turn {
    bool mirrors_columns;
    bool mirrors_rows;
    bool transposes;
} jpeg_turn;

static df_status jpeg_refuse(tjhandle decoder, df_error *error)
{
    const char *why = tjGetErrorStr2(decoder);
    if (strstr(why, "nsufficient memory") != NULL || strstr(why, "emory allocation") != NULL)
        return DF_ERROR_MEMORY;
    snprintf(error->text, sizeof error->text,
             "damaged or unusual JPEG (%.120s); save it again, or as PNG", why);
    return DF_ERROR_INPUT;
}

/* Finds the EXIF block, a small TIFF file, among the segments before the pixels; or NULL. */
static const uint8_t *jpeg_find_exif(const uint8_t *bytes, size_t length, size_t *size)
{
    size_t at = 2;
    while (length - at >= 10 && bytes[at] == 0xff) {
        const uint8_t marker = bytes[at + 1];
        if (marker == 0xff) { /* a marker may begin with several */
            at++;
            continue;
        }
        const size_t segment = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (marker == 0xda || segment < 2 || segment > length - at - 2)
            return NULL;
        if (marker == 0xe1 && segment >= 8 && memcmp(bytes + at + 4, "Exif\0\0", 6) == 0) {
            *size = segment - 8;
            return bytes + at + 10;
        }
        at += 2 + segment;
    }
    return NULL;
}

/* Returns a number of `count` bytes of a TIFF file, in its byte order. */
static size_t jpeg_exif_number(const uint8_t *exif, size_t at, size_t count)
{
    const bool is_big = exif[0] == 'M';
    size_t number = 0;
    for (size_t i = 0; i < count; i++)
        number = number << 8 | exif[is_big ? at + i : at + count - 1 - i];
    return number;
}

/* Returns the orientation, 1 to 8, by the first directory of a TIFF file; 1 if it has none. */
static size_t jpeg_read_orientation(const uint8_t *exif, size_t size)
{
    enum { ENTRY_SIZE = 12, TAG_ORIENTATION = 0x112, TYPE_SHORT = 3 };
    if (size < 10 || (memcmp(exif, "II*", 4) != 0 && memcmp(exif, "MM\0*", 4) != 0))
        return 1;
    const size_t directory = jpeg_exif_number(exif, 4, 4);
    if (directory > size - 2)
        return 1;
    const size_t count = jpeg_exif_number(exif, directory, 2);
    for (size_t i = 0, at = directory + 2; i < count && size - at >= ENTRY_SIZE;
         i++, at += ENTRY_SIZE) {
        const size_t value = jpeg_exif_number(exif, at + 8, 2);
        if (jpeg_exif_number(exif, at, 2) == TAG_ORIENTATION &&
            jpeg_exif_number(exif, at + 2, 2) == TYPE_SHORT && value >= 1 && value <= 8)
            return value;
    }
    return 1;
}

static jpeg_turn jpeg_find_turn(const uint8_t *bytes, size_t length)
{
    /* By the numbers of EXIF, from 1. */
    static const jpeg_turn turns[] = {
        {false, false, false}, {true, false, false}, {true, true, false}, {false, true, false},
        {false, false, true},  {false, true, true},  {true, true, true},  {true, false, true},
    };
    size_t size = 0;
    const uint8_t *exif = jpeg_find_exif(bytes, length, &size);
    return turns[exif != NULL ? jpeg_read_orientation(exif, size) - 1 : 0];
}

/* Makes a turned copy of the pixels, and frees them. */
static df_status jpeg_turn_pixels(image *canvas, const jpeg_turn *turn)
{
    if (!turn->mirrors_columns && !turn->mirrors_rows && !turn->transposes)
        return DF_OK;
    const unsigned width = canvas->width, height = canvas->height;
    image turned = {.width = turn->transposes ? height : width,
                    .height = turn->transposes ? width : height,
                    .rgba = malloc((size_t)width * height * 4),
                    .is_lossy = true};
    if (turned.rgba == NULL)
        return DF_ERROR_MEMORY;
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            const size_t to_x = turn->mirrors_columns ? width - 1 - x : x;
            const size_t to_y = turn->mirrors_rows ? height - 1 - y : y;
            const size_t to = turn->transposes ? to_x * height + to_y : to_y * width + to_x;
            memcpy(turned.rgba + 4 * to, canvas->rgba + 4 * (y * width + x), 4);
        }
    }
    image_free(canvas);
    *canvas = turned;
    return DF_OK;
}

/* Decodes the pixels of a file whose header has been read, as they are stored. */
static df_status jpeg_decode_pixels(tjhandle decoder, const uint8_t *bytes, size_t length,
                                    bool is_ink, image *canvas, df_error *error)
{
    const size_t size = (size_t)canvas->width * canvas->height * 4;
    canvas->rgba = malloc(size);
    if (canvas->rgba == NULL)
        return DF_ERROR_MEMORY;
    if (tjDecompress2(decoder, bytes, (unsigned long)length, canvas->rgba, (int)canvas->width,
                      0, (int)canvas->height, is_ink ? TJPF_CMYK : TJPF_RGBA, JPEG_FLAGS) != 0)
        return jpeg_refuse(decoder, error);
    /* The numbers of ink say how much light it leaves, as Adobe has them: so browsers read all.
     */
    for (size_t i = 0; i < size && is_ink; i++)
        canvas->rgba[i] =
            i % 4 == 3 ? 255 : (uint8_t)((canvas->rgba[i] * canvas->rgba[i | 3] + 127) / 255);
    return DF_OK;
}

static df_status jpeg_decode_file(tjhandle decoder, const uint8_t *bytes, size_t length,
                                  const image_sink *sink, df_error *error)
{
    /* A file with nothing but tables has no size, and is no error to libturbojpeg. */
    int width = 0, height = 0, sampling = 0, colors = 0;
    if (tjDecompressHeader3(decoder, bytes, (unsigned long)length, &width, &height, &sampling,
                            &colors) != 0)
        return jpeg_refuse(decoder, error);
    if (width < 1 || height < 1)
        return image_refuse(&image_jpeg, "without a picture", error);
    unsigned divisor = 1;
    df_status status = image_check_scaled((uint64_t)width, (uint64_t)height, &divisor, error);
    if (status != DF_OK)
        return status;
    const image full = {.width = (unsigned)width, .height = (unsigned)height, .is_lossy = true};
    image canvas = full;
    const jpeg_turn turn = jpeg_find_turn(bytes, length);
    /* The transformation of blocks can leave out what is too fine: by 2, 4 or 8. */
    for (unsigned by = 2; divisor > 1; by *= 2) {
        canvas.width = (full.width + by - 1) / by;
        canvas.height = (full.height + by - 1) / by;
        divisor = by >= divisor ? 1 : divisor;
    }
    status = jpeg_decode_pixels(decoder, bytes, length,
                                colors == TJCS_CMYK || colors == TJCS_YCCK, &canvas, error);
    if (status == DF_OK)
        status = jpeg_turn_pixels(&canvas, &turn);
    if (status == DF_OK && canvas.width * canvas.height < full.width * full.height) {
        canvas.full_width = turn.transposes ? full.height : full.width;
        canvas.full_height = turn.transposes ? full.width : full.height;
    }
    if (status == DF_OK)
        status = sink->take(sink->context, &canvas);
    image_free(&canvas);
    return status;
}

static df_status jpeg_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                             df_error *error)
{
    tjhandle decoder = tjInitDecompress();
    if (decoder == NULL)
        return DF_ERROR_MEMORY;
    const df_status status = jpeg_decode_file(decoder, bytes, length, sink, error);
    tjDestroy(decoder);
    return status;
}

const image_format image_jpeg = {
    .name = "jpeg",
    .title = "JPEG",
    .beginnings = {"\xff\xd8\xff"},
    .decode = jpeg_decode,
};

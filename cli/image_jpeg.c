/* JPEG by libturbojpeg, turned as its EXIF orientation asks for, which libexif reads. */
#include <libexif/exif-data.h>
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

static bool jpeg_recognize(const uint8_t *bytes, size_t length)
{
    return length >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0;
}

static df_status jpeg_refuse(tjhandle decoder, df_mishap *mishap)
{
    const char *why = tjGetErrorStr2(decoder);
    if (strstr(why, "nsufficient memory") != NULL || strstr(why, "emory allocation") != NULL)
        return DF_ERROR_MEMORY;
    snprintf(mishap->text, sizeof mishap->text,
             "damaged or unusual JPEG (%.120s); save it again, or as PNG", why);
    return DF_ERROR_INPUT;
}

/* Finds the EXIF block among the segments before the pixels. libexif would look at the first
 * APP1 only, which may be another. NULL if there is none. */
static const uint8_t *jpeg_find_exif(const uint8_t *bytes, size_t length, unsigned *size)
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
            *size = (unsigned)segment - 2;
            return bytes + at + 4;
        }
        at += 2 + segment;
    }
    return NULL;
}

static void jpeg_note_exif(ExifLog *log, ExifLogCode code, const char *domain,
                           const char *format, va_list arguments, void *has_failed)
{
    (void)log, (void)domain, (void)format, (void)arguments;
    if (code == EXIF_LOG_CODE_NO_MEMORY)
        *(bool *)has_failed = true;
}

/* Reads the orientation, 1 to 8, or leaves it as it is if there is none. */
static df_status jpeg_read_exif(const uint8_t *exif, unsigned size, ExifLog *log,
                                unsigned *orientation)
{
    bool has_failed = false;
    ExifData *data = exif_data_new();
    if (data == NULL)
        return DF_ERROR_MEMORY;
    exif_log_set_func(log, jpeg_note_exif, &has_failed);
    exif_data_log(data, log);
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
    exif_data_load_data(data, exif, size);
    const ExifEntry *entry =
        exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
    if (entry != NULL && entry->format == EXIF_FORMAT_SHORT && entry->size >= 2) {
        const unsigned value = exif_get_short(entry->data, exif_data_get_byte_order(data));
        if (value >= 1 && value <= 8)
            *orientation = value;
    }
    exif_data_unref(data);
    return has_failed ? DF_ERROR_MEMORY : DF_OK;
}

static df_status jpeg_find_turn(const uint8_t *bytes, size_t length, jpeg_turn *turn)
{
    /* By the numbers of EXIF, from 1. */
    static const jpeg_turn turns[] = {
        {false, false, false}, {true, false, false}, {true, true, false}, {false, true, false},
        {false, false, true},  {false, true, true},  {true, true, true},  {true, false, true},
    };
    unsigned size, orientation = 1;
    const uint8_t *exif = jpeg_find_exif(bytes, length, &size);
    df_status status = DF_OK;
    if (exif != NULL) {
        ExifLog *log = exif_log_new();
        status = log != NULL ? jpeg_read_exif(exif, size, log, &orientation) : DF_ERROR_MEMORY;
        if (log != NULL)
            exif_log_unref(log);
    }
    *turn = turns[orientation - 1];
    return status;
}

/* Makes a turned copy of the pixels, and frees them. */
static df_status jpeg_turn_pixels(image *canvas, const jpeg_turn *turn)
{
    if (!turn->mirrors_columns && !turn->mirrors_rows && !turn->transposes)
        return DF_OK;
    const unsigned width = canvas->width, height = canvas->height;
    image turned = {turn->transposes ? height : width, turn->transposes ? width : height,
                    malloc((size_t)width * height * 4)};
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

/* Decodes the pixels of a file whose header has been read, as they lie there. */
static df_status jpeg_decode_pixels(tjhandle decoder, const uint8_t *bytes, size_t length,
                                    image *canvas, df_mishap *mishap)
{
    canvas->rgba = malloc((size_t)canvas->width * canvas->height * 4);
    if (canvas->rgba == NULL)
        return DF_ERROR_MEMORY;
    if (tjDecompress2(decoder, bytes, (unsigned long)length, canvas->rgba, (int)canvas->width,
                      0, (int)canvas->height, TJPF_RGBA, JPEG_FLAGS) != 0)
        return jpeg_refuse(decoder, mishap);
    return DF_OK;
}

static df_status jpeg_decode_file(tjhandle decoder, const uint8_t *bytes, size_t length,
                                  const image_sink *sink, df_mishap *mishap)
{
    int width, height, sampling, colors;
    if (tjDecompressHeader3(decoder, bytes, (unsigned long)length, &width, &height, &sampling,
                            &colors) != 0)
        return jpeg_refuse(decoder, mishap);
    df_status status = image_check_size((uint64_t)width, (uint64_t)height, mishap);
    if (status != DF_OK)
        return status;
    if (colors == TJCS_CMYK || colors == TJCS_YCCK) {
        snprintf(mishap->text, sizeof mishap->text,
                 "this JPEG has the colours of printing ink (CMYK); save it in RGB");
        return DF_ERROR_INPUT;
    }
    image canvas = {.width = (unsigned)width, .height = (unsigned)height};
    jpeg_turn turn;
    status = jpeg_decode_pixels(decoder, bytes, length, &canvas, mishap);
    if (status == DF_OK)
        status = jpeg_find_turn(bytes, length, &turn);
    if (status == DF_OK)
        status = jpeg_turn_pixels(&canvas, &turn);
    if (status == DF_OK)
        status = sink->take(sink->context, &canvas);
    image_free(&canvas);
    return status;
}

static df_status jpeg_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                             df_mishap *mishap)
{
    tjhandle decoder = tjInitDecompress();
    if (decoder == NULL)
        return DF_ERROR_MEMORY;
    const df_status status = jpeg_decode_file(decoder, bytes, length, sink, mishap);
    tjDestroy(decoder);
    return status;
}

const image_format image_jpeg = {
    .name = "jpeg",
    .title = "JPEG",
    .recognize = jpeg_recognize,
    .decode = jpeg_decode,
};

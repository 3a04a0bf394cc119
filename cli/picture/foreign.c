#include "source.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/child.h"
#include "cli/base/message.h"

/* A format, and how ffmpeg is told to read it: it must not guess, as it knows formats that name
 * other files. */
typedef struct foreign_format {
    const char *title;
    const char *begins; /* '?' stands for any byte; NULL: only the extension says it */
    const char *extension;
    const char *demuxer;
    const char *decoder; /* NULL: any */
    bool is_lossy;
} foreign_format;

static const foreign_format formats[] = {
    {"PPM", "P6", ".ppm", "ppm_pipe", NULL, false},
    {"PPM", "P3", ".ppm", "ppm_pipe", NULL, false},
    {"PGM", "P5", ".pgm", "pgm_pipe", NULL, false},
    {"PGM", "P2", ".pgm", "pgm_pipe", NULL, false},
    {"PBM", "P4", ".pbm", "pbm_pipe", NULL, false},
    {"PBM", "P1", ".pbm", "pbm_pipe", NULL, false},
    {"PAM", "P7\n", ".pam", "pam_pipe", NULL, false},
    {"XBM", "#define ", ".xbm", "xbm_pipe", NULL, false},
    {"QOI", "qoif", ".qoi", "qoi_pipe", NULL, false},
    {"TIFF", "II*", ".tif", "tiff_pipe", NULL, false},
    {"TIFF", "MM", ".tif", "tiff_pipe", NULL, false},
    {"PSD", "8BPS", ".psd", "psd_pipe", NULL, false},
    {"SVG", "<svg", ".svg", "svg_pipe", NULL, false},
    {"SVG", "<?xml", ".svg", "svg_pipe", NULL, false},
    {"SVG", "<!--", ".svg", "svg_pipe", NULL, false},
    {"AVIF or MP4", "????ftyp", ".mp4", "mov", NULL, true},
    {"WebM", "\x1a\x45\xdf\xa3", ".webm", "matroska", NULL, true},
    {"AVI", "RIFF????AVI ", ".avi", "avi", NULL, true},
    {"JPEG XL", "\xff\x0a", ".jxl", "jpegxl_pipe", NULL, true},
    {"JPEG XL", "????JXL ", ".jxl", "jpegxl_pipe", NULL, true},
    {"Y4M", "YUV4MPEG2 ", ".y4m", "yuv4mpegpipe", NULL, true},
    {"JPEG 2000", "~~~\x0cjP  ", ".jp2", "j2k_pipe", NULL, true},
    {"JPEG 2000", "\xff\x4f\xff\x51", ".j2k", "j2k_pipe", NULL, true},
    {"SGI", "\x01\xda", ".sgi", "sgi_pipe", NULL, false},
    {"FITS", "SIMPLE  =", ".fits", "fits", NULL, false},
    {"APNG", "\x89PNG", ".png", "apng", NULL, false},
    {"SVG", NULL, ".svgz", "svg_pipe", NULL, false},
    {"TGA", NULL, ".tga", "image2pipe", "targa", false},
    {"PCX", NULL, ".pcx", "pcx_pipe", NULL, false},
};

enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

static bool foreign_has_extension(const char *path, const char *extension)
{
    const size_t length = path != NULL ? strlen(path) : 0, end = strlen(extension);
    if (length < end)
        return false;
    for (size_t i = 0; i < end; i++) {
        const char letter = path[length - end + i];
        if ((letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter) != extension[i])
            return false;
    }
    return true;
}

/* Returns the format, or NULL. */
static const foreign_format *foreign_recognize(const uint8_t *bytes, size_t length,
                                               const char *path)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        const foreign_format *format = &formats[i];
        if (format->begins != NULL ? image_begins(bytes, length, format->begins)
                                   : foreign_has_extension(path, format->extension))
            return format;
    }
    return NULL;
}

bool foreign_is_one(const uint8_t *bytes, size_t length, const char *path)
{
    return foreign_recognize(bytes, length, path) != NULL;
}

/* Runs ffmpeg, which writes frames as PAM images, one after the other. */
static df_status foreign_run(const foreign_format *format, unsigned max_frames, FILE *source,
                             FILE *result, df_error *error)
{
    char command[600];
    /* Larger pictures are scaled down as they come. */
    snprintf(command, sizeof command,
             "ffmpeg -nostdin -hide_banner -loglevel error -protocol_whitelist file -f %s%s%s"
             " -i " CHILD_SOURCE " -frames:v %u -vsync passthrough"
             " -vf scale=w='min(iw,2048)':h='min(ih,2048)':"
             "force_original_aspect_ratio=decrease:flags=area+accurate_rnd"
             " -pix_fmt rgba -c:v pam -fs %" PRIu64 " -f image2pipe -y " CHILD_RESULT,
             format->demuxer, format->decoder != NULL ? " -c:v " : "",
             format->decoder != NULL ? format->decoder : "", max_frames,
             (uint64_t)IMAGE_MAX_DRAWN * 4);
    child decoding;
    const df_status status = child_start(&decoding, command, result, source, error);
    return status == DF_OK ? child_end(&decoding, error) : status;
}

/* Reads the header of a PAM image. False if there is none. */
static bool foreign_read_header(FILE *stream, image *canvas)
{
    char line[64];
    if (fgets(line, sizeof line, stream) == NULL || strcmp(line, "P7\n") != 0)
        return false;
    *canvas = (image){0};
    while (fgets(line, sizeof line, stream) != NULL && strcmp(line, "ENDHDR\n") != 0) {
        if (strncmp(line, "WIDTH ", 6) == 0)
            canvas->width = (unsigned)strtoul(line + 6, NULL, 10);
        else if (strncmp(line, "HEIGHT ", 7) == 0)
            canvas->height = (unsigned)strtoul(line + 7, NULL, 10);
    }
    return true;
}

static df_status foreign_read_frames(FILE *result, bool is_lossy, const image_sink *sink,
                                     df_error *error)
{
    df_status status = DF_OK;
    uint64_t drawn = 0;
    image canvas;
    rewind(result);
    while (status == DF_OK && foreign_read_header(result, &canvas)) {
        status = image_check_size(canvas.width, canvas.height, error);
        if (status != DF_OK)
            return status;
        const size_t size = (size_t)canvas.width * canvas.height * 4;
        drawn += size / 4;
        status = image_check_film(drawn, error);
        canvas.is_lossy = is_lossy;
        canvas.rgba = status == DF_OK ? malloc(size) : NULL;
        if (canvas.rgba == NULL)
            return status == DF_OK ? DF_ERROR_MEMORY : status;
        if (fread(canvas.rgba, 1, size, result) != size)
            status = image_check_film(UINT64_MAX, error);
        if (status == DF_OK)
            status = sink->take(sink->context, &canvas);
        image_free(&canvas);
    }
    if (status == DF_OK && drawn == 0)
        return message_error(error, DF_ERROR_INPUT, "there is no picture in it");
    return status;
}

/* Decodes between two temporary files: some formats cannot be read from a pipe. */
static df_status foreign_convert(const foreign_format *format, const uint8_t *bytes,
                                 size_t length, unsigned max_frames, FILE *source, FILE *result,
                                 const image_sink *sink, df_error *error)
{
    if (source == NULL || result == NULL || fwrite(bytes, 1, length, source) != length ||
        fflush(source) != 0)
        return message_error(error, DF_ERROR_LIMIT, "no temporary file can be made: %s",
                             strerror(errno));
    df_error why = {0};
    const df_status status = foreign_run(format, max_frames, source, result, &why);
    if (status == DF_ERROR_MEMORY)
        return status;
    if (status != DF_OK)
        return message_error(error, DF_ERROR_INPUT,
                             "damaged or unusual %s (%.120s); convert it into PNG",
                             format->title, why.text);
    return foreign_read_frames(result, format->is_lossy, sink, error);
}

df_status foreign_decode(const uint8_t *bytes, size_t length, const char *path,
                         unsigned max_frames, const image_sink *sink, df_error *error)
{
    const foreign_format *format = foreign_recognize(bytes, length, path);
    if (!child_is_installed("ffmpeg"))
        return message_error(error, DF_ERROR_INPUT,
                             "%s files are read by the program ffmpeg, which is not installed; "
                             "install it, or convert the file into PNG",
                             format->title);
    FILE *source = tmpfile(), *result = tmpfile();
    const df_status status =
        foreign_convert(format, bytes, length, max_frames, source, result, sink, error);
    if (source != NULL)
        fclose(source);
    if (result != NULL)
        fclose(result);
    return status;
}

#include "source.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/child.h"
#include "cli/base/message.h"
#include "dropforge/plan.h"

/* A format, and how ffmpeg is told to read it: it must not guess, as it knows formats that name
 * other files. */
typedef struct foreign_format {
    const char *title;
    const char *begins; /* '?' stands for any byte; NULL: only the extension says it */
    const char *extension;
    const char *demuxer;
    const char *decoder; /* NULL: any */
    bool is_lossy;
    bool is_video;
} foreign_format;

static const foreign_format formats[] = {
    {"PPM", "P6", ".ppm", "ppm_pipe", NULL, false, false},
    {"PPM", "P3", ".ppm", "ppm_pipe", NULL, false, false},
    {"PGM", "P5", ".pgm", "pgm_pipe", NULL, false, false},
    {"PGM", "P2", ".pgm", "pgm_pipe", NULL, false, false},
    {"PBM", "P4", ".pbm", "pbm_pipe", NULL, false, false},
    {"PBM", "P1", ".pbm", "pbm_pipe", NULL, false, false},
    {"PAM", "P7\n", ".pam", "pam_pipe", NULL, false, false},
    {"XBM", "#define ", ".xbm", "xbm_pipe", NULL, false, false},
    {"QOI", "qoif", ".qoi", "qoi_pipe", NULL, false, false},
    {"TIFF", "II*", ".tif", "tiff_pipe", NULL, false, false},
    {"TIFF", "MM", ".tif", "tiff_pipe", NULL, false, false},
    {"PSD", "8BPS", ".psd", "psd_pipe", NULL, false, false},
    {"SVG", "<svg", ".svg", "svg_pipe", NULL, false, false},
    {"SVG", "<?xml", ".svg", "svg_pipe", NULL, false, false},
    {"SVG", "<!--", ".svg", "svg_pipe", NULL, false, false},
    {"AVIF or MP4", "????ftyp", ".mp4", "mov", NULL, true, true},
    {"Matroska", "\x1a\x45\xdf\xa3", ".webm", "matroska", NULL, true, true},
    {"AVI", "RIFF????AVI ", ".avi", "avi", NULL, true, true},
    {"JPEG XL", "\xff\x0a", ".jxl", "jpegxl_pipe", NULL, true, false},
    {"JPEG XL", "????JXL ", ".jxl", "jpegxl_pipe", NULL, true, false},
    {"Y4M", "YUV4MPEG2 ", ".y4m", "yuv4mpegpipe", NULL, true, true},
    {"JPEG 2000", "~~~\x0cjP  ", ".jp2", "j2k_pipe", NULL, true, false},
    {"JPEG 2000", "\xff\x4f\xff\x51", ".j2k", "j2k_pipe", NULL, true, false},
    {"SGI", "\x01\xda", ".sgi", "sgi_pipe", NULL, false, false},
    {"FITS", "SIMPLE  =", ".fits", "fits", NULL, false, false},
    {"APNG", "\x89PNG", ".png", "apng", NULL, false, false},
    {"SVG", NULL, ".svgz", "svg_pipe", NULL, false, false},
    {"TGA", NULL, ".tga", "image2pipe", "targa", false, false},
    {"PCX", NULL, ".pcx", "pcx_pipe", NULL, false, false},
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

bool foreign_is_video(const uint8_t *bytes, size_t length, const char *path)
{
    const foreign_format *format = foreign_recognize(bytes, length, path);
    return format != NULL && format->is_video;
}

/* A file that is decoded between temporary ones: some formats cannot be read from a pipe. */
typedef struct foreign_job {
    const foreign_format *format;
    const video_part *part;
    const uint8_t *bytes; /* of an APNG */
    size_t length;
    FILE *source, *result;
    FILE *times; /* of a video: when its frames begin, one a line behind the first */
} foreign_job;

/* Writes the filters of a video: which frames, and what of them. */
static void foreign_put_filters(char *text, size_t size, const video_part *part)
{
    size_t length = 0;
    if (part->fps > 0)
        length += (size_t)snprintf(text, size, "fps=%u,", part->fps);
    if (part->seen_width > 0)
        snprintf(text + length, size - length, "crop=%zu:%zu:%zu:%zu:exact=1,",
                 part->seen_width, part->seen_height, part->left, part->top);
}

/* Writes the command of ffmpeg, which writes frames as PAM images, one after the other. */
static void foreign_put_command(char *command, size_t size, const foreign_job *job,
                                unsigned max_frames)
{
    enum { MAX_SIDE = 2048 };
    const foreign_format *format = job->format;
    const video_part *part = job->part;
    char filters[160] = "", from[40] = "", length[40] = "", times[200] = "";
    foreign_put_filters(filters, sizeof filters, part);
    if (part->from > 0)
        snprintf(from, sizeof from, " -ss %ums", part->from);
    if (part->to > 0)
        snprintf(length, sizeof length, " -t %ums", part->to - part->from);
    if (job->times != NULL)
        snprintf(times, sizeof times,
                 " -map 0:V:0 -frames:v %u -vf %sscale=4:4:flags=neighbor -pix_fmt gray"
                 " -c:v rawvideo -f mkvtimestamp_v2 pipe:1",
                 max_frames, filters);
    /* Larger pictures are scaled down as they come. */
    const unsigned width = part->max_side[0] > 0 ? part->max_side[0] : MAX_SIDE;
    const unsigned height = part->max_side[1] > 0 ? part->max_side[1] : MAX_SIDE;
    snprintf(command, size,
             "ffmpeg -nostdin -hide_banner -loglevel error -protocol_whitelist file%s%s%s%s"
             " -f %s -i " CHILD_SOURCE "%s -frames:v %u -vsync passthrough"
             " -vf %sscale=w='min(iw,%u)':h='min(ih,%u)':"
             "force_original_aspect_ratio=decrease:flags=area+accurate_rnd"
             " -pix_fmt rgba -c:v pam -fs %" PRIu64 " -f image2pipe -y " CHILD_RESULT "%s",
             from, length, format->decoder != NULL ? " -c:v " : "",
             format->decoder != NULL ? format->decoder : "", format->demuxer,
             job->times != NULL ? " -map 0:V:0" : "", max_frames, filters, width, height,
             (uint64_t)IMAGE_MAX_DRAWN * 4, times);
}

static df_status foreign_run(const foreign_job *job, unsigned max_frames, df_error *error)
{
    char command[1000];
    const child_files files = {job->result, job->source, job->times};
    child decoding;
    foreign_put_command(command, sizeof command, job, max_frames);
    const df_status status = child_start(&decoding, command, &files, error);
    return status == DF_OK ? child_end(&decoding, error) : status;
}

/* Reads the header of a PAM image, of which all have as many plays. False if there is none. */
static bool foreign_read_header(FILE *stream, image *canvas)
{
    char line[64];
    if (fgets(line, sizeof line, stream) == NULL || strcmp(line, "P7\n") != 0)
        return false;
    *canvas = (image){.plays = canvas->plays};
    while (fgets(line, sizeof line, stream) != NULL && strcmp(line, "ENDHDR\n") != 0) {
        if (strncmp(line, "WIDTH ", 6) == 0)
            canvas->width = (unsigned)strtoul(line + 6, NULL, 10);
        else if (strncmp(line, "HEIGHT ", 7) == 0)
            canvas->height = (unsigned)strtoul(line + 7, NULL, 10);
    }
    return true;
}

/* Reads when the next frame begins, in milliseconds; false behind the last. */
static bool foreign_read_time(FILE *times, uint64_t *time)
{
    char line[64];
    while (times != NULL && fgets(line, sizeof line, times) != NULL) {
        if (line[0] == '#')
            continue;
        *time = strtoull(line, NULL, 10);
        return true;
    }
    return false;
}

/* The times of the frames, as they come. */
typedef struct foreign_clock {
    uint64_t next;   /* when the next frame of a video begins */
    uint64_t latest; /* how long the latest is shown */
    size_t at;       /* in the bytes of an APNG */
} foreign_clock;

/* Finds out how long the next frame is shown; the last of a video as long as that before it. */
static void foreign_time_frame(const foreign_job *job, foreign_clock *clock, image *frame)
{
    const uint64_t begin = clock->next;
    if (job->times != NULL) {
        if (foreign_read_time(job->times, &clock->next) && clock->next > begin)
            clock->latest = clock->next - begin;
        const uint64_t max = DF_PLAN_MAX_MILLISECONDS;
        frame->milliseconds = (unsigned)(clock->latest < max ? clock->latest : max);
    } else if (image_begins(job->bytes, job->length, "\x89PNG")) {
        image_png_next_frame(job->bytes, job->length, &clock->at, frame);
    }
}

static df_status foreign_read_frames(const foreign_job *job, const image_sink *sink,
                                     df_error *error)
{
    df_status status = DF_OK;
    uint64_t drawn = 0;
    foreign_clock clock = {.at = 0};
    image canvas = {0};
    rewind(job->result);
    if (job->times != NULL) {
        rewind(job->times);
        (void)foreign_read_time(job->times, &clock.next);
    }
    while (status == DF_OK && foreign_read_header(job->result, &canvas)) {
        status = image_check_size(canvas.width, canvas.height, error);
        if (status != DF_OK)
            return status;
        const size_t size = (size_t)canvas.width * canvas.height * 4;
        drawn += size / 4;
        status = image_check_film(drawn, error);
        canvas.is_lossy = job->format->is_lossy;
        canvas.rgba = status == DF_OK ? malloc(size) : NULL;
        if (canvas.rgba == NULL)
            return status == DF_OK ? DF_ERROR_MEMORY : status;
        if (fread(canvas.rgba, 1, size, job->result) != size)
            status = image_check_film(UINT64_MAX, error);
        foreign_time_frame(job, &clock, &canvas);
        if (status == DF_OK)
            status = sink->take(sink->context, &canvas);
        image_free(&canvas);
    }
    if (status == DF_OK && drawn == 0)
        return message_error(error, DF_ERROR_INPUT,
                             job->part->from > 0
                                 ? "it has no frame at --from-time; choose an earlier time"
                                 : "there is no picture in it");
    return status;
}

static df_status foreign_convert(const foreign_job *job, unsigned max_frames,
                                 const image_sink *sink, df_error *error)
{
    df_error why = {0};
    const df_status status = foreign_run(job, max_frames, &why);
    if (status == DF_ERROR_MEMORY)
        return status;
    if (status != DF_OK)
        return message_error(
            error, DF_ERROR_INPUT, "damaged or unusual %s (%.120s); convert it into %s",
            job->format->title, why.text, job->format->is_video ? "a GIF" : "PNG");
    return foreign_read_frames(job, sink, error);
}

/* Opens the temporary files; false if one cannot be made. */
static bool foreign_open(foreign_job *job, FILE *file)
{
    job->source = file != NULL ? file : tmpfile();
    job->result = tmpfile();
    if (job->format->is_video)
        job->times = tmpfile();
    return job->source != NULL && job->result != NULL &&
           (job->times != NULL || !job->format->is_video) &&
           (file != NULL || (fwrite(job->bytes, 1, job->length, job->source) == job->length &&
                             fflush(job->source) == 0));
}

df_status foreign_decode(const image_decoder *self, const uint8_t *bytes, size_t length,
                         unsigned max_frames, const image_sink *sink, df_error *error)
{
    static const video_part all = {.fps = 0};
    foreign_job job = {.format = foreign_recognize(bytes, length, self->path),
                       .part = self->part != NULL ? self->part : &all,
                       .bytes = bytes,
                       .length = length};
    if (!child_is_installed("ffmpeg"))
        return message_error(error, DF_ERROR_INPUT,
                             "%s files are read by the program ffmpeg, which is not installed; "
                             "install it, or convert the file into %s",
                             job.format->title, job.format->is_video ? "a GIF" : "PNG");
    const df_status status =
        foreign_open(&job, self->file)
            ? foreign_convert(&job, max_frames, sink, error)
            : message_error(error, DF_ERROR_LIMIT, "no temporary file can be made: %s",
                            strerror(errno));
    FILE *const files[] = {self->file == NULL ? job.source : NULL, job.result, job.times};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (files[i] != NULL)
            fclose(files[i]);
    }
    return status;
}

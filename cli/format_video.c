/* The whole play as video: Y4M written here, everything else by the program ffmpeg, which reads
 * the same frames from a pipe. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "format.h"
#include "video.h"

enum { MOST_ARGUMENTS = 64, COPIED = 1 << 16 };

static const char ffmpeg[] = "ffmpeg";

/* What makes a kind of video, in the words of ffmpeg. */
typedef struct encoder {
    video_layout layout;
    const char *words[24]; /* ends with NULL */
} encoder;

/* Before and after what is the encoder's own. With a given number of threads the bytes do not
 * depend on the machine's. */
static const char *const opening[] = {
    ffmpeg, "-nostdin", "-hide_banner", "-loglevel", "error", "-xerror", "-y"};
static const char *const closing[] = {"-map_metadata", "-1",       "-fflags",
                                      "+bitexact",     "-flags:v", "+bitexact",
                                      "-threads",      "4",        ("file:" CHILD_RESULT)};

/* The colours are those of BT.709, in the limited range. */
#define BT709                                                                                  \
    "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709",                \
        "-color_range", "tv"

static const encoder mp4 = {
    .layout = VIDEO_YUV420,
    .words = {"-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p",
              BT709, "-movflags", "+faststart", "-f", "mp4"},
};

static const encoder webm = {
    .layout = VIDEO_YUV420,
    .words = {"-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-row-mt", "1",
              "-b:v", "0", "-crf", "20", BT709, "-f", "webm"},
};

/* With alpha: without it the encoder takes black for what has been wiped away. */
static const encoder apng = {
    .layout = VIDEO_PALETTE,
    .words = {"-c:v", "apng", "-pix_fmt", "rgba", "-plays", "0", "-f", "apng"},
};

static const encoder webp = {
    .layout = VIDEO_PALETTE,
    .words = {"-c:v", "libwebp_anim", "-lossless", "1", "-pix_fmt", "bgra", "-loop", "0", "-f",
              "webp"},
};

typedef struct argument_list {
    const char *items[MOST_ARGUMENTS]; /* ends with NULL */
    size_t count;
} argument_list;

static void add(argument_list *list, const char *const *words, size_t count)
{
    memcpy(&list->items[list->count], words, count * sizeof words[0]);
    list->count += count;
}

static int write_y4m_head(const video *film, char *text, size_t size)
{
    return snprintf(text, size, "YUV4MPEG2 W%u H%u F%u:1 Ip A1:1 C%s XCOLORRANGE=LIMITED\n",
                    film->frame.width, film->frame.height, film->show->frames_per_second,
                    film->frame.layout == VIDEO_YUV420 ? "420mpeg2" : "444");
}

/* The command line; `size` and `rate` are those of the video as text. */
static argument_list list_arguments(const encoder *chosen, const char *size, const char *rate)
{
    const char *const pixels[] = {"-f",          "rawvideo", "-pixel_format", "pal8",
                                  "-video_size", size,       "-framerate",    rate,
                                  "-i",          "pipe:0"};
    static const char *const y4m[] = {"-f", "yuv4mpegpipe", "-i", "pipe:0"};
    argument_list list = {.count = 0};
    size_t words = 0;
    while (chosen->words[words] != NULL)
        words++;
    add(&list, opening, sizeof opening / sizeof opening[0]);
    if (chosen->layout == VIDEO_PALETTE)
        add(&list, pixels, sizeof pixels / sizeof pixels[0]);
    else
        add(&list, y4m, sizeof y4m / sizeof y4m[0]);
    add(&list, chosen->words, words);
    add(&list, closing, sizeof closing / sizeof closing[0]);
    return list;
}

/* The video has begun. */
static df_status feed_encoder(video *film, const encoder *chosen, FILE *result,
                              df_mishap *mishap)
{
    char size[32], rate[16], head[128];
    snprintf(size, sizeof size, "%ux%u", film->frame.width, film->frame.height);
    snprintf(rate, sizeof rate, "%u", film->show->frames_per_second);
    const argument_list list = list_arguments(chosen, size, rate);
    child encoding;
    df_status status = child_start(&encoding, list.items, result, mishap);
    if (status != DF_OK)
        return status;
    const bool has_head = chosen->layout != VIDEO_PALETTE;
    const int length = has_head ? write_y4m_head(film, head, sizeof head) : 0;
    status = DF_ERROR_SINK;
    if (child_write(&encoding, head, (size_t)length))
        status = video_play(film, child_write, &encoding, mishap);
    df_mishap told = {0};
    const df_status ended = child_end(&encoding, &told);
    /* Why it reads no more is told by how it ended. */
    if (status != DF_OK && status != DF_ERROR_SINK)
        return status;
    if (ended != DF_OK)
        *mishap = told;
    return ended;
}

static df_status copy_result(FILE *result, out_stream *out, df_mishap *mishap)
{
    char *bytes = malloc(COPIED);
    if (bytes == NULL)
        return DF_ERROR_MEMORY;
    size_t length, whole = 0;
    bool is_well = true;
    rewind(result);
    while (is_well && (length = fread(bytes, 1, COPIED, result)) > 0) {
        is_well = out_write(out, bytes, length);
        whole += length;
    }
    if (ferror(result) && out->error == 0)
        out->error = EIO;
    free(bytes);
    if (out->error != 0)
        return DF_ERROR_SINK;
    if (whole > 0)
        return DF_OK;
    snprintf(mishap->text, sizeof mishap->text, "the program %s has written nothing", ffmpeg);
    return DF_ERROR_LIMIT;
}

/* Encoders go back in what they have written, which not every output can; and a file without a
 * name is gone with the program. */
static df_status write_encoded(const showing *show, const encoder *chosen, out_stream *out,
                               df_mishap *mishap)
{
    video film;
    df_status status = video_begin(&film, show, chosen->layout);
    FILE *result = status == DF_OK ? tmpfile() : NULL;
    if (status == DF_OK && result == NULL) {
        snprintf(mishap->text, sizeof mishap->text, "no temporary file can be made: %s",
                 strerror(errno));
        status = DF_ERROR_LIMIT;
    }
    if (status == DF_OK)
        status = feed_encoder(&film, chosen, result, mishap);
    if (status == DF_OK)
        status = copy_result(result, out, mishap);
    if (result != NULL)
        fclose(result);
    video_end(&film);
    return status;
}

static bool write_stream(void *context, const void *bytes, size_t length)
{
    return out_write(context, bytes, length);
}

static df_status write_y4m(const void *content, out_stream *out, df_mishap *mishap)
{
    char head[128];
    video film;
    df_status status = video_begin(&film, content, VIDEO_YUV444);
    if (status == DF_OK &&
        !out_write(out, head, (size_t)write_y4m_head(&film, head, sizeof head)))
        status = DF_ERROR_SINK;
    if (status == DF_OK)
        status = video_play(&film, write_stream, out, mishap);
    video_end(&film);
    return status;
}

static df_status write_mp4(const void *content, out_stream *out, df_mishap *mishap)
{
    return write_encoded(content, &mp4, out, mishap);
}

static df_status write_webm(const void *content, out_stream *out, df_mishap *mishap)
{
    return write_encoded(content, &webm, out, mishap);
}

static df_status write_apng(const void *content, out_stream *out, df_mishap *mishap)
{
    return write_encoded(content, &apng, out, mishap);
}

static df_status write_webp(const void *content, out_stream *out, df_mishap *mishap)
{
    return write_encoded(content, &webp, out, mishap);
}

const output_format format_mp4 = {
    .name = "mp4",
    .summary = "the film as H.264 video",
    .extensions = {".mp4"},
    .is_binary = true,
    .is_film = true,
    .program = ffmpeg,
    .write = write_mp4,
};

const output_format format_webm = {
    .name = "webm",
    .summary = "the film as VP9 video",
    .extensions = {".webm"},
    .is_binary = true,
    .is_film = true,
    .program = ffmpeg,
    .write = write_webm,
};

const output_format format_apng = {
    .name = "apng",
    .summary = "the film as a PNG with frames, colours exact",
    .extensions = {".apng"},
    .is_binary = true,
    .is_film = true,
    .program = ffmpeg,
    .write = write_apng,
};

const output_format format_webp = {
    .name = "webp",
    .summary = "the film as a WebP with frames, colours exact",
    .extensions = {".webp"},
    .is_binary = true,
    .is_film = true,
    .program = ffmpeg,
    .write = write_webp,
};

const output_format format_y4m = {
    .name = "y4m",
    .summary = "the film as frames that are not compressed",
    .extensions = {".y4m"},
    .is_binary = true,
    .is_film = true,
    .write = write_y4m,
};

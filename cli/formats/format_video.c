/* The whole play as video: Y4M directly, and everything else by the program ffmpeg, which reads
 * the same frames from a pipe. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/child.h"
#include "matroska.h"
#include "plan_formats.h"
#include "video.h"

enum { MAX_COMMAND = 1600, COPY_SIZE = 1 << 16, LARGE_PIXELS = 1000000 };

#define FFMPEG "ffmpeg"

/* A kind of video, with the arguments of ffmpeg that make it. */
typedef struct encoder {
    video_layout layout;
    video_layout timed; /* with times; the same: not possible, or not wanted */
    unsigned min_side;  /* in pixels, unless sizes are given */
    const char *last;   /* the option that says how long the last frame lasts, or NULL */
    const char *plays;  /* the option that says how often it is played, or NULL */
    const char *sound;  /* the name of the encoder of its sound; NULL: it has none */
    bool has_cover;     /* a poster is its cover, too */
    const char *words;
} encoder;

/* The arguments before and after those of the encoder. With a fixed number of threads the bytes
 * do not depend on the machine. */
#define FIRST FFMPEG " -nostdin -hide_banner -loglevel error"
#define LAST                                                                                   \
    " -map_metadata -1 -fflags +bitexact -flags:v +bitexact -threads 4 file:" CHILD_RESULT

/* A video that is read for its sound. */
#define OWN_SOUND                                                                              \
    " -protocol_whitelist file -format_whitelist mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi"    \
    " -i file:" CHILD_SOURCE

/* A frame lasts until the next one. */
#define FRAMES_AS_TIMED " -fps_mode vfr"

/* The colours are those of BT.709, in the limited range. Options of the encoder do not hold for
 * frames that say nothing of them, since ffmpeg 7. */
#define BT709                                                                                  \
    " -filter:v:0 setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:"           \
    "range=limited"

#define MP4_END " -pix_fmt:v:0 yuv420p" BT709 " -movflags +faststart -f mp4"

/* At a constant rate, since apps that take videos refuse others or let them stutter. */
static const encoder mp4 = {
    .layout = VIDEO_YUV420,
    .timed = VIDEO_YUV420,
    .min_side = DF_RASTER_VIDEO_SIDE,
    .sound = "aac",
    .has_cover = true,
    .words = " -c:v libx264 -preset veryfast -crf 18 -bf 0" MP4_END,
};

/* For films of more than LARGE_PIXELS. They are still but for a few large squares with sharp
 * edges: looking ahead, frames between frames, smoother edges and finer movements would take
 * three times as long for a file of nearly the same size. */
static const encoder large_mp4 = {
    .layout = VIDEO_YUV420,
    .timed = VIDEO_YUV420,
    .sound = "aac",
    .has_cover = true,
    .words = " -c:v libx264 -preset superfast -qp 21 -x264-params rc-lookahead=0:"
             "sync-lookahead=0:mbtree=0:bframes=0:scenecut=0:weightp=0:aq-mode=0:subme=0:"
             "me=dia:ref=1:no-psy=1:no-deblock=1" MP4_END,
};

#define VP9 " -deadline realtime -cpu-used 8 -row-mt 1 -b:v 0 -crf 20"

static const encoder webm = {
    .layout = VIDEO_YUV420,
    .timed = VIDEO_TIMED,
    .min_side = DF_RASTER_VIDEO_SIDE,
    .sound = "libopus",
    .words = " -c:v libvpx-vp9" VP9 BT709 " -f webm",
};

/* With a transparent background; its frames before and after do not refer to hidden ones. */
static const encoder clear_webm = {
    .layout = VIDEO_PALETTE,
    .timed = VIDEO_PALETTE,
    .min_side = DF_RASTER_VIDEO_SIDE,
    .sound = "libopus",
    .words = " -vf scale=out_color_matrix=bt709:out_range=tv -c:v libvpx-vp9 -pix_fmt yuva420p"
             " -auto-alt-ref 0" VP9 " -f webm",
};

/* With alpha: otherwise the encoder takes wiped pixels for black. */
static const encoder apng = {
    .layout = VIDEO_PALETTE,
    .timed = VIDEO_TIMED_BGRA,
    .min_side = DF_RASTER_GIF_SIDE,
    .last = "-final_delay",
    .plays = "-plays",
    .words = " -c:v apng -pix_fmt rgba -f apng",
};

/* Its encoder leaves out what repeats, and gives the last frame the mean time of the others. */
static const encoder webp = {
    .layout = VIDEO_PALETTE,
    .timed = VIDEO_PALETTE,
    .min_side = DF_RASTER_GIF_SIDE,
    .plays = "-loop",
    .words = " -c:v libwebp_anim -lossless 1 -pix_fmt bgra -f webp",
};

static int video_put_y4m_head(const video *film, char *text, size_t size)
{
    return snprintf(text, size, "YUV4MPEG2 W%u H%u F%u:1 Ip A1:1 C%s XCOLORRANGE=LIMITED\n",
                    film->frame.width, film->frame.height, film->request->frames_per_second,
                    film->frame.layout == VIDEO_YUV420 ? "420mpeg2" : "444");
}

/* Writes what the encoder reads before the first frame, and returns its length. */
static size_t video_put_head(const video *film, char head[MATROSKA_HEAD_SIZE])
{
    if (film->frame.layout == VIDEO_PALETTE)
        return 0;
    if (film->frame.layout == VIDEO_TIMED || film->frame.layout == VIDEO_TIMED_BGRA)
        return matroska_put_head(
            (uint8_t *)head, film->frame.layout == VIDEO_TIMED ? "I420" : "BGRA",
            film->frame.width, film->frame.height, film->request->frames_per_second);
    return (size_t)video_put_y4m_head(film, head, MATROSKA_HEAD_SIZE);
}

/* Writes the command that encodes a video that has begun. */
static void video_put_command(char command[MAX_COMMAND], const video *film,
                              const encoder *chosen, bool has_sound)
{
    const video_frame *frame = &film->frame;
    const unsigned rate = film->request->frames_per_second;
    const bool is_own = has_sound && film->request->own_sound != NULL;
    /* With a cover ffmpeg 5.1 leaves out sound that is shorter than it reads ahead. */
    const bool has_cover =
        chosen->has_cover && !is_own && film->request->film.poster == DF_POSTER_FINISHED;
    const bool is_timed = frame->layout == chosen->timed && frame->layout != chosen->layout;
    char pixels[120], last[40] = "", plays[40] = "", sound[80] = "", heard[320] = "";
    snprintf(pixels, sizeof pixels,
             "-f rawvideo -pixel_format pal8 -video_size %ux%u -framerate %u", frame->width,
             frame->height, rate);
    if (chosen->last != NULL)
        snprintf(last, sizeof last, " %s 1/%u", chosen->last, rate);
    if (chosen->plays != NULL)
        snprintf(plays, sizeof plays, " %s %u", chosen->plays,
                 render_count_plays(film->request));
    if (is_own)
        snprintf(heard, sizeof heard,
                 OWN_SOUND " -filter:a atrim=start=%ums:duration=%" PRIu64
                           "0ms,asetpts=PTS-STARTPTS",
                 film->request->own_sound_from, df_film_measure(film->film).centiseconds);
    else if (has_sound)
        snprintf(heard, sizeof heard, " -f wav -i file:" CHILD_SOURCE);
    if (has_sound)
        snprintf(sound, sizeof sound, " -c:a %s -b:a 96k -flags:a +bitexact", chosen->sound);
    snprintf(
        command, MAX_COMMAND, FIRST " -xerror -y %s -i pipe:0%s%s%s%s%s%s%s%s" LAST,
        frame->layout == VIDEO_PALETTE    ? pixels
        : frame->layout == chosen->layout ? "-f yuv4mpegpipe"
                                          : "-f matroska",
        heard, chosen->words,
        /* The first frame once more, which the container does not count as a second video. */
        has_cover ? " -map 0:v -map 0:v -c:v:1 png -filter:v:1 "
                    "scale=in_color_matrix=bt709:in_range=tv -frames:v:1 1 "
                    "-disposition:v:1 attached_pic"
                  : "",
        is_own                   ? " -map 0:v -map 1:a:0"
        : has_cover && has_sound ? " -map 1:a:0"
                                 : "",
        is_timed ? FRAMES_AS_TIMED : "", last, plays, sound);
}

static df_status video_refuse_file(int code, df_error *error)
{
    return message_error(error, DF_ERROR_LIMIT, "no temporary file can be made: %s",
                         strerror(code));
}

/* Finds out whether ffmpeg can do something, with a few zeros as its input. */
static df_status video_try(const char *command, FILE *result, FILE *source, bool *can,
                           df_error *error)
{
    const int16_t zeros[2400] = {0};
    df_error end_error = {0};
    const child_files files = {.result = result, .source = source};
    child trial;
    df_status status = child_start(&trial, command, &files, error);
    if (status != DF_OK)
        return status;
    (void)child_write(&trial, zeros, sizeof zeros);
    status = child_end(&trial, &end_error);
    if (status == DF_ERROR_MEMORY)
        return status;
    *can = status == DF_OK;
    return DF_OK;
}

/* An encoder that fails is none; *can is false then. */
static df_status video_try_sound(const encoder *chosen, FILE *result, bool *can,
                                 df_error *error)
{
    char command[MAX_COMMAND];
    snprintf(command, sizeof command, FIRST " -f s16le -ar 48000 -i pipe:0 -c:a %s -f null -",
             chosen->sound);
    return video_try(command, result, NULL, can, error);
}

/* Chooses what the encoder is given: frames with their times, unless all frames are wanted or
 * ffmpeg, before 5.1, would repeat those that are left out. */
static df_status video_choose_layout(const render_request *request, const encoder *chosen,
                                     FILE *result, video_layout *layout, df_error *error)
{
    static const char command[] =
        FIRST " -f rawvideo -video_size 40x40 -pixel_format gray -i pipe:0" FRAMES_AS_TIMED
              " -f null -";
    bool can = chosen->layout != chosen->timed && !request->constant_rate;
    *layout = chosen->layout;
    const df_status status = can ? video_try(command, result, NULL, &can, error) : DF_OK;
    if (can)
        *layout = chosen->timed;
    return status;
}

/* Opens a video whose sound the film has. */
static df_status video_open_sound(const char *path, FILE *result, FILE **sound, df_error *error)
{
    bool can = false;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return message_error(error, DF_ERROR_LIMIT, "%.200s cannot be opened: %s", path,
                             strerror(errno));
    df_status status =
        video_try(FIRST " -t 0.1" OWN_SOUND " -map 0:a:0 -f null -", result, file, &can, error);
    if (status == DF_OK && !can)
        status = message_error(error, DF_ERROR_LIMIT,
                               "%.200s has no sound; leave out --with-sound", path);
    if (status == DF_OK)
        *sound = file;
    else
        fclose(file);
    return status;
}

/* Makes the sound of a video, if it is to have one, as a file without a name; or NULL. */
static df_status video_make_sound(const video *film, const encoder *chosen, FILE *result,
                                  FILE **sound, df_error *error)
{
    const sound_choice choice = film->request->sound;
    bool can = chosen->sound != NULL && choice != SOUND_OFF;
    df_status status = DF_OK;
    *sound = NULL;
    if (can && film->request->own_sound != NULL)
        return video_open_sound(film->request->own_sound, result, sound, error);
    if (can && choice == SOUND_IF_POSSIBLE)
        status = video_try_sound(chosen, result, &can, error);
    if (status != DF_OK || !can)
        return status;
    out_stream out = {.stream = tmpfile()};
    if (out.stream == NULL)
        return video_refuse_file(errno, error);
    status = wav_write(film->film, &out);
    if (out.error == 0 && fflush(out.stream) != 0)
        out.error = errno;
    if (out.error == 0 && status == DF_OK) {
        rewind(out.stream);
        *sound = out.stream;
        return DF_OK;
    }
    fclose(out.stream);
    return out.error == 0 ? status : video_refuse_file(out.error, error);
}

/* Feeds a video that has begun to the encoder; `sound` may be NULL. */
static df_status video_feed_encoder(video *film, const encoder *chosen, FILE *sound,
                                    FILE *result, df_error *error)
{
    char head[MATROSKA_HEAD_SIZE];
    char command[MAX_COMMAND];
    video_put_command(command, film, chosen, sound != NULL);
    const child_files files = {.result = result, .source = sound};
    child encoding;
    df_status status = child_start(&encoding, command, &files, error);
    if (status != DF_OK)
        return status;
    status = DF_ERROR_CANCELLED;
    if (child_write(&encoding, head, video_put_head(film, head)))
        status = video_play(film, child_write, &encoding);
    df_error end_error = {0};
    const df_status ended = child_end(&encoding, &end_error);
    /* Its end gives the reason if it has stopped reading. */
    if (status != DF_OK && status != DF_ERROR_CANCELLED)
        return status;
    if (ended != DF_OK)
        *error = end_error;
    return ended;
}

static df_status video_copy_result(FILE *result, out_stream *out, df_error *error)
{
    char *bytes = malloc(COPY_SIZE);
    if (bytes == NULL)
        return DF_ERROR_MEMORY;
    size_t length, whole = 0;
    bool is_well = true;
    rewind(result);
    while (is_well && (length = fread(bytes, 1, COPY_SIZE, result)) > 0) {
        is_well = out_write(out, bytes, length);
        whole += length;
    }
    if (ferror(result) && out->error == 0)
        out->error = EIO;
    free(bytes);
    if (out->error != 0)
        return DF_ERROR_CANCELLED;
    if (whole > 0)
        return DF_OK;
    return message_error(error, DF_ERROR_LIMIT, "the program %s has written nothing", FFMPEG);
}

/* Encodes into a file without a name, and copies it: encoders seek in their output, which not
 * every output can, and such a file vanishes with the program. */
static df_status video_write_encoded(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    const encoder *chosen = out->format->how;
    if (chosen == &webm && request->raster.transparent)
        chosen = &clear_webm;
    video film = {0};
    video_layout layout = chosen->layout;
    FILE *result = tmpfile();
    FILE *sound = NULL;
    df_status status = result != NULL ? DF_OK : video_refuse_file(errno, error);
    if (status == DF_OK)
        status = video_choose_layout(request, chosen, result, &layout, error);
    if (status == DF_OK)
        status = video_begin(&film, request, layout, chosen->min_side, error);
    if (chosen == &mp4 && (size_t)film.frame.width * film.frame.height > LARGE_PIXELS)
        chosen = &large_mp4;
    if (status == DF_OK)
        status = video_make_sound(&film, chosen, result, &sound, error);
    if (status == DF_OK)
        status = video_feed_encoder(&film, chosen, sound, result, error);
    render_note_size(out, &film.canvas.raster, film.film);
    if (status == DF_OK)
        status = video_copy_result(result, out, error);
    if (sound != NULL)
        fclose(sound);
    if (result != NULL)
        fclose(result);
    video_end(&film);
    return status;
}

static bool video_write_stream(void *context, const void *bytes, size_t length)
{
    return out_write(context, bytes, length);
}

static df_status video_write_y4m(const void *content, out_stream *out, df_error *error)
{
    char head[128];
    video film;
    df_status status = video_begin(&film, content, VIDEO_YUV444, DF_RASTER_VIDEO_SIDE, error);
    if (status == DF_OK &&
        !out_write(out, head, (size_t)video_put_y4m_head(&film, head, sizeof head)))
        status = DF_ERROR_CANCELLED;
    render_note_size(out, &film.canvas.raster, film.film);
    if (status == DF_OK)
        status = video_play(&film, video_write_stream, out);
    video_end(&film);
    return status;
}

#define VIDEO_FORMAT(label, text, ...)                                                         \
    OUTPUT_FORMAT(label, "." label, text, __VA_ARGS__, .is_binary = true, .is_film = true,     \
                  .is_video = true)

const output_format format_mp4 =
    VIDEO_FORMAT("mp4", "the film as H.264 video", video_write_encoded, .how = &mp4,
                 .program = FFMPEG, .is_opaque = true);
const output_format format_webm = VIDEO_FORMAT(
    "webm", "the film as VP9 video", video_write_encoded, .how = &webm, .program = FFMPEG);
const output_format format_apng =
    VIDEO_FORMAT("apng", "the film as a PNG with frames, colours exact", video_write_encoded,
                 .how = &apng, .program = FFMPEG);
const output_format format_webp =
    VIDEO_FORMAT("webp", "the film as a WebP with frames, colours exact", video_write_encoded,
                 .how = &webp, .program = FFMPEG);
const output_format format_y4m =
    VIDEO_FORMAT("y4m", "the film as uncompressed frames", video_write_y4m, .is_opaque = true);

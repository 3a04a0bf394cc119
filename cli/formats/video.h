/* The play of a plan as video: frames of one size at a constant rate, or each once with its
 * time. Their bytes are Y'CbCr in planes or the pixels with their palette. */
#pragma once

#include "plan_formats.h"
#include "render.h"

typedef enum video_layout {
    VIDEO_YUV444, /* Y4M; every pixel has its own colour */
    VIDEO_YUV420, /* Y4M; colours at half the width and height, which must be even */
    VIDEO_TIMED,  /* the same in Matroska, and no frame twice, unless it lasts for seconds */
    VIDEO_TIMED_BGRA, /* blue, green, red, alpha in Matroska; only the last frame twice */
    VIDEO_PALETTE, /* the pixels as they are, then 256 colours: words of alpha, red, green and
                    * blue from the highest byte, as ffmpeg's pal8 has them */
} video_layout;

/* A colour in the Y'CbCr of BT.709, limited range: 16 … 235, and 16 … 240. */
typedef struct video_color {
    uint8_t luma;
    uint8_t blue; /* 128 + the difference of blue, as of red */
    uint8_t red;
} video_color;

typedef struct video_frame {
    video_layout layout;
    unsigned width;
    unsigned height;
    video_color yuv[DF_RASTER_MAX_PALETTE];
    uint32_t word[DF_RASTER_MAX_PALETTE]; /* the same colours, as VIDEO_PALETTE has them */
    uint8_t *bytes; /* owned; with what comes before a frame in Y4M and Matroska */
    size_t size;
    uint8_t *planes; /* where the pixels begin in them */
} video_frame;

/* Takes the bytes of a frame; false stops the video with DF_ERROR_CANCELLED. */
typedef bool video_write(void *context, const void *bytes, size_t length);

typedef struct video {
    const render_request *request;
    df_film *film;
    render_canvas canvas;
    video_frame frame;
    uint64_t elapsed;     /* of the film, in centiseconds */
    uint64_t written;     /* frames, with those that are left out */
    uint64_t before_last; /* frames written before the current picture */
    video_write *write;
    void *context;
} video;

/* Prepares a video of this layout, with an even width and height if needed, and `min_side` as
 * of render_begin_canvas. Whatever it returns, video_end frees the video. */
df_status video_begin(video *made, const render_request *request, video_layout layout,
                      unsigned min_side, df_error *error);
void video_end(video *made);

/* Writes all frames. A frame shows the film in the middle of its time; the last has at least
 * one. */
df_status video_play(video *made, video_write *write, void *context);

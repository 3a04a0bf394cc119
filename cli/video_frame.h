/* Pixels of a palette as the bytes of a video's frame: Y'CbCr in planes, as Y4M has them, or
 * the pixels with their palette. */
#ifndef CLI_VIDEO_FRAME_H
#define CLI_VIDEO_FRAME_H

#include "dropforge/raster.h"

typedef enum video_layout {
    VIDEO_YUV444,  /* Y4M; every pixel has its own colour */
    VIDEO_YUV420,  /* Y4M; colours at half the width and height, which must be even */
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
    uint8_t *bytes; /* owned; of Y4M with the line that begins a frame */
    size_t size;
    uint8_t *planes; /* where the pixels begin in them */
} video_frame;

/* Makes room for frames of this raster. DF_OK or DF_ERROR_MEMORY. Either way video_frame_free
 * frees it. */
df_status video_frame_begin(video_frame *frame, const df_raster *raster, video_layout layout);
void video_frame_free(video_frame *frame);

/* Brings the part of the frame that this area touches up to the pixels, which are those of the
 * raster. */
void video_frame_update(video_frame *frame, const uint8_t *pixels, df_raster_area area);

#endif

/* The play of a plan as video: frames of one size at a constant rate. */
#ifndef CLI_VIDEO_H
#define CLI_VIDEO_H

#include "format.h"
#include "video_frame.h"

/* Takes the bytes of a frame; false stops the video with DF_ERROR_SINK. */
typedef bool video_write(void *context, const void *bytes, size_t length);

typedef struct video {
    const showing *show;
    df_raster raster;
    video_frame frame;
    uint8_t *pixels;  /* of the raster */
    uint16_t *before; /* the squares that they show */
    bool is_drawn;
    uint64_t elapsed;     /* of the film, in centiseconds */
    uint64_t written;     /* frames */
    uint64_t before_last; /* frames that had been written before what is drawn now */
    video_write *write;
    void *context;
} video;

/* Prepares a video of this layout, with an even width and height if that needs them. Whatever
 * it answers, video_end frees what it holds. */
df_status video_begin(video *made, const showing *show, video_layout layout);
void video_end(video *made);

/* Writes all frames. A frame is what the film shows in the middle of its time; the last picture
 * of the film is there for at least one. */
df_status video_play(video *made, video_write *write, void *context, df_mishap *mishap);

#endif

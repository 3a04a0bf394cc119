#include "video.h"

#include <stdlib.h>
#include <string.h>

#include "progress.h"

/* How many frames begin before so many centiseconds, to the nearest. Since each is counted from
 * the beginning, they do not drift. */
static uint64_t frames_until(const video *own, uint64_t centiseconds)
{
    return (centiseconds * own->show->frames_per_second + 50) / 100;
}

static void draw(video *own, const df_frame *frame)
{
    const size_t size = (size_t)frame->width * frame->height * sizeof *own->before;
    df_raster_area area = {.right = own->raster.width, .bottom = own->raster.height};
    if (own->is_drawn)
        area = df_raster_redraw(&own->raster, own->before, frame, own->pixels);
    else
        df_raster_draw(&own->raster, frame, own->pixels);
    own->is_drawn = true;
    memcpy(own->before, frame->square, size);
    video_frame_update(&own->frame, own->pixels, area);
}

static df_status write_until(video *own, uint64_t end)
{
    for (; own->written < end; own->written++) {
        if (!own->write(own->context, own->frame.bytes, own->frame.size))
            return DF_ERROR_SINK;
    }
    return DF_OK;
}

static df_status show_frame(void *context, const df_frame *frame)
{
    video *own = context;
    own->elapsed += frame->centiseconds;
    own->before_last = own->written;
    draw(own, frame);
    progress_set(frame->drops, own->show->plan->count);
    return write_until(own, frames_until(own, own->elapsed));
}

df_status video_begin(video *made, const showing *show, video_layout layout)
{
    *made = (video){.show = show};
    df_status status = df_raster_begin(&made->raster, &show->painted, &show->raster);
    if (status == DF_OK && layout == VIDEO_YUV420) {
        df_raster_options even = show->raster;
        even.canvas_width = made->raster.width + made->raster.width % 2;
        even.canvas_height = made->raster.height + made->raster.height % 2;
        df_raster_free(&made->raster);
        status = df_raster_begin(&made->raster, &show->painted, &even);
    }
    if (status == DF_OK)
        status = video_frame_begin(&made->frame, &made->raster, layout);
    if (status != DF_OK)
        return status;
    const df_plan *plan = show->plan;
    made->pixels = malloc((size_t)made->raster.width * made->raster.height);
    made->before = malloc((size_t)plan->width * plan->height * sizeof *made->before);
    return made->pixels != NULL && made->before != NULL ? DF_OK : DF_ERROR_MEMORY;
}

void video_end(video *made)
{
    df_raster_free(&made->raster);
    video_frame_free(&made->frame);
    free(made->pixels);
    free(made->before);
    *made = (video){0};
}

df_status video_play(video *made, video_write *write, void *context, df_mishap *mishap)
{
    made->write = write;
    made->context = context;
    progress_begin("encoding the film");
    df_status status =
        df_film_play(&made->show->painted, &made->show->film, show_frame, made, mishap);
    /* What is drawn now is the last picture, for which there may have been no time. */
    if (status == DF_OK && made->written == made->before_last)
        status = write_until(made, made->written + 1);
    progress_end();
    return status;
}

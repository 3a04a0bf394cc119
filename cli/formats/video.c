#include "video.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/progress.h"
#include "matroska.h"

/* The weights of BT.709 in ten thousandths, and the range of each difference of colour. */
enum { RED = 2126, GREEN = 7152, BLUE = 722, UNIT = 10000 };
enum { BLUE_RANGE = 2 * (UNIT - BLUE), RED_RANGE = 2 * (UNIT - RED) };

static const char mark[] = "FRAME\n";

/* Returns the quotient, rounded to the nearest, halves away from 0. */
static int video_divide(int number, int by)
{
    return (number + (number < 0 ? -by : by) / 2) / by;
}

static video_color video_convert(df_color color)
{
    const int luma = RED * color.red + GREEN * color.green + BLUE * color.blue;
    return (video_color){
        .luma = (uint8_t)(16 + video_divide(219 * luma, 255 * UNIT)),
        .blue =
            (uint8_t)(128 + video_divide(224 * (UNIT * color.blue - luma), 255 * BLUE_RANGE)),
        .red = (uint8_t)(128 + video_divide(224 * (UNIT * color.red - luma), 255 * RED_RANGE)),
    };
}

static void video_fill_words(uint32_t *words, const df_raster *raster)
{
    for (size_t i = 0; i < DF_RASTER_MAX_PALETTE; i++) {
        const df_color color = i < raster->palette_count ? raster->palette[i] : (df_color){0};
        words[i] =
            0xff000000u | (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue;
    }
    if (raster->options.transparent)
        words[DF_RASTER_BACKGROUND] = 0;
}

/* True if frames are in Matroska, with their times. */
static bool video_is_timed(video_layout layout)
{
    return layout == VIDEO_TIMED || layout == VIDEO_TIMED_BGRA;
}

/* Allocates frames of this raster, or returns DF_ERROR_MEMORY. */
static df_status video_frame_begin(video_frame *frame, const df_raster *raster,
                                   video_layout layout)
{
    const size_t pixels = (size_t)raster->width * raster->height;
    const size_t sizes[] = {
        [VIDEO_YUV444] = 3 * pixels,
        [VIDEO_YUV420] = pixels / 2 * 3,
        [VIDEO_TIMED] = pixels / 2 * 3,
        [VIDEO_TIMED_BGRA] = pixels * sizeof(uint32_t),
        [VIDEO_PALETTE] = pixels + DF_RASTER_MAX_PALETTE * sizeof(uint32_t),
    };
    const size_t head = layout == VIDEO_PALETTE  ? 0
                        : video_is_timed(layout) ? MATROSKA_FRAME_HEAD_SIZE
                                                 : sizeof mark - 1;
    *frame = (video_frame){.layout = layout,
                           .width = raster->width,
                           .height = raster->height,
                           .size = head + sizes[layout]};
    frame->bytes = malloc(frame->size);
    if (frame->bytes == NULL)
        return DF_ERROR_MEMORY;
    frame->planes = frame->bytes + head;
    video_fill_words(frame->word, raster);
    if (layout == VIDEO_PALETTE) {
        memcpy(frame->planes + pixels, frame->word, sizeof frame->word);
        return DF_OK;
    }
    if (!video_is_timed(layout))
        memcpy(frame->bytes, mark, head);
    for (size_t i = 0; i < raster->palette_count; i++)
        frame->yuv[i] = video_convert(raster->palette[i]);
    return DF_OK;
}

static void video_update_indices(video_frame *frame, const uint8_t *pixels, df_raster_area area)
{
    for (size_t y = area.top; y < area.bottom; y++) {
        const size_t at = y * frame->width + area.left;
        memcpy(frame->planes + at, pixels + at, area.right - area.left);
    }
}

static void video_update_bgra(video_frame *frame, const uint8_t *pixels, df_raster_area area)
{
    for (size_t y = area.top; y < area.bottom; y++) {
        const size_t row = y * frame->width;
        uint8_t *bytes = frame->planes + sizeof(uint32_t) * (row + area.left);
        for (size_t x = area.left; x < area.right; x++) {
            const uint32_t word = frame->word[pixels[row + x]];
            for (unsigned i = 0; i < sizeof word; i++)
                *bytes++ = (uint8_t)(word >> 8 * i);
        }
    }
}

static void video_update_luma(video_frame *frame, const uint8_t *pixels, df_raster_area area)
{
    for (size_t y = area.top; y < area.bottom; y++) {
        const size_t row = y * frame->width;
        for (size_t x = area.left; x < area.right; x++)
            frame->planes[row + x] = frame->yuv[pixels[row + x]].luma;
    }
}

static void video_update_444(video_frame *frame, const uint8_t *pixels, df_raster_area area)
{
    const size_t plane = (size_t)frame->width * frame->height;
    uint8_t *blue = frame->planes + plane, *red = blue + plane;
    for (size_t y = area.top; y < area.bottom; y++) {
        const size_t row = y * frame->width;
        for (size_t x = area.left; x < area.right; x++) {
            blue[row + x] = frame->yuv[pixels[row + x]].blue;
            red[row + x] = frame->yuv[pixels[row + x]].red;
        }
    }
}

/* Mixes the colour of a block of two by two pixels. It lies at the left pixels, between the
 * rows, as in MPEG-2 and its successors, so that the columns on both sides weigh the same. */
static void video_mix_block(const video_frame *frame, const uint8_t *pixels, size_t x, size_t y,
                            uint8_t *blue, uint8_t *red)
{
    const uint8_t *upper = pixels + 2 * y * frame->width + 2 * x;
    const uint8_t *lower = upper + frame->width;
    const size_t before = x > 0 ? 1 : 0; /* at the left edge the pixel itself */
    const video_color *yuv = frame->yuv;
    const video_color *a = &yuv[*(upper - before)], *b = &yuv[upper[0]], *c = &yuv[upper[1]];
    const video_color *d = &yuv[*(lower - before)], *e = &yuv[lower[0]], *f = &yuv[lower[1]];
    *blue =
        (uint8_t)((a->blue + 2 * b->blue + c->blue + d->blue + 2 * e->blue + f->blue + 4) / 8);
    *red = (uint8_t)((a->red + 2 * b->red + c->red + d->red + 2 * e->red + f->red + 4) / 8);
}

static void video_update_420(video_frame *frame, const uint8_t *pixels, df_raster_area area)
{
    const size_t width = frame->width / 2, height = frame->height / 2;
    uint8_t *blue = frame->planes + 4 * width * height, *red = blue + width * height;
    /* The pixel right of the area may be the first of a block that looks back into it. */
    const size_t right = area.right / 2 + 1 < width ? area.right / 2 + 1 : width;
    for (size_t y = area.top / 2; y < (area.bottom + 1) / 2; y++) {
        for (size_t x = area.left / 2; x < right; x++)
            video_mix_block(frame, pixels, x, y, &blue[y * width + x], &red[y * width + x]);
    }
}

/* Updates the part of the frame that an area touches, from the pixels of the raster. */
static void video_frame_update(video_frame *frame, const uint8_t *pixels, df_raster_area area)
{
    if (frame->layout == VIDEO_PALETTE) {
        video_update_indices(frame, pixels, area);
        return;
    }
    if (frame->layout == VIDEO_TIMED_BGRA) {
        video_update_bgra(frame, pixels, area);
        return;
    }
    video_update_luma(frame, pixels, area);
    if (frame->layout == VIDEO_YUV444)
        video_update_444(frame, pixels, area);
    else
        video_update_420(frame, pixels, area);
}

/* Returns how many frames after the first of a picture its next one is not left out. */
static uint64_t video_step(const video *self)
{
    return self->frame.layout == VIDEO_TIMED        ? self->request->frames_per_second
           : self->frame.layout == VIDEO_TIMED_BGRA ? UINT64_MAX
                                                    : 1;
}

static df_status video_write_frame(video *self, uint64_t time)
{
    video_frame *frame = &self->frame;
    if (video_is_timed(frame->layout))
        matroska_put_frame_head(frame->bytes, time, frame->size - MATROSKA_FRAME_HEAD_SIZE);
    return self->write(self->context, frame->bytes, frame->size) ? DF_OK : DF_ERROR_CANCELLED;
}

/* Writes the current picture until a number of frames. */
static df_status video_write_until(video *self, uint64_t end)
{
    df_status status = DF_OK;
    for (; status == DF_OK && self->written < end; self->written++) {
        if ((self->written - self->before_last) % video_step(self) == 0)
            status = video_write_frame(self, self->written);
    }
    return status;
}

/* Ends the last picture, which may have been too short for a frame. The last frame is never
 * left out, so that the video is as long as the film. */
static df_status video_finish(video *self)
{
    if (self->written == self->before_last)
        return video_write_until(self, self->written + 1);
    const uint64_t last = self->written - 1;
    const bool is_written = (last - self->before_last) % video_step(self) == 0;
    return is_written ? DF_OK : video_write_frame(self, last);
}

static df_status video_show_frame(void *context, const df_frame *frame)
{
    video *self = context;
    self->elapsed += frame->centiseconds;
    self->before_last = self->written;
    df_raster_area areas[DF_RASTER_MAX_AREAS];
    const unsigned count = render_draw(&self->canvas, frame, areas);
    for (unsigned i = 0; i < count; i++)
        video_frame_update(&self->frame, self->canvas.pixels, areas[i]);
    progress_set(frame->drops, self->request->plan->count);
    /* Frames that begin before that time, rounded: counting from the beginning avoids drift. */
    return video_write_until(self,
                             (self->elapsed * self->request->frames_per_second + 50) / 100);
}

df_status video_begin(video *made, const render_request *request, video_layout layout,
                      unsigned min_side, df_error *error)
{
    render_request even = *request;
    even.raster.even = layout == VIDEO_YUV420 || layout == VIDEO_TIMED;
    *made = (video){.request = request};
    df_status status = df_film_create(&made->film, &request->painted, &request->film, error);
    if (status == DF_OK)
        status = render_begin_canvas(&made->canvas, &even, made->film, min_side, error);
    if (status == DF_OK)
        status = video_frame_begin(&made->frame, &made->canvas.raster, layout);
    return status;
}

void video_end(video *made)
{
    df_film_free(made->film);
    render_end_canvas(&made->canvas);
    free(made->frame.bytes);
    *made = (video){0};
}

df_status video_play(video *made, video_write *write, void *context)
{
    made->write = write;
    made->context = context;
    progress_begin("encoding the film");
    df_status status = df_film_play(made->film, video_show_frame, made);
    if (status == DF_OK)
        status = video_finish(made);
    progress_end();
    return status;
}

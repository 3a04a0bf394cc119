#include "video_frame.h"

#include <stdlib.h>
#include <string.h>

/* The weights of BT.709 in ten thousandths, and the range of each difference of colour. */
enum { RED = 2126, GREEN = 7152, BLUE = 722, UNIT = 10000 };
enum { BLUE_RANGE = 2 * (UNIT - BLUE), RED_RANGE = 2 * (UNIT - RED) };

static const char mark[] = "FRAME\n";

/* Rounded to the nearest, halves away from 0. */
static int divide(int number, int by)
{
    return (number + (number < 0 ? -by : by) / 2) / by;
}

static video_color convert(df_color color)
{
    const int luma = RED * color.red + GREEN * color.green + BLUE * color.blue;
    return (video_color){
        .luma = (uint8_t)(16 + divide(219 * luma, 255 * UNIT)),
        .blue = (uint8_t)(128 + divide(224 * (UNIT * color.blue - luma), 255 * BLUE_RANGE)),
        .red = (uint8_t)(128 + divide(224 * (UNIT * color.red - luma), 255 * RED_RANGE)),
    };
}

static void put_palette(uint8_t *bytes, const df_raster *raster)
{
    uint32_t words[DF_RASTER_MAX_PALETTE];
    for (size_t i = 0; i < DF_RASTER_MAX_PALETTE; i++) {
        const df_color color = i < raster->palette_count ? raster->palette[i] : (df_color){0};
        words[i] =
            0xff000000u | (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue;
    }
    memcpy(bytes, words, sizeof words);
}

df_status video_frame_begin(video_frame *frame, const df_raster *raster, video_layout layout)
{
    const size_t pixels = (size_t)raster->width * raster->height;
    const size_t sizes[] = {
        [VIDEO_YUV444] = sizeof mark - 1 + 3 * pixels,
        [VIDEO_YUV420] = sizeof mark - 1 + pixels / 2 * 3,
        [VIDEO_PALETTE] = pixels + DF_RASTER_MAX_PALETTE * sizeof(uint32_t),
    };
    *frame = (video_frame){.layout = layout,
                           .width = raster->width,
                           .height = raster->height,
                           .size = sizes[layout]};
    frame->bytes = malloc(frame->size);
    if (frame->bytes == NULL)
        return DF_ERROR_MEMORY;
    frame->planes = frame->bytes;
    if (layout == VIDEO_PALETTE) {
        put_palette(frame->planes + pixels, raster);
        return DF_OK;
    }
    memcpy(frame->bytes, mark, sizeof mark - 1);
    frame->planes += sizeof mark - 1;
    for (size_t i = 0; i < raster->palette_count; i++)
        frame->yuv[i] = convert(raster->palette[i]);
    return DF_OK;
}

void video_frame_free(video_frame *frame)
{
    free(frame->bytes);
    *frame = (video_frame){0};
}

static void update_indices(video_frame *frame, const uint8_t *pixels, df_raster_area area)
{
    for (size_t y = area.top; y < area.bottom; y++) {
        const size_t at = y * frame->width + area.left;
        memcpy(frame->planes + at, pixels + at, area.right - area.left);
    }
}

static void update_luma(video_frame *frame, const uint8_t *pixels, df_raster_area area)
{
    for (size_t y = area.top; y < area.bottom; y++) {
        const size_t row = y * frame->width;
        for (size_t x = area.left; x < area.right; x++)
            frame->planes[row + x] = frame->yuv[pixels[row + x]].luma;
    }
}

static void update_444(video_frame *frame, const uint8_t *pixels, df_raster_area area)
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

/* The colour of a block of two by two pixels. It belongs to the left ones, between the rows, as
 * in MPEG-2 and what came after, so that the column before weighs as much as that behind. */
static void mix_block(const video_frame *frame, const uint8_t *pixels, size_t x, size_t y,
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

static void update_420(video_frame *frame, const uint8_t *pixels, df_raster_area area)
{
    const size_t width = frame->width / 2, height = frame->height / 2;
    uint8_t *blue = frame->planes + 4 * width * height, *red = blue + width * height;
    /* The pixel right of the area may be the first of a block that looks back into it. */
    const size_t right = area.right / 2 + 1 < width ? area.right / 2 + 1 : width;
    for (size_t y = area.top / 2; y < (area.bottom + 1) / 2; y++) {
        for (size_t x = area.left / 2; x < right; x++)
            mix_block(frame, pixels, x, y, &blue[y * width + x], &red[y * width + x]);
    }
}

void video_frame_update(video_frame *frame, const uint8_t *pixels, df_raster_area area)
{
    if (frame->layout == VIDEO_PALETTE) {
        update_indices(frame, pixels, area);
        return;
    }
    update_luma(frame, pixels, area);
    if (frame->layout == VIDEO_YUV420)
        update_420(frame, pixels, area);
    else
        update_444(frame, pixels, area);
}

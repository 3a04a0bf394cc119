/* A plain background of an opaque picture: most of its border has one colour, and what hangs
 * together with it is no part of what the picture shows. */
#include "dropforge/picture.h"

#include <stdlib.h>

#include "frames.h"

bool df_pixel_is_near(const uint8_t *pixel, df_color color, unsigned tolerance)
{
    return (unsigned)abs(pixel[0] - color.red) <= tolerance &&
           (unsigned)abs(pixel[1] - color.green) <= tolerance &&
           (unsigned)abs(pixel[2] - color.blue) <= tolerance;
}

static bool background_is_border(const pixel_frames *frames, size_t pixel)
{
    const size_t x = pixel % frames->width, y = pixel / frames->width % frames->height;
    return x == 0 || y == 0 || x + 1 == frames->width || y + 1 == frames->height;
}

/* Returns how many pixels of all borders are near a colour. */
static size_t background_count(const pixel_frames *frames, df_color color, unsigned tolerance)
{
    size_t count = 0;
    for (size_t row = 0; row < frames->height * frames->count; row++) {
        const bool is_edge =
            row % frames->height == 0 || row % frames->height + 1 == frames->height;
        const size_t step = is_edge || frames->width < 2 ? 1 : frames->width - 1;
        for (size_t x = 0; x < frames->width; x += step)
            count += df_pixel_is_near(&frames->rgba[4 * (row * frames->width + x)], color,
                                      tolerance);
    }
    return count;
}

bool df_background_find(df_color *color, const pixel_frames *frames, unsigned tolerance)
{
    enum { MIN_SIDE = 3, CORNERS = 4 };
    const size_t width = frames->width, height = frames->height;
    if (width < MIN_SIDE || height < MIN_SIDE)
        return false;
    const size_t corners[CORNERS] = {0, width - 1, (height - 1) * width, height * width - 1};
    const size_t border = 2 * (width + height - 2) * frames->count;
    size_t most = 0;
    for (unsigned i = 0; i < CORNERS; i++) {
        const uint8_t *pixel = &frames->rgba[4 * corners[i]];
        const df_color corner = {pixel[0], pixel[1], pixel[2]};
        const size_t count = background_count(frames, corner, tolerance);
        unsigned alike = 0;
        for (unsigned k = 0; k < CORNERS; k++)
            alike += df_pixel_is_near(&frames->rgba[4 * corners[k]], corner, tolerance);
        if (alike + 1 >= CORNERS && count > most) {
            most = count;
            *color = corner;
        }
    }
    return 3 * most >= 2 * border;
}

/* Pixels that were cleared and whose neighbours are still to be looked at. */
typedef struct background_flood {
    const pixel_frames *frames;
    df_color color;
    unsigned tolerance;
    uint32_t *stack;
    size_t size;
    size_t cleared;
} background_flood;

static void background_reach(background_flood *self, size_t pixel)
{
    uint8_t *at = &self->frames->rgba[4 * pixel];
    if (at[3] == 0 || !df_pixel_is_near(at, self->color, self->tolerance))
        return;
    at[3] = 0;
    self->cleared++;
    self->stack[self->size++] = (uint32_t)pixel;
}

static void background_spread(background_flood *self)
{
    const size_t width = self->frames->width, height = self->frames->height;
    while (self->size > 0) {
        const size_t pixel = self->stack[--self->size];
        const size_t x = pixel % width, y = pixel / width % height;
        if (x > 0)
            background_reach(self, pixel - 1);
        if (x + 1 < width)
            background_reach(self, pixel + 1);
        if (y > 0)
            background_reach(self, pixel - width);
        if (y + 1 < height)
            background_reach(self, pixel + width);
    }
}

/* True if a pixel beside pixel `at`, in its frame, was cleared. */
static bool background_is_beside(const pixel_frames *frames, size_t at)
{
    const size_t width = frames->width, x = at % width, y = at / width % frames->height;
    const uint8_t *alpha = &frames->rgba[4 * at + 3];
    return (x > 0 && *(alpha - 4) == 0) || (x + 1 < width && alpha[4] == 0) ||
           (y > 0 && *(alpha - 4 * width) == 0) ||
           (y + 1 < frames->height && alpha[4 * width] == 0);
}

/* True if what stays does not end but fades into the background: most of its pixels that touch
 * it look nearly the same. */
static bool background_fades(const background_flood *self)
{
    enum { FADING = 16 };
    size_t all = 0, near = 0;
    for (size_t i = 0; i < df_frames_area(self->frames); i++) {
        const uint8_t *pixel = &self->frames->rgba[4 * i];
        if (pixel[3] == 0 || !background_is_beside(self->frames, i))
            continue;
        all++;
        near += df_pixel_is_near(pixel, self->color, self->tolerance + FADING);
    }
    return 2 * near > all;
}

df_status df_background_clear(bool *cleared, pixel_frames *frames, df_color color,
                              unsigned tolerance, bool always)
{
    enum { MIN_SHARE = 50 }; /* at least one pixel in 50 is cleared, and one stays */
    const size_t area = df_frames_area(frames);
    background_flood flood = {.frames = frames, .color = color, .tolerance = tolerance};
    flood.stack = malloc((area + 1) * sizeof flood.stack[0]);
    if (flood.stack == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < area; i++) {
        if (background_is_border(frames, i))
            background_reach(&flood, i);
        background_spread(&flood);
    }
    free(flood.stack);
    *cleared = flood.cleared > 0 && (always || (flood.cleared * MIN_SHARE >= area &&
                                                (area - flood.cleared) * MIN_SHARE >= area &&
                                                !background_fades(&flood)));
    /* All were opaque, unless it is always done. */
    for (size_t i = 0; i < area && !*cleared && !always; i++)
        frames->rgba[4 * i + 3] = 255;
    return DF_OK;
}

/* Scaling by area average. Each new pixel is the mean of the rectangle of old pixels that it
 * covers, with parts of pixels at the edges. Light adds up, sRGB values do not: the mean is
 * taken in linear light, so that fine patterns and thin lines keep their brightness. Colours
 * weigh as much as they are opaque (Porter and Duff 1984), so that what is clear has none. */
#include "dropforge/picture.h"

#include "light.h"

/* One direction: `from` pixels become `to` parts. Lengths are in units of 1 / to of an old
 * pixel: an old pixel is `to` long, a part is `from` long, and nothing is ever a fraction. */
typedef struct axis {
    uint64_t from, to;
} axis;

/* Return the first and the last pixel of a part. */
static uint64_t first_pixel(axis along, uint64_t part)
{
    return part * along.from / along.to;
}

static uint64_t last_pixel(axis along, uint64_t part)
{
    return ((part + 1) * along.from - 1) / along.to;
}

/* Returns how much of a pixel belongs to a part that it touches. */
static uint64_t scale_overlap(axis along, uint64_t part, uint64_t pixel)
{
    const uint64_t part_begin = part * along.from, part_end = part_begin + along.from;
    const uint64_t begin = pixel * along.to, end = begin + along.to;
    return (end < part_end ? end : part_end) - (begin > part_begin ? begin : part_begin);
}

static uint64_t rounded_quotient(uint64_t sum, uint64_t divisor)
{
    return (sum + divisor / 2) / divisor;
}

/* Finds the mean of the old pixels under part (column, row). The largest sum, of white pixels
 * 65535 by 65535, is below 2 ** 56. */
static void scale_average(uint8_t mean[4], const uint8_t *rgba, axis across, axis down,
                          uint64_t column, uint64_t row)
{
    uint64_t opacity = 0, light[3] = {0};
    for (uint64_t y = first_pixel(down, row); y <= last_pixel(down, row); y++) {
        const uint64_t height = scale_overlap(down, row, y);
        for (uint64_t x = first_pixel(across, column); x <= last_pixel(across, column); x++) {
            const uint8_t *pixel = &rgba[4 * (y * across.from + x)];
            const uint64_t weight = height * scale_overlap(across, column, x) * pixel[3];
            opacity += weight;
            for (unsigned i = 0; i < 3; i++)
                light[i] += weight * df_light_from_srgb(pixel[i]);
        }
    }
    mean[3] = (uint8_t)rounded_quotient(opacity, across.from * down.from);
    for (unsigned i = 0; i < 3; i++)
        mean[i] =
            mean[3] == 0 ? 0 : df_light_to_srgb((uint32_t)rounded_quotient(light[i], opacity));
}

/* Returns the shorter side when the longer one becomes `to` of `from`. */
static size_t scaled_side(uint64_t side, uint64_t from, uint64_t to)
{
    const uint64_t scaled = rounded_quotient(side * to, from);
    return scaled > 0 ? (size_t)scaled : 1;
}

df_status df_pixels_fit(uint8_t *rgba, size_t *width, size_t *height, size_t max_width,
                        size_t max_height)
{
    if (*width > DF_PIXELS_MAX_SIDE || *height > DF_PIXELS_MAX_SIDE || max_width == 0 ||
        max_height == 0)
        return DF_ERROR_ARGUMENT;
    if ((*width <= max_width && *height <= max_height) || *width == 0 || *height == 0)
        return DF_OK;
    axis across = {.from = *width, .to = max_width};
    axis down = {.from = *height, .to = max_height};
    /* A limit beyond the side itself is no limit, and must not overflow the products. */
    const bool is_wide = max_height >= *height ||
                         (max_width < *width && across.to * down.from <= down.to * across.from);
    if (is_wide)
        down.to = scaled_side(down.from, across.from, across.to);
    else
        across.to = scaled_side(across.from, down.from, down.to);
    /* The pixel written is never behind the first one still to be read, since no part is
     * shorter than a pixel. */
    for (uint64_t row = 0; row < down.to; row++) {
        for (uint64_t column = 0; column < across.to; column++) {
            uint8_t mean[4];
            scale_average(mean, rgba, across, down, column, row);
            for (unsigned i = 0; i < 4; i++)
                rgba[4 * (row * across.to + column) + i] = mean[i];
        }
    }
    *width = (size_t)across.to;
    *height = (size_t)down.to;
    return DF_OK;
}

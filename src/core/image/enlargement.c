/* Enlargements by whole numbers: all changes between neighbours lie on a grid, whose width
 * divides the distances between them. */
#include "dropforge/picture.h"

#include <stdlib.h>

#include "frames.h"

enum {
    MIN_SIDE = 25,      /* smaller pictures may just be simple */
    MIN_PLAIN_SIDE = 8, /* the longer one of what was enlarged */
    MIN_PLAIN_SHORT_SIDE = 4,
    MAX_NOISE = 6,    /* of a JPEG: mean steps inside the grid, and how often … */
    MAX_OFF = 5,      /* and how far pixels are from those in the middle */
    MIN_CONTRAST = 4, /* … those on the grid are as large */
};

/* The steps between columns and between rows: the sums of all differences there, from column
 * or row 1 on. */
typedef struct step_sums {
    uint64_t *columns, *rows;
} step_sums;

static unsigned enlargement_step(const uint8_t *one, const uint8_t *other)
{
    unsigned most = 0;
    if (one[3] == 0 && other[3] == 0)
        return 0;
    for (unsigned c = 0; c < 4; c++) {
        const unsigned step =
            one[c] > other[c] ? (unsigned)(one[c] - other[c]) : (unsigned)(other[c] - one[c]);
        most = step > most ? step : most;
    }
    return most;
}

static void enlargement_add_steps(step_sums *sums, const pixel_frames *frames)
{
    const size_t width = frames->width;
    for (size_t row = 0; row < frames->height * frames->count; row++) {
        const uint8_t *pixels = &frames->rgba[4 * row * width];
        for (size_t x = 1; x < width; x++)
            sums->columns[x] += enlargement_step(&pixels[4 * x], &pixels[4 * (x - 1)]);
        if (row % frames->height == 0)
            continue;
        for (size_t x = 0; x < width; x++)
            sums->rows[row % frames->height] +=
                enlargement_step(&pixels[4 * x], &pixels[4 * x] - 4 * width);
    }
}

static size_t enlargement_divisor(size_t one, size_t other)
{
    while (other != 0) {
        const size_t rest = one % other;
        one = other;
        other = rest;
    }
    return one;
}

/* Returns the largest divisor of a side and of the places of its steps. */
static size_t enlargement_grid(const uint64_t *steps, size_t side)
{
    size_t grid = side;
    for (size_t i = 1; i < side && grid > 1; i++) {
        if (steps[i] > 0)
            grid = enlargement_divisor(grid, i);
    }
    return grid;
}

/* Adds up steps on a grid and beside it, with their numbers. */
static void enlargement_part(const uint64_t *steps, size_t side, size_t grid, uint64_t sum[2],
                             uint64_t count[2], size_t length)
{
    for (size_t i = 1; i < side; i++) {
        sum[i % grid == 0] += steps[i];
        count[i % grid == 0] += length;
    }
}

/* True if a noisy picture has nearly all its steps on a grid. */
static bool enlargement_is_noisy(const step_sums *sums, const pixel_frames *frames, size_t grid)
{
    uint64_t sum[2] = {0}, count[2] = {0};
    enlargement_part(sums->columns, frames->width, grid, sum, count,
                     frames->height * frames->count);
    enlargement_part(sums->rows, frames->height, grid, sum, count,
                     frames->width * frames->count);
    return sum[0] <= MAX_NOISE * count[0] && count[1] > 0 &&
           sum[1] / count[1] >= MIN_CONTRAST * sum[0] / count[0];
}

/* True if the frames without the enlargement are a picture, and not just simple. */
static bool enlargement_is_plausible(const pixel_frames *frames, size_t grid)
{
    const bool is_wide = frames->width > frames->height;
    const size_t longer = is_wide ? frames->width : frames->height;
    const size_t shorter = is_wide ? frames->height : frames->width;
    return longer / grid >= MIN_PLAIN_SIDE && shorter / grid >= MIN_PLAIN_SHORT_SIDE;
}

/* Finds the mean of the middle of the pixels that stand for one. */
static void enlargement_mean(uint8_t mean[4], const uint8_t *corner, size_t width,
                             unsigned factor)
{
    const unsigned edge = (factor - 1) / 4, side = factor - 2 * edge;
    unsigned sum[4] = {0};
    for (unsigned y = 0; y < side; y++) {
        for (unsigned x = 0; x < side; x++) {
            const uint8_t *pixel = &corner[4 * ((y + edge) * width + x + edge)];
            for (unsigned c = 0; c < 4; c++)
                sum[c] += pixel[c];
        }
    }
    for (unsigned c = 0; c < 4; c++)
        mean[c] = (uint8_t)((sum[c] + side * side / 2) / (side * side));
}

/* True if the pixels that stand for one are nearly alike. */
static bool enlargement_is_flat(const pixel_frames *frames, unsigned factor)
{
    uint64_t off = 0;
    for (size_t y = 0; y < frames->height * frames->count; y += factor) {
        for (size_t x = 0; x < frames->width; x += factor) {
            const uint8_t *corner = &frames->rgba[4 * (y * frames->width + x)];
            uint8_t mean[4];
            enlargement_mean(mean, corner, frames->width, factor);
            for (size_t i = 0; i < (size_t)factor * factor; i++)
                off += enlargement_step(&corner[4 * (i / factor * frames->width + i % factor)],
                                        mean);
        }
    }
    return off <= MAX_OFF * df_frames_area(frames);
}

/* Returns the factor by which a picture was enlarged that has these steps. */
static size_t enlargement_factor(const step_sums *sums, const pixel_frames *frames, bool lossy)
{
    const size_t sides = enlargement_divisor(frames->width, frames->height);
    if (!lossy) {
        const size_t grid = enlargement_divisor(enlargement_grid(sums->columns, frames->width),
                                                enlargement_grid(sums->rows, frames->height));
        return enlargement_is_plausible(frames, grid) ? grid : 1;
    }
    for (size_t grid = sides; grid > 1; grid--) {
        if (sides % grid == 0 && enlargement_is_plausible(frames, grid) &&
            enlargement_is_noisy(sums, frames, grid) &&
            enlargement_is_flat(frames, (unsigned)grid))
            return grid;
    }
    return 1;
}

df_status df_enlargement_find(unsigned *factor, const pixel_frames *frames, bool lossy)
{
    *factor = 1;
    if (frames->width < MIN_SIDE && frames->height < MIN_SIDE)
        return DF_OK;
    uint64_t *steps = calloc(frames->width + frames->height, sizeof *steps);
    if (steps == NULL)
        return DF_ERROR_MEMORY;
    step_sums sums = {.columns = steps, .rows = steps + frames->width};
    enlargement_add_steps(&sums, frames);
    *factor = (unsigned)enlargement_factor(&sums, frames, lossy);
    free(steps);
    return DF_OK;
}

void df_enlargement_undo(pixel_frames *frames, unsigned factor)
{
    const size_t width = frames->width / factor, rows = frames->height / factor * frames->count;
    for (size_t y = 0; y < rows; y++) {
        for (size_t x = 0; x < width; x++) {
            uint8_t mean[4];
            enlargement_mean(mean, &frames->rgba[4 * factor * (y * frames->width + x)],
                             frames->width, factor);
            for (unsigned c = 0; c < 4; c++)
                frames->rgba[4 * (y * width + x) + c] = mean[c];
        }
    }
    frames->width = width;
    frames->height /= factor;
}

/* Palettes and recolouring: against median cut, against all ways to choose two colours, and
 * by what dithering keeps. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/image/frames.h"
#include "dropforge/omino.h"
#include "dropforge/picture.h"
#include "tests/support/pixels.h"
#include "tests/support/support.h"

/* Opaque noise around some colours; free_pixels frees it. */
static uint8_t *random_pixels(df_random *random, size_t count)
{
    uint8_t *rgba = new_pixels(count);
    const unsigned centers = 1 + df_random_below(random, 6),
                   noise = 1 + df_random_below(random, 100);
    uint8_t center[6][3];
    for (unsigned i = 0; i < 18; i++)
        center[i / 3][i % 3] = (uint8_t)df_random_below(random, 256);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *from = center[df_random_below(random, centers)];
        for (unsigned c = 0; c < 3; c++) {
            const unsigned value = from[c] + df_random_below(random, noise);
            rgba[4 * i + c] = (uint8_t)(value > 255 ? 255 : value);
        }
        rgba[4 * i + 3] = 255;
    }
    return rgba;
}

/* A colour in OKLab, by the text of Ottosson (2020). */
static void to_lab(double lab[3], const uint8_t color[3])
{
    double light[3];
    for (unsigned i = 0; i < 3; i++) {
        const double value = color[i] / 255.0;
        light[i] = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
    }
    const double l = cbrt(0.4122214708 * light[0] + 0.5363325363 * light[1] +
                          0.0514459929 * light[2]),
                 m = cbrt(0.2119034982 * light[0] + 0.6806995451 * light[1] +
                          0.1073969566 * light[2]),
                 s = cbrt(0.0883024619 * light[0] + 0.2817188376 * light[1] +
                          0.6299787005 * light[2]);
    lab[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    lab[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    lab[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

static double distance(const uint8_t *pixel, df_color color)
{
    double one[3], other[3], sum = 0;
    to_lab(one, pixel);
    to_lab(other, (const uint8_t[]){color.red, color.green, color.blue});
    for (unsigned i = 0; i < 3; i++)
        sum += (one[i] - other[i]) * (one[i] - other[i]);
    return sum;
}

/* The sum of the errors of a picture with each pixel in its nearest colour. */
static double palette_distance(const df_palette *palette, const uint8_t *rgba, size_t count)
{
    double error = 0;
    for (size_t i = 0; i < count; i++) {
        double min = 4;
        for (unsigned k = 0; k < palette->count; k++) {
            const double here = distance(&rgba[4 * i], palette->colors[k]);
            min = here < min ? here : min;
        }
        if (rgba[4 * i + 3] != 0)
            error += sqrt(min);
    }
    return error;
}

static bool is_in(const df_palette *palette, const uint8_t *pixel)
{
    for (unsigned k = 0; k < palette->count; k++) {
        const df_color *color = &palette->colors[k];
        if (pixel[0] == color->red && pixel[1] == color->green && pixel[2] == color->blue)
            return true;
    }
    return false;
}

/* Pixels in a line. */
#define line_of(rgba, count) ((const pixel_frames){rgba, count, 1, 1})

static df_palette find(uint8_t *rgba, size_t count, unsigned max)
{
    df_palette palette = {0};
    assert_status(df_palette_find(&palette, &line_of(rgba, count), max, NULL), DF_OK);
    assert_true(palette.count <= max);
    return palette;
}

TEST(keeps_the_colors_of_a_picture_with_few)
{
    df_random random = test_random(4);
    for (unsigned i = 0; i < test_cases(500); i++) {
        const unsigned max = 1 + df_random_below(&random, i % 10 == 0 ? 255 : 6);
        const size_t width = 1 + df_random_below(&random, 30),
                     height = 1 + df_random_below(&random, 30);
        const size_t count = width * height;
        uint8_t inks[255][4];
        for (unsigned k = 0; k < max; k++) {
            for (unsigned c = 0; c < 3; c++)
                inks[k][c] = (uint8_t)df_random_below(&random, 256);
            inks[k][3] = k % 5 == 1 ? 77 : 255;
        }
        uint8_t *rgba = new_pixels(count);
        for (size_t p = 0; p < count; p++) {
            memcpy(&rgba[4 * p], inks[df_random_below(&random, max)], 4);
            if (df_random_below(&random, 4) == 0)
                memset(&rgba[4 * p], df_random_below(&random, 2) == 0 ? 0 : 50, 3),
                    rgba[4 * p + 3] = 0;
        }
        const df_palette palette = find(rgba, count, max);
        assert_true(palette_distance(&palette, rgba, count) == 0);
        for (unsigned how = DF_DITHER_NONE; how <= DF_DITHER_FLOYD_STEINBERG; how++) {
            uint8_t *drawn = copy_pixels(rgba, count);
            assert_status(df_pixels_recolor(drawn, width, height, &palette, (df_dither)how),
                          DF_OK);
            assert_memory_equal(drawn, rgba, 4 * count);
            free_pixels(drawn, count);
        }
        free_pixels(rgba, count);
    }
}

/* Sums over few random cases prove little. */
static unsigned at_min(unsigned min, unsigned cases)
{
    return cases > min ? cases : min;
}

/* Heckbert's median cut (1982) in its plainest form: halves the box with the longest side. */
typedef struct cut_box {
    uint8_t *pixels;
    size_t count;
    unsigned channel;
    int side;
} cut_box;

static int compare_red(const void *a, const void *b)
{
    return ((const uint8_t *)a)[0] - ((const uint8_t *)b)[0];
}

static int compare_green(const void *a, const void *b)
{
    return ((const uint8_t *)a)[1] - ((const uint8_t *)b)[1];
}

static int compare_blue(const void *a, const void *b)
{
    return ((const uint8_t *)a)[2] - ((const uint8_t *)b)[2];
}

static cut_box make_box(uint8_t *pixels, size_t count)
{
    cut_box made = {.pixels = pixels, .count = count, .side = -1};
    for (unsigned c = 0; c < 3; c++) {
        int low = 255, high = 0;
        for (size_t i = 0; i < count; i++) {
            low = pixels[4 * i + c] < low ? pixels[4 * i + c] : low;
            high = pixels[4 * i + c] > high ? pixels[4 * i + c] : high;
        }
        if (high - low > made.side) {
            made.side = high - low;
            made.channel = c;
        }
    }
    return made;
}

/* The palette of a picture without clear pixels; changes their order. */
static df_palette median_cut(uint8_t *pixels, size_t count, unsigned wanted)
{
    static int (*const compare[3])(const void *, const void *) = {compare_red, compare_green,
                                                                  compare_blue};
    cut_box boxes[8] = {make_box(pixels, count)};
    df_palette palette = {.count = wanted};
    for (unsigned made = 1; made < wanted; made++) {
        unsigned longest = 0;
        for (unsigned i = 1; i < made; i++)
            longest = boxes[i].side > boxes[longest].side ? i : longest;
        const cut_box box = boxes[longest];
        qsort(box.pixels, box.count, 4, compare[box.channel]);
        boxes[longest] = make_box(box.pixels, box.count / 2);
        boxes[made] = make_box(box.pixels + box.count / 2 * 4, box.count - box.count / 2);
    }
    for (unsigned i = 0; i < wanted; i++) {
        size_t sum[3] = {0};
        for (size_t p = 0; p < boxes[i].count; p++) {
            for (unsigned c = 0; c < 3; c++)
                sum[c] += boxes[i].pixels[4 * p + c];
        }
        const size_t n = boxes[i].count;
        palette.colors[i] =
            (df_color){(uint8_t)((sum[0] + n / 2) / n), (uint8_t)((sum[1] + n / 2) / n),
                       (uint8_t)((sum[2] + n / 2) / n)};
    }
    return palette;
}

TEST(finds_better_colors_than_median_cut)
{
    df_random random = test_random(5);
    const unsigned cases = at_min(50, test_cases(500));
    double errors[2] = {0};
    for (unsigned i = 0; i < cases; i++) {
        const size_t count = 50 + df_random_below(&random, 500);
        const unsigned wanted = 1 + df_random_below(&random, 6);
        uint8_t *rgba = random_pixels(&random, count);
        const df_palette found = find(rgba, count, wanted);
        const double ours = palette_distance(&found, rgba, count);
        uint8_t *mirrored = new_pixels(count);
        for (size_t p = 0; p < count; p++)
            memcpy(&mirrored[4 * p], &rgba[4 * (count - 1 - p)], 4);
        const df_palette again = find(mirrored, count, wanted);
        assert_memory_equal(&again, &found, sizeof found);
        free_pixels(mirrored, count);
        const df_palette cut = median_cut(rgba, count, wanted);
        const double theirs = palette_distance(&cut, rgba, count);
        errors[0] += ours;
        errors[1] += theirs;
        free_pixels(rgba, count);
    }
    assert_true(errors[0] <= errors[1]);
}

/* The least error of two colours of the picture. */
static double best_of_two(const uint8_t *rgba, unsigned count)
{
    double best = 1e9;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < count; k++) {
            const uint8_t *one = &rgba[4 * i], *other = &rgba[4 * k];
            const df_palette palette = {
                .count = 2,
                .colors = {{one[0], one[1], one[2]}, {other[0], other[1], other[2]}}};
            const double error = palette_distance(&palette, rgba, count);
            best = error < best ? error : best;
        }
    }
    return best;
}

TEST(finds_nearly_the_best_colors)
{
    df_random random = test_random(6);
    const unsigned cases = at_min(100, test_cases(300));
    double ours = 0, best = 0;
    for (unsigned i = 0; i < cases; i++) {
        const unsigned count = 3 + df_random_below(&random, 7);
        uint8_t *rgba = random_pixels(&random, count);
        const df_palette found = find(rgba, count, 2);
        const double min = best_of_two(rgba, count);
        const double error = palette_distance(&found, rgba, count);
        assert_true(error >= min - 1e-9);
        ours += error;
        best += min;
        free_pixels(rgba, count);
    }
    assert_true(20 * ours <= 21 * best);
}

/* The mean of a channel over all pixels that are not clear, in hundredths. */
static long mean_of(const uint8_t *rgba, size_t count, unsigned channel)
{
    long sum = 0, pixels = 0;
    for (size_t i = 0; i < count; i++) {
        if (rgba[4 * i + 3] != 0) {
            sum += rgba[4 * i + channel];
            pixels++;
        }
    }
    return pixels > 0 ? 100 * sum / pixels : 0;
}

TEST(ordered_patterns_are_exact)
{
    const df_palette palette = {.count = 2, .colors = {{0, 0, 0}, {255, 255, 255}}};
    for (unsigned grey = 0; grey < 256; grey++) {
        uint8_t *rgba = new_pixels(64);
        for (size_t i = 0; i < 64; i++) {
            const uint8_t pixel[] = {(uint8_t)grey, (uint8_t)grey, (uint8_t)grey, 255};
            memcpy(&rgba[4 * i], pixel, 4);
        }
        assert_status(df_pixels_recolor(rgba, 8, 8, &palette, DF_DITHER_ORDERED), DF_OK);
        unsigned white = 0;
        for (size_t i = 0; i < 64; i++)
            white += rgba[4 * i] == 255;
        assert_int_equal(white, (grey * 64 + 127) / 255);
        free_pixels(rgba, 64);
    }
}

/* Of colours that are as near as one another, or mix as well, the first is taken. */
TEST(first_of_equals_is_taken)
{
    static const df_color near[2] = {{4, 5, 5}, {6, 5, 5}}; /* to 5, 5, 5, in OKLab, too */
    static const df_color mixed[2] = {{200, 100, 100}, {100, 200, 100}};
    for (unsigned order = 0; order < 2; order++) {
        df_palette palette = {.count = 2, .colors = {near[order], near[1 - order]}};
        for (unsigned how = DF_DITHER_NONE; how <= DF_DITHER_FLOYD_STEINBERG; how++) {
            uint8_t pixel[] = {5, 5, 5, 255};
            assert_status(df_pixels_recolor(pixel, 1, 1, &palette, (df_dither)how), DF_OK);
            if (how != DF_DITHER_ORDERED)
                assert_memory_equal(pixel, &near[order], 3);
        }
        palette = (df_palette){.count = 3,
                               .colors = {{100, 100, 100}, mixed[order], mixed[1 - order]}};
        uint8_t pixels[64][4];
        unsigned firsts = 0;
        for (unsigned i = 0; i < 64; i++)
            memcpy(pixels[i], (const uint8_t[]){110, 110, 100, 255}, 4);
        assert_status(df_pixels_recolor(pixels[0], 8, 8, &palette, DF_DITHER_ORDERED), DF_OK);
        for (unsigned i = 0; i < 64; i++) {
            assert_memory_not_equal(pixels[i], &mixed[1 - order], 3);
            firsts += memcmp(pixels[i], &mixed[order], 3) == 0;
        }
        assert_int_equal(firsts, 6); /* a tenth */
    }
    /* Of those that look as near in OKLab, the one with the nearest values is taken. */
    const df_palette alike = {.count = 2, .colors = {{3, 10, 9}, {4, 4, 2}}};
    uint8_t grey[] = {6, 6, 6, 255};
    assert_status(df_pixels_recolor(grey, 1, 1, &alike, DF_DITHER_NONE), DF_OK);
    assert_memory_equal(grey, &alike.colors[1], 3);
    /* A mixture that is just at a threshold does not pass it. */
    const df_palette black_and_red = {.count = 2, .colors = {{0}, {128, 0, 0}}};
    for (unsigned red = 0; red <= 128; red++) {
        uint8_t pixels[64][4];
        unsigned reds = 0;
        for (unsigned i = 0; i < 64; i++)
            memcpy(pixels[i], (const uint8_t[]){(uint8_t)red, 0, 0, 255}, 4);
        assert_status(df_pixels_recolor(pixels[0], 8, 8, &black_and_red, DF_DITHER_ORDERED),
                      DF_OK);
        for (unsigned i = 0; i < 64; i++)
            reds += pixels[i][0] == 128;
        assert_int_equal(reds, red <= 64 ? red / 2 : (red + 1) / 2);
    }
}

TEST(uses_palette_colors_only)
{
    df_random random = test_random(7);
    for (unsigned i = 0; i < test_cases(500); i++) {
        const size_t width = 1 + df_random_below(&random, 30);
        const size_t height = 1 + df_random_below(&random, 30), count = width * height;
        uint8_t *rgba = random_pixels(&random, count);
        for (size_t p = 0; p < count; p++)
            rgba[4 * p + 3] = (uint8_t)(df_random_below(&random, 3) * 127);
        const df_palette palette = find(rgba, count, 1 + df_random_below(&random, 6));
        for (unsigned how = DF_DITHER_NONE; how <= DF_DITHER_FLOYD_STEINBERG; how++) {
            uint8_t *drawn = copy_pixels(rgba, count);
            assert_status(df_pixels_recolor(drawn, width, height, &palette, (df_dither)how),
                          DF_OK);
            for (size_t p = 0; p < count; p++) {
                const uint8_t *pixel = &drawn[4 * p];
                assert_int_equal(pixel[3], rgba[4 * p + 3]);
                if (pixel[3] == 0)
                    assert_memory_equal(pixel, &rgba[4 * p], 4);
                else
                    assert_true(is_in(&palette, pixel));
            }
            free_pixels(drawn, count);
        }
        free_pixels(rgba, count);
    }
}

TEST(diffusion_keeps_the_mean)
{
    enum { SIDE = 48 };
    df_palette palette = {.count = 8};
    for (unsigned i = 0; i < 8; i++)
        palette.colors[i] = (df_color){i & 1 ? 255 : 0, i & 2 ? 255 : 0, i & 4 ? 255 : 0};
    df_random random = test_random(8);
    for (unsigned i = 0; i < test_cases(200); i++) {
        uint8_t *rgba = new_pixels(SIDE * SIDE);
        const uint32_t base[3] = {df_random_below(&random, 200), df_random_below(&random, 200),
                                  df_random_below(&random, 200)};
        for (size_t p = 0; p < SIDE * SIDE; p++) {
            for (unsigned c = 0; c < 3; c++)
                rgba[4 * p + c] = (uint8_t)(base[c] + p / SIDE);
            rgba[4 * p + 3] = 255;
        }
        uint8_t *drawn = copy_pixels(rgba, SIDE * SIDE);
        assert_status(df_pixels_recolor(drawn, SIDE, SIDE, &palette, DF_DITHER_FLOYD_STEINBERG),
                      DF_OK);
        for (unsigned c = 0; c < 3; c++) {
            const long off =
                labs(mean_of(drawn, SIDE * SIDE, c) - mean_of(rgba, SIDE * SIDE, c));
            assert_true(off <= 400);
        }
        free_pixels(drawn, SIDE * SIDE);
        free_pixels(rgba, SIDE * SIDE);
    }
}

/* Greys in black and white, with the errors of the whole picture side by side. */
TEST(diffusion_has_its_shares)
{
    enum { MOST = 12 };
    df_random random = test_random(5);
    const df_palette palette = {.count = 2, .colors = {{0, 0, 0}, {255, 255, 255}}};
    for (unsigned i = 0; i < test_cases(200); i++) {
        const size_t width = 1 + df_random_below(&random, MOST);
        const size_t height = 1 + df_random_below(&random, MOST);
        int error[MOST + 1][MOST + 2] = {{0}};
        uint8_t wanted[MOST * MOST];
        uint8_t *rgba = new_pixels(width * height);
        for (size_t k = 0; k < width * height; k++) {
            memset(&rgba[4 * k], (int)df_random_below(&random, 256), 3);
            rgba[4 * k + 3] = 255;
        }
        for (size_t y = 0; y < height; y++) {
            const bool back = y % 2 == 1;
            for (size_t n = 0; n < width; n++) {
                const size_t x = back ? width - 1 - n : n;
                const size_t ahead = back ? x : x + 2, behind = back ? x + 2 : x;
                int value = rgba[4 * (y * width + x)] * 16 + error[y][x + 1];
                value = value < 0 ? 0 : value > 255 * 16 ? 255 * 16 : value;
                const bool white = (value + 8) / 16 > 127;
                wanted[y * width + x] = white ? 255 : 0;
                const int off = value - (white ? 255 * 16 : 0);
                error[y][ahead] += off * 7 / 16;
                error[y + 1][behind] += off * 3 / 16;
                error[y + 1][x + 1] += off * 5 / 16;
                error[y + 1][ahead] += off - off * 7 / 16 - off * 3 / 16 - off * 5 / 16;
            }
        }
        assert_status(
            df_pixels_recolor(rgba, width, height, &palette, DF_DITHER_FLOYD_STEINBERG), DF_OK);
        for (size_t k = 0; k < width * height; k++)
            assert_int_equal(rgba[4 * k], wanted[k]);
        free_pixels(rgba, width * height);
    }
}

/* Colours that differ by one in one channel are two, too. */
TEST(splits_what_is_nearly_equal)
{
    for (unsigned channel = 0; channel < 3; channel++) {
        uint8_t *rgba = new_pixels(4);
        for (unsigned i = 0; i < 4; i++) {
            uint8_t *pixel = &rgba[4 * i];
            memset(pixel, i < 2 ? 10 : 200, 3);
            pixel[channel] = (uint8_t)(pixel[channel] + i % 2);
            pixel[3] = 255;
        }
        df_palette palette;
        assert_status(df_palette_find(&palette, &line_of(rgba, 4), 3, NULL), DF_OK);
        assert_int_equal(palette.count, 3);
        const double error = palette_distance(&palette, rgba, 4);
        assert_true(error > 0 && error < 1e-2);
        free_pixels(rgba, 4);
    }
}

/* A small patch of a rare hue among many shades of grey stays what it is, in one frame of four
 * as well, and as many squares that do not touch one another do not. */
TEST(saves_a_rare_hue)
{
    enum { WIDTH = 64, HEIGHT = 48, COUNT = WIDTH * HEIGHT };
    static const uint8_t hues[][4] = {
        {40, 90, 230, 255}, {200, 60, 50, 255}, {30, 160, 60, 255}};
    for (unsigned i = 0; i < sizeof hues / sizeof hues[0]; i++) {
        uint8_t *rgba = new_pixels(COUNT);
        for (unsigned p = 0; p < COUNT; p++) {
            const unsigned x = p % WIDTH, y = p / WIDTH, grey = 20 + 3 * x + y / 3;
            memset(&rgba[4 * p], (int)grey, 3);
            rgba[4 * p + 3] = 255;
            if (x >= 10 && x < 14 && y >= 10 && y < 13)
                memcpy(&rgba[4 * p], hues[i], 4);
        }
        df_palette palette;
        for (size_t frames = 1; frames <= 4; frames *= 2) {
            assert_status(
                df_palette_find(&palette,
                                &(const pixel_frames){rgba, WIDTH, HEIGHT / frames, frames}, 6,
                                NULL),
                DF_OK);
            assert_true(is_in(&palette, hues[i]));
        }
        for (unsigned p = 0; p < COUNT; p++) {
            const unsigned x = p % WIDTH, y = p / WIDTH;
            memset(&rgba[4 * p], (int)(20 + 3 * x + y / 3), 3);
            if (x % 16 == 8 && y % 16 == 8)
                memcpy(&rgba[4 * p], hues[i], 4);
        }
        palette = find(rgba, COUNT, 6);
        assert_false(is_in(&palette, hues[i]));
        free_pixels(rgba, COUNT);
    }
}

TEST(refuses_wrong_arguments)
{
    uint8_t pixel[] = {1, 2, 3, 255}, before[4];
    memcpy(before, pixel, 4);
    df_palette palette = {.count = 77};
    assert_status(df_palette_find(&palette, &line_of(pixel, 1), 0, NULL), DF_ERROR_ARGUMENT);
    assert_status(df_palette_find(&palette, &line_of(pixel, 1), 257, NULL), DF_ERROR_ARGUMENT);
    assert_int_equal(palette.count, 77);
    palette = (df_palette){.count = 1};
    assert_status(df_pixels_recolor(pixel, 1, 1, &palette, (df_dither)3), DF_ERROR_ARGUMENT);
    assert_status(df_pixels_recolor(pixel, 65536, 1, &palette, DF_DITHER_NONE),
                  DF_ERROR_ARGUMENT);
    assert_status(df_pixels_recolor(pixel, 1, 65536, &palette, DF_DITHER_NONE),
                  DF_ERROR_ARGUMENT);
    palette.count = 257;
    assert_status(df_pixels_recolor(pixel, 1, 1, &palette, DF_DITHER_NONE), DF_ERROR_ARGUMENT);
    assert_memory_equal(pixel, before, 4);
    /* Nothing to look at is no error. */
    pixel[3] = 0;
    assert_status(df_palette_find(&palette, &line_of(pixel, 1), 3, NULL), DF_OK);
    assert_int_equal(palette.count, 0);
    assert_status(df_palette_find(&palette, &line_of(NULL, 0), 3, NULL), DF_OK);
    assert_status(df_pixels_recolor(before, 1, 1, &palette, DF_DITHER_ORDERED), DF_OK);
    assert_int_equal(before[0], 1);
}

/* The nearest of another palette, and of more than wanted those with the least error. */
TEST(chooses_from_a_palette)
{
    df_random random = test_random(9);
    for (unsigned i = 0; i < test_cases(100); i++) {
        const unsigned count = 60;
        uint8_t *rgba = random_pixels(&random, count);
        const df_named_palette *named = &df_palettes[i % DF_PALETTES];
        df_palette from = {.count = named->count}, found;
        memcpy(from.colors, named->colors, named->count * sizeof from.colors[0]);
        assert_status(df_palette_find(&found, &line_of(rgba, count), 1, &from), DF_OK);
        assert_int_equal(found.count, 1);
        double least = 1e9;
        for (unsigned k = 0; k < from.count; k++) {
            const df_palette one = {.count = 1, .colors = {from.colors[k]}};
            const double error = palette_distance(&one, rgba, count);
            least = error < least ? error : least;
        }
        assert_true(palette_distance(&found, rgba, count) < 2 * least);
        assert_status(df_palette_find(&found, &line_of(rgba, count), 6, &from), DF_OK);
        for (unsigned k = 0; k < found.count; k++) {
            const df_color *color = &found.colors[k];
            assert_true(is_in(&from, (const uint8_t[]){color->red, color->green, color->blue}));
        }
        free_pixels(rgba, count);
    }
}

/* Of colours that look the same one stays, but not if the picture has no others. */
TEST(unites_what_looks_alike)
{
    df_palette palette = {.count = 4,
                          .colors = {{9, 9, 9}, {200, 40, 40}, {0, 0, 0}, {202, 41, 40}}};
    df_palette_unite(&palette);
    assert_int_equal(palette.count, 2);
    assert_memory_equal(&palette.colors[1], ((const uint8_t[]){200, 40, 40}), 3);
    palette = (df_palette){.count = 2, .colors = {{9, 9, 9}, {0, 0, 0}}};
    df_palette_unite(&palette);
    assert_int_equal(palette.count, 2);
}

TEST(names_the_tetrominoes_of_colors)
{
    const df_color *chosen = df_guideline_colors;
    char letters[DF_TETROMINOES + 1];
    df_picture picture = {.color_count = 3,
                          .colors = {chosen[DF_L], chosen[DF_O], chosen[DF_I]}};
    assert_status(df_picture_letters(letters, &picture), DF_OK);
    assert_string_equal(letters, "LOI");
    picture.color_count = DF_TETROMINOES + 1;
    assert_status(df_picture_letters(letters, &picture), DF_ERROR_LIMIT);
}

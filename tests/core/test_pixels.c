/* Pixels made ready for printing: light, borders, alpha, and scaling against slow and obvious
 * code. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/image/frames.h"
#include "core/image/light.h"
#include "dropforge/picture.h"
#include "tests/support/pixels.h"
#include "tests/support/support.h"

/* x ** 12 without a mathematical library. */
static double power12(double x)
{
    const double x3 = x * x * x;
    return x3 * x3 * x3 * x3;
}

static double power5(double x)
{
    return x * x * x * x * x;
}

TEST(light_follows_the_standard)
{
    for (unsigned i = 0; i < 256; i++) {
        const double value = i / 255.0, light = df_light_from_srgb((uint8_t)i);
        /* Rounded: half a step up or down is beyond the true value, here to the fifth. */
        const double low = (light - 0.5) / 65535, high = (light + 0.5) / 65535;
        if (value <= 0.04045) {
            assert_true(low <= value / 12.92 && value / 12.92 <= high);
        } else {
            const double fifth = power12((value + 0.055) / 1.055);
            assert_true(power5(low) <= fifth && fifth <= power5(high));
        }
        assert_int_equal(df_light_to_srgb((uint32_t)light), i);
    }
}

static unsigned slow_to_srgb(uint32_t light)
{
    unsigned best = 0;
    for (unsigned i = 1; i < 256; i++) {
        if (labs((long)df_light_from_srgb((uint8_t)i) - (long)light) <=
            labs((long)df_light_from_srgb((uint8_t)best) - (long)light))
            best = i;
    }
    return best;
}

TEST(light_finds_the_nearest_value)
{
    for (uint32_t light = 0; light <= 65535; light++)
        assert_int_equal(df_light_to_srgb(light), slow_to_srgb(light));
}

TEST(hardens_at_a_threshold)
{
    for (unsigned threshold = 0; threshold <= 256; threshold++) {
        for (unsigned alpha = 0; alpha < 256; alpha++) {
            uint8_t pixel[] = {5, 6, 7, (uint8_t)alpha};
            const uint8_t wanted[] = {5, 6, 7, alpha >= threshold ? 255 : 0};
            df_pixels_harden(pixel, 1, threshold);
            assert_memory_equal(pixel, wanted, 4);
        }
    }
}

TEST(fits_into_the_limits)
{
    static const size_t cases[][6] = {{17, 20, 17, 20, 17, 20},
                                      {16, 16, 17, 20, 16, 16},
                                      {34, 40, 17, 20, 17, 20},
                                      {100, 10, 17, 20, 17, 2},
                                      {10, 100, 17, 20, 2, 20},
                                      {300, 1, 17, 20, 17, 1},
                                      {1, 300, 17, 20, 1, 20},
                                      {18, 20, 17, 20, 17, 19},
                                      {17, 21, 17, 20, 16, 20},
                                      {36, 80, 17, 20, 9, 20},
                                      {80, 36, 20, 17, 20, 9},
                                      {40, 40, 1, 1, 1, 1},
                                      {30, 20, SIZE_MAX, 10, 15, 10},
                                      {30, 20, 15, SIZE_MAX, 15, 10},
                                      {30, 20, SIZE_MAX, 20, 30, 20},
                                      {0, 0, 1, 1, 0, 0},
                                      {0, 50, 1, 1, 0, 50},
                                      {50, 0, 1, 1, 50, 0},
                                      {DF_PIXELS_MAX_SIDE, 1, 2, 2, 2, 1}};
    uint8_t *rgba = new_pixels(DF_PIXELS_MAX_SIDE);
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t width = cases[i][0], height = cases[i][1];
        assert_status(df_pixels_fit(rgba, &width, &height, cases[i][2], cases[i][3]), DF_OK);
        assert_int_equal(width, cases[i][4]);
        assert_int_equal(height, cases[i][5]);
    }
    static const size_t wrong[][4] = {
        {5, 5, 0, 5}, {5, 5, 5, 0}, {65536, 1, 5, 5}, {1, 65536, 5, 5}};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        size_t width = wrong[i][0], height = wrong[i][1];
        assert_status(df_pixels_fit(rgba, &width, &height, wrong[i][2], wrong[i][3]),
                      DF_ERROR_ARGUMENT);
        assert_int_equal(width, wrong[i][0]);
    }
    free_pixels(rgba, DF_PIXELS_MAX_SIDE);
}

TEST(constant_pictures_stay_constant)
{
    df_random random = test_random(2);
    for (unsigned i = 0; i < test_cases(2000); i++) {
        size_t width = 1 + df_random_below(&random, 60),
               height = 1 + df_random_below(&random, 60);
        const size_t count = width * height;
        uint8_t pixel[4];
        for (unsigned c = 0; c < 4; c++)
            pixel[c] = (uint8_t)(1 + df_random_below(&random, 255));
        uint8_t *rgba = new_pixels(count);
        for (size_t p = 0; p < count; p++)
            memcpy(&rgba[4 * p], pixel, 4);
        assert_status(df_pixels_fit(rgba, &width, &height, 1 + df_random_below(&random, 20),
                                    1 + df_random_below(&random, 20)),
                      DF_OK);
        assert_true(width <= 20 && height <= 20);
        for (size_t p = 0; p < width * height; p++)
            assert_memory_equal(&rgba[4 * p], pixel, 4);
        free_pixels(rgba, count);
    }
}

/* Divides every old pixel into new_width by new_height small squares, and counts those under
 * a new pixel one by one. */
static void slow_average(uint8_t mean[4], const uint8_t *rgba, const size_t from[2],
                         const size_t to[2], size_t column, size_t row)
{
    uint64_t squares = 0, opacity = 0, light[3] = {0};
    for (size_t y = row * from[1]; y < (row + 1) * from[1]; y++) {
        for (size_t x = column * from[0]; x < (column + 1) * from[0]; x++) {
            const uint8_t *pixel = &rgba[4 * (y / to[1] * from[0] + x / to[0])];
            squares++;
            opacity += pixel[3];
            for (unsigned c = 0; c < 3; c++)
                light[c] += (uint64_t)pixel[3] * df_light_from_srgb(pixel[c]);
        }
    }
    memset(mean, 0, 4);
    mean[3] = (uint8_t)((2 * opacity + squares) / (2 * squares));
    for (unsigned c = 0; mean[3] > 0 && c < 3; c++)
        mean[c] = df_light_to_srgb((uint32_t)((2 * light[c] + opacity) / (2 * opacity)));
}

TEST(averages_areas)
{
    df_random random = test_random(3);
    for (unsigned i = 0; i < test_cases(500); i++) {
        const size_t from[2] = {1 + df_random_below(&random, 25),
                                1 + df_random_below(&random, 25)};
        const size_t count = from[0] * from[1];
        uint8_t *rgba = new_pixels(count);
        for (size_t b = 0; b < 4 * count; b++)
            rgba[b] = (uint8_t)df_random_below(&random, 256);
        for (size_t p = 0; p < count; p++) {
            if (df_random_below(&random, 3) == 0)
                rgba[4 * p + 3] = 0;
        }
        uint8_t *scaled = copy_pixels(rgba, count);
        size_t to[2] = {from[0], from[1]};
        assert_status(df_pixels_fit(scaled, &to[0], &to[1], 1 + df_random_below(&random, 25),
                                    1 + df_random_below(&random, 25)),
                      DF_OK);
        const bool is_same = to[0] == from[0] && to[1] == from[1];
        for (size_t p = 0; p < to[0] * to[1]; p++) {
            uint8_t mean[4];
            slow_average(mean, rgba, from, to, p % to[0], p / to[0]);
            assert_memory_equal(&scaled[4 * p], is_same ? &rgba[4 * p] : mean, 4);
        }
        free_pixels(scaled, count);
        free_pixels(rgba, count);
    }
}

TEST(averages_light_and_opacity)
{
    uint8_t checked[] = {0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255};
    const uint8_t grey[] = {188, 188, 188, 255}, red[] = {200, 0, 0, 128};
    size_t width = 2, height = 2;
    assert_status(df_pixels_fit(checked, &width, &height, 1, 1), DF_OK);
    assert_memory_equal(checked, grey, 4);
    uint8_t half[] = {200, 0, 0, 255, 0, 255, 0, 0};
    width = 2;
    assert_status(df_pixels_fit(half, &width, &height, 1, 1), DF_OK);
    assert_memory_equal(half, red, 4);
}

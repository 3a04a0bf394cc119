/* Contact sheets: layouts, limits, and pixels against a second way to draw a border. */
#include <stdlib.h>
#include <string.h>

#include "dropforge/picture.h"
#include "tests/support/support.h"

static const df_color colors[] = {{200, 20, 20}, {20, 200, 20}, {20, 20, 200}};

static df_sheet sheet_of(size_t count, unsigned columns, unsigned rows)
{
    df_sheet options = df_sheet_defaults(count, columns, rows);
    options.colors = colors;
    options.color_count = sizeof colors / sizeof colors[0];
    return options;
}

TEST(test_layout)
{
    static const size_t counts[] = {1, 2, 7, 100, 3000};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        df_sheet sheet = sheet_of(counts[i], 10, 4);
        assert_status(df_sheet_begin(&sheet), DF_OK);
        const size_t across = sheet.across;
        const size_t down = (counts[i] + across - 1) / across;
        assert_int_equal(sheet.width, sheet.gap + across * sheet.cell_width);
        assert_int_equal(sheet.height, sheet.gap + down * sheet.cell_height);
        assert_in_range(sheet.square_size, 4, 32);
        assert_true(across <= counts[i]);
    }
    df_sheet sheet = sheet_of(10, 3, 5);
    sheet.across = 4;
    sheet.square_size = 9;
    sheet.labels = false;
    assert_status(df_sheet_begin(&sheet), DF_OK);
    assert_int_equal(sheet.width, 9 + 4 * (3 * 9 + 9));
    assert_int_equal(sheet.height, 9 + 3 * (5 * 9 + 9));
}

TEST(test_limits)
{
    const df_sheet good = sheet_of(1, 10, 4);
    df_sheet bad = good;
    bad.count = 0;
    assert_status(df_sheet_begin(&bad), DF_ERROR_ARGUMENT);
    bad = good;
    bad.columns = 0;
    assert_status(df_sheet_begin(&bad), DF_ERROR_ARGUMENT);
    bad = good;
    bad.rows = DF_SHEET_MAX_SIDE + 1;
    assert_status(df_sheet_begin(&bad), DF_ERROR_ARGUMENT);
    bad = good;
    bad.color_count = DF_SHEET_MAX_COLORS + 1;
    assert_status(df_sheet_begin(&bad), DF_ERROR_ARGUMENT);
    bad = good;
    bad.square_size = DF_SHEET_MAX_SQUARE + 1;
    assert_status(df_sheet_begin(&bad), DF_ERROR_ARGUMENT);
    bad = good;
    bad.rows = DF_SHEET_MAX_SIDE;
    assert_status(df_sheet_begin(&bad), DF_ERROR_LIMIT);
    bad = good;
    bad.count = SIZE_MAX;
    assert_status(df_sheet_begin(&bad), DF_ERROR_LIMIT);
    bad.count = 200000;
    assert_status(df_sheet_begin(&bad), DF_ERROR_LIMIT);
}

/* Draws one picture alone on a sheet, a guard behind its pixels; the caller frees. */
static uint8_t *draw(const df_sheet *sheet, const df_sheet_picture *picture)
{
    const size_t size = (size_t)sheet->width * sheet->height;
    uint8_t *pixels = calloc(size + 1, 1);
    assert_non_null(pixels);
    pixels[size] = 0xee;
    df_sheet_draw(sheet, 0, picture, pixels);
    assert_int_equal(pixels[size], 0xee);
    for (size_t i = 0; i < size; i++)
        assert_true(pixels[i] < sheet->palette_count);
    return pixels;
}

/* Random pictures: where two neighbours meet there is background if and only if they are
 * different parts, and the middle of a square has its colour. */
TEST(test_borders)
{
    enum { WIDTH = 6, HEIGHT = 5 };
    df_random random;
    df_random_seed(&random, 20, 0);
    for (unsigned size = 4; size <= DF_SHEET_MAX_SQUARE; size += 3) {
        df_sheet sheet = sheet_of(1, WIDTH, HEIGHT);
        sheet.square_size = size;
        uint8_t color[WIDTH * HEIGHT];
        uint16_t part[WIDTH * HEIGHT];
        for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
            color[i] = (uint8_t)df_random_below(&random, 4);
            part[i] = (uint16_t)df_random_below(&random, 3);
        }
        const df_sheet_picture picture = {
            .width = WIDTH, .height = HEIGHT, .color = color, .part = part};
        assert_status(df_sheet_begin(&sheet), DF_OK);
        uint8_t *pixels = draw(&sheet, &picture);
        for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
            const unsigned x = i % WIDTH, y = HEIGHT - 1 - i / WIDTH;
            const uint8_t *middle = pixels +
                                    (size_t)(sheet.gap + y * size + size / 2) * sheet.width +
                                    sheet.gap + x * size + size / 2;
            const uint8_t wanted = (uint8_t)(color[i] == 0 ? 0 : 2 + (color[i] - 1) * 4);
            if (*middle != wanted)
                fail_msg("square %u of %u pixels is %u, not %u", i, size, *middle, wanted);
            const bool has_right = x + 1 < WIDTH && color[i + 1] != 0;
            const bool is_open = color[i] != 0 && has_right && part[i] == part[i + 1];
            assert_int_equal(middle[size - 1 - size / 2] != 0, is_open);
        }
        free(pixels);
    }
}

TEST(test_labels)
{
    const uint8_t color[] = {0};
    df_sheet_picture picture = {.width = 1, .height = 1, .color = color};
    df_sheet sheet = sheet_of(1, 5, 1);
    sheet.square_size = 8;
    assert_status(df_sheet_begin(&sheet), DF_OK);
    static const struct {
        const char *label;
        unsigned dots;
    } cases[] = {{NULL, 0},
                 {"", 0},
                 {" ", 0},
                 {"8", 13},
                 {"1", 8},
                 {"zZ", 18},
                 {"12345678901234567", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        picture.label = cases[i].label;
        uint8_t *pixels = draw(&sheet, &picture);
        unsigned dots = 0;
        for (size_t at = 0; at < (size_t)sheet.width * sheet.height; at++)
            dots += pixels[at] != 0;
        assert_int_equal(dots, cases[i].dots);
        free(pixels);
        df_text text = {0};
        df_sheet_write_svg(&text, &sheet, 0, &picture);
        assert_status(text.status, DF_OK);
        const bool is_told = strstr(text.bytes, "</text>") != NULL;
        assert_int_equal(is_told, cases[i].label != NULL && strlen(cases[i].label) < 10);
        df_text_free(&text);
    }
}

TEST(test_svg)
{
    const uint8_t color[] = {1, 1, 2, 0};
    const df_sheet_picture picture = {
        .width = 2, .height = 2, .color = color, .label = "a<&>b"};
    df_sheet sheet = sheet_of(1, 4, 2);
    df_text text = {0};
    assert_status(df_sheet_begin(&sheet), DF_OK);
    df_sheet_write_svg(&text, &sheet, 0, &picture);
    assert_status(text.status, DF_OK);
    /* All one part, so there is a border around the three squares only. */
    static const char *const wanted[] = {
        "<svg ",
        ".c2{fill:#1414c8}",
        "<path class=\"c0\" d=\"M0 1h2v1h-2z\"/>",
        "<path class=\"c1\" d=\"M0 0h1v1h-1z\"/>",
        "<path class=\"b\" d=\"M0 2h2M1 1h1M0 0h1M0 2v-2M1 1v-1M2 2v-1\"/>",
        ">a&lt;&amp;&gt;b</text>",
        "</svg>\n",
    };
    const char *at = text.bytes;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        const char *found = strstr(at, wanted[i]);
        if (found == NULL)
            fail_msg("no %s in %s", wanted[i], at);
        at = found;
    }
    df_text_free(&text);
}

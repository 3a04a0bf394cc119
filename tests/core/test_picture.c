/* Pictures: from pixels, from a playfield, and compared with one. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/field_rows.h"
#include "dropforge/picture.h"
#include "tests/support/support.h"

/* The pixels of the drawings below. */
static const struct {
    char letter;
    uint8_t rgba[4];
} inks[] = {
    {'.', {0, 0, 0, 0}},         {',', {9, 8, 7, 0}},     {'r', {255, 0, 0, 255}},
    {'g', {0, 255, 0, 255}},     {'b', {0, 0, 255, 255}}, {'k', {0, 0, 0, 255}},
    {'h', {255, 0, 0, 128}},     {'1', {255, 0, 0, 1}},   {'4', {255, 0, 0, 254}},
    {'y', {128, 128, 128, 255}},
};

/* Reads a drawing of letters, rows from the top separated by '/', as pixels. */
static df_status from_drawing(df_picture **picture, const char *rows, df_error *error)
{
    const size_t width = strcspn(rows, "/");
    const size_t height = (strlen(rows) + 1) / (width + 1);
    uint8_t *rgba = malloc(width * height * 4 + 1);
    assert_non_null(rgba);
    size_t at = 0;
    for (const char *c = rows; *c != '\0'; c++) {
        for (size_t i = 0; i < COUNT(inks); i++) {
            if (inks[i].letter == *c)
                memcpy(&rgba[4 * at++], inks[i].rgba, 4);
        }
    }
    assert_int_equal(at, width * height);
    const df_status status = df_picture_from_rgba(picture, 1, rgba, width, height, error);
    free(rgba);
    return status;
}

static df_picture *draw(const char *rows)
{
    df_picture *picture = NULL;
    assert_status(from_drawing(&picture, rows, NULL), DF_OK);
    return picture;
}

/* Checks a picture against the numbers of its cells, rows from the top. */
static void assert_cells(const df_picture *picture, const char *rows)
{
    assert_int_equal(picture->width, strcspn(rows, "/"));
    assert_int_equal((picture->width + 1) * picture->height, strlen(rows) + 1);
    for (unsigned row = 0; row < picture->height; row++) {
        for (unsigned x = 0; x < picture->width; x++) {
            const unsigned y = picture->height - 1 - row;
            assert_int_equal(picture->cell[y * picture->width + x] + '0',
                             rows[row * (picture->width + 1) + x]);
        }
    }
}

TEST(trims_its_border)
{
    df_picture *picture = draw("...../..r../...,./.rr../.....");
    assert_cells(picture, "01/00/11");
    assert_int_equal(picture->color_count, 1);
    assert_int_equal(picture->colors[0].red, 255);
    assert_int_equal(picture->colors[0].blue, 0);
    df_picture_free(picture);
    picture = draw("r");
    assert_cells(picture, "1");
    df_picture_free(picture);
    picture = draw("....../...k../......");
    assert_cells(picture, "1");
    df_picture_free(picture);
    df_picture_free(NULL);
}

TEST(colors_in_reading_order)
{
    df_picture *picture = draw(".b/gr/kb");
    assert_cells(picture, "01/23/41");
    assert_int_equal(picture->color_count, 4);
    assert_int_equal(picture->colors[0].blue, 255);
    assert_int_equal(picture->colors[1].green, 255);
    assert_int_equal(picture->colors[2].red, 255);
    assert_int_equal(picture->colors[3].red, 0);
    df_picture_free(picture);
}

TEST(refuses_what_is_half_transparent)
{
    static const struct {
        const char *rows;
        size_t line, column;
    } bad[] = {{"rr/rh", 2, 2}, {"1", 1, 1}, {"..../.r../...4", 3, 4}, {"hh/hh", 1, 1}};
    for (size_t i = 0; i < COUNT(bad); i++) {
        df_picture *picture = NULL;
        df_error error = {0};
        assert_status(from_drawing(&picture, bad[i].rows, &error), DF_ERROR_INPUT);
        assert_null(picture);
        assert_int_equal(error.line, bad[i].line);
        assert_int_equal(error.column, bad[i].column);
        assert_non_null(strchr(error.text, ';'));
        assert_status(from_drawing(&picture, bad[i].rows, NULL), DF_ERROR_INPUT);
    }
}

TEST(refuses_an_empty_picture)
{
    df_picture *picture = NULL;
    df_error error = {0};
    assert_status(from_drawing(&picture, ".,./...", &error), DF_ERROR_INPUT);
    assert_non_null(strchr(error.text, ';'));
    const uint8_t none[4] = {0};
    assert_status(df_picture_from_rgba(&picture, 1, none, 0, 0, NULL), DF_ERROR_INPUT);
    assert_status(df_picture_from_rgba(&picture, 1, none, 0, 5, NULL), DF_ERROR_INPUT);
    assert_null(picture);
}

TEST(from_letters)
{
    static const df_color colors[] = {{255, 0, 0}, {0, 255, 0}};
    df_picture *picture = NULL;
    df_error error = {0};
    assert_status(df_picture_from_letters(&picture, "/..r/.gr./.g", "rg", colors, &error),
                  DF_OK);
    assert_int_equal(picture->width, 2);
    assert_int_equal(picture->height, 3);
    assert_int_equal(picture->color_count, 2);
    assert_int_equal(picture->colors[1].green, 255);
    assert_memory_equal(picture->cell, ((uint8_t[]){2, 0, 2, 1, 0, 1}), 6);
    df_picture_free(picture);
    picture = NULL;
    assert_status(df_picture_from_letters(&picture, "r./rx", "rg", colors, &error),
                  DF_ERROR_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 2);
    assert_status(df_picture_from_letters(&picture, "", "rg", colors, &error), DF_ERROR_INPUT);
    assert_status(df_picture_from_letters(&picture, "./..", "rg", colors, &error),
                  DF_ERROR_INPUT);
    assert_null(picture);
}

TEST(as_many_colors_as_fit)
{
    uint8_t rgba[16 * 16 * 4];
    for (unsigned i = 0; i < 256; i++) {
        const uint8_t pixel[4] = {(uint8_t)i, 0, (uint8_t)(255 - i), 255};
        memcpy(&rgba[4 * (size_t)i], pixel, 4);
    }
    df_picture *picture = NULL;
    df_error error = {0};
    assert_status(df_picture_from_rgba(&picture, 1, rgba, 16, 16, &error), DF_ERROR_INPUT);
    assert_null(picture);
    assert_int_equal(error.line, 16);
    assert_int_equal(error.column, 16);
    memcpy(&rgba[4 * 255], rgba, 4);
    assert_status(df_picture_from_rgba(&picture, 1, rgba, 16, 16, &error), DF_OK);
    assert_int_equal(picture->color_count, 255);
    assert_int_equal(picture->cell[15], 1);
    df_picture_free(picture);
}

/* A plan in which I is red, O green and T has no colour. */
static df_plan *colored_plan(const df_piece_set *set)
{
    df_plan *plan = new_plan(set, 6, 6);
    plan->colors[DF_I] = (df_plan_color){true, {255, 0, 0}};
    plan->colors[DF_O] = (df_plan_color){true, {0, 255, 0}};
    return plan;
}

TEST(from_a_field)
{
    df_plan *plan = colored_plan(shared_set);
    df_field *field = draw_field("....../..2.../..10../.0....");
    df_picture *picture = NULL;
    assert_status(df_picture_from_field(&picture, field, plan), DF_OK);
    assert_cells(picture, "010/023/300");
    assert_int_equal(picture->colors[0].red, 128);
    assert_int_equal(picture->colors[0].green, 128);
    assert_int_equal(picture->colors[1].green, 255);
    assert_int_equal(picture->colors[2].red, 255);
    df_picture_free(picture);
    picture = NULL;
    df_field_clear(field);
    assert_status(df_picture_from_field(&picture, field, plan), DF_ERROR_INPUT);
    /* A square of none of the plan's pieces is grey, and agrees with nothing. */
    assert_status(df_field_set(field, 1, 0, DF_TETROMINOES + 1), DF_OK);
    df_picture *other = NULL;
    assert_status(df_picture_from_field(&other, field, plan), DF_OK);
    assert_int_equal(other->colors[0].red, 128);
    df_picture_difference difference;
    df_picture_compare(other, field, plan, 0, &difference);
    assert_false(difference.same);
    assert_false(difference.found_colored);
    df_picture_free(other);
    assert_null(picture);
    df_field_free(field);
    df_plan_free(plan);
}

/* Compares a drawing with a playfield that stands in the middle of the table. */
static df_picture_difference compare(const char *wanted, const char *found, unsigned how)
{
    df_plan *plan = colored_plan(shared_set);
    plan->colors[DF_T] = (df_plan_color){true, {128, 128, 128}};
    df_picture *picture = draw(wanted);
    df_field *field = draw_field(found);
    df_picture_difference difference;
    df_picture_compare(picture, field, plan, how, &difference);
    df_field_free(field);
    df_picture_free(picture);
    df_plan_free(plan);
    return difference;
}

TEST(finds_the_picture)
{
    df_picture_difference difference = compare("rg/.y", "...../...../.01../..2..", 0);
    assert_true(difference.same);
    assert_int_equal(difference.shift, 1);
    assert_true(compare("rg/.y", "01/.2", 0).same);
    assert_true(compare("rg/.y", "..../..../..01/...2", 0).same);
    /* Any column fits the one square; the whole playfield counts, not only its place. */
    assert_true(compare("r", "...../..0..", 0).same);
    assert_false(compare("r", "...../0.0..", 0).same);
    /* The S has no colour, so it is not a grey square either. */
    assert_true(compare("y", "2", 0).same);
    difference = compare("y", "3", 0);
    assert_false(difference.same);
    assert_true(difference.found_opaque);
    assert_false(difference.found_colored);
    assert_true(difference.same_shape);
    assert_true(compare("y", "3", DF_COMPARE_SHAPE).same);
    assert_false(compare("y", "33", DF_COMPARE_SHAPE).same_shape);
    assert_false(compare("r", "..0../..0..", 0).same);
    assert_false(compare("r/r", "...../..0..", 0).same);
}

TEST(tells_the_first_difference)
{
    df_picture_difference difference = compare("rr/rg", "..../.00./.00.", 0);
    assert_false(difference.same);
    assert_int_equal(difference.shift, 1);
    assert_int_equal(difference.column, 2);
    assert_int_equal(difference.y, 0);
    assert_true(difference.wanted_opaque);
    assert_true(difference.found_opaque);
    assert_int_equal(difference.wanted_color.green, 255);
    assert_int_equal(difference.found_color.red, 255);

    difference = compare("rr/rr", "..../.0../.00.", 0);
    assert_int_equal(difference.column, 2);
    assert_int_equal(difference.y, 1);
    assert_true(difference.wanted_opaque);
    assert_false(difference.found_opaque);

    difference = compare("r./rr", "..../.00./.00.", 0);
    assert_int_equal(difference.y, 1);
    assert_int_equal(difference.column, 2);
    assert_false(difference.wanted_opaque);
    assert_true(difference.found_opaque);

    /* A picture wider than the playfield cannot be in it. */
    difference = compare("rrrr", "000", 0);
    assert_false(difference.same);
    assert_int_equal(difference.shift, 0);
    assert_int_equal(difference.column, 3);
}

TEST(allows_anchors)
{
    static const char wanted[] = "rr/../rr";
    assert_true(compare(wanted, "00../..../00..", 0).same);
    assert_false(compare(wanted, "00../..1./00..", 0).same);
    assert_true(compare(wanted, "00../..../00..", DF_COMPARE_ANCHORS).same);
    assert_true(compare(wanted, "00../..1./00..", DF_COMPARE_ANCHORS).same);
    assert_false(compare(wanted, "00../1.../00..", DF_COMPARE_ANCHORS).same);
    assert_false(compare(wanted, "00../..11/00..", DF_COMPARE_ANCHORS).same);
    /* Only beside it, in rows that are empty in the picture, and inside it. */
    assert_false(compare(wanted, "00.1/..1./00..", DF_COMPARE_ANCHORS).same);
    assert_false(compare(wanted, "..1./00../..../00..", DF_COMPARE_ANCHORS).same);
}

/* Frames share colours, columns and the lowest row. */
TEST(frames_of_an_animation)
{
    uint8_t rgba[2][3 * 4 * 4] = {{0}};
    df_picture *frames[2];
    df_error error = {0};
    /* The first: one pixel in row 2; the second: two more, one of another colour, in row 1. */
    memset(&rgba[0][(2 * 4 + 1) * 4], 255, 4);
    memset(&rgba[1][(1 * 4 + 1) * 4], 255, 4);
    rgba[1][(1 * 4 + 2) * 4 + 3] = 255;
    assert_status(df_picture_from_rgba(frames, 2, &rgba[0][0], 4, 3, &error), DF_OK);
    assert_int_equal(frames[0]->width, 2);
    assert_int_equal(frames[0]->height, 1);
    assert_int_equal(frames[1]->height, 2);
    assert_int_equal(frames[0]->color_count, 2);
    assert_memory_equal(frames[0]->cell, "\1\0", 2);
    assert_memory_equal(frames[1]->cell, "\0\0\1\2", 4);
    df_picture_free(frames[0]);
    df_picture_free(frames[1]);
    rgba[1][(1 * 4 + 2) * 4 + 3] = 99;
    assert_status(df_picture_from_rgba(frames, 2, &rgba[0][0], 4, 3, &error), DF_ERROR_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 3);
    assert_non_null(strstr(error.text, ", in frame 2"));
    memset(rgba[1], 0, sizeof rgba[1]);
    assert_status(df_picture_from_rgba(frames, 2, &rgba[0][0], 4, 3, &error), DF_ERROR_INPUT);
    assert_string_equal(error.text, "nothing opaque, in frame 2; draw something in it");
}

/* Tests the methods that print row by row: reports, refusals and their messages, and
 * pictures at the limits. Random bitmaps are in test_property.c; the method best has tests of
 * its own in test_best.c. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/board/plan_deal.h"
#include "dropforge/plan.h"
#include "dropforge/print.h"
#include "tests/support/support.h"

#define MARGIN 2

static const char *const by_rows[] = {"search", "table"};

/* A picture of random squares; every row in `empty` is empty, counted from the floor, and no
 * other. The lowest and highest may not be. Caller frees. */
static df_picture *random_picture(df_random *random, unsigned width, unsigned height,
                                  uint64_t empty)
{
    char *rows = calloc(width + 1, height);
    assert_non_null(rows);
    for (unsigned y = 0; y < height; y++) {
        char *row = &rows[(height - 1 - y) * (width + 1)];
        for (unsigned x = 0; x < width; x++)
            row[x] = "..123"[df_random_below(random, 5)];
        /* Both outermost columns, so that the width is what it is. */
        row[0] = row[width - 1] = '1';
        if (y < 64 && (empty >> y & 1) != 0)
            memset(row, '.', width);
        row[width] = y == 0 ? '\0' : '/';
    }
    df_picture *picture = draw_picture(rows);
    assert_int_equal(picture->width, width);
    assert_int_equal(picture->height, height);
    free(rows);
    return picture;
}

static size_t count_squares(const df_picture *picture)
{
    size_t count = 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        count += picture->cell[i] != 0;
    return count;
}

static size_t count_empty_rows(const df_picture *picture)
{
    size_t count = 0;
    for (unsigned y = 0; y < picture->height; y++) {
        const uint8_t *row = &picture->cell[(size_t)y * picture->width];
        unsigned x = 0;
        while (x < picture->width && row[x] == 0)
            x++;
        count += x == picture->width;
    }
    return count;
}

/* Compares the report with what the plan turns out to be when played. */
static void check_report(const df_print_report *report, const df_plan *plan, size_t squares)
{
    df_field *field = NULL;
    df_plan_summary summary;
    assert_status(df_plan_play(plan, NULL, NULL, &field, &summary, NULL), DF_OK);
    size_t left = 0, blocks = 0;
    for (unsigned y = 0; y < field->height; y++) {
        for (unsigned x = 0; x < field->width; x++)
            left += df_field_square(field, x, y) != 0;
    }
    df_field_free(field);
    assert_int_equal(left, squares);
    assert_int_equal(report->drops, plan->count);
    assert_int_equal(report->drops, summary.drops);
    assert_int_equal(report->rows_cleared, summary.rows_cleared);
    assert_int_equal(report->max_height, summary.max_height);
    assert_int_equal(report->width, plan->width);
    assert_int_equal(report->height, plan->height);
    /* A drop brings four squares; a cleared row takes away its width. */
    assert_int_equal(4 * report->drops, squares + plan->width * report->rows_cleared);
    for (size_t i = 0; i < plan->count; i++)
        blocks += plan->drops[i].begins_block;
    /* A platform is built in one block and removed in another. */
    assert_int_equal(blocks, report->passes + 2 * report->platforms);
    assert_true(report->nodes > 0);
}

/* Checks that squares of the playfield beside the picture are next to it and of its first
 * colour, which J carries. */
static void check_anchors(const df_field *field, unsigned left, unsigned width)
{
    for (unsigned y = 0; y < field->height; y++) {
        for (unsigned x = 0; x < field->width; x++) {
            if ((x >= left && x < left + width) || df_field_square(field, x, y) == 0)
                continue;
            assert_true(x + 1 == left || x == left + width);
            assert_int_equal(df_field_square(field, x, y), 1 + DF_J);
        }
    }
}

/* Checks that the plan leaves the picture, in the columns between the margins. */
static void check_what_is_left(const df_plan *plan, const df_picture *picture, bool anchors)
{
    df_picture_difference difference;
    df_field *field = played_field(plan);
    df_picture_compare(picture, field, plan, anchors ? DF_COMPARE_ANCHORS : 0, &difference);
    assert_true(difference.same);
    assert_in_range(difference.shift, MARGIN, plan->width - MARGIN - picture->width);
    assert_int_equal(df_field_top(field), picture->height);
    check_anchors(field, difference.shift, picture->width);
    df_field_free(field);
}

/* Prints and checks everything; the plan is the caller's, who may give NULL to have it
 * freed. */
static void print_well(const df_picture *picture, const df_print_options *options,
                       const df_piece_set *set, df_plan **made)
{
    df_plan *plan = NULL;
    df_print_report report;
    df_error error = {0};
    const df_status status = df_print(&plan, picture, set, options, &report, &error);
    if (status != DF_OK)
        print_error("%ux%u on width %u: %s\n", picture->width, picture->height, options->width,
                    error.text);
    assert_status(status, DF_OK);
    const size_t anchors = options->anchors ? count_empty_rows(picture) : 0;
    check_report(&report, plan, count_squares(picture) + anchors);
    check_what_is_left(plan, picture, options->anchors);
    if (options->width != 0)
        assert_int_equal(plan->width, options->width);
    if (options->height != 0)
        assert_int_equal(plan->height, options->height);
    else
        assert_true(plan->height >= 2 * plan->width);
    if (made != NULL)
        *made = plan;
    else
        df_plan_free(plan);
}

/* The same with both methods; the picture is freed. */
static void print_with_all(df_picture *picture, df_print_options options)
{
    for (size_t i = 0; i < COUNT(by_rows); i++) {
        options.method = by_rows[i];
        print_well(picture, &options, shared_set, NULL);
    }
    df_picture_free(picture);
}

/* Prints what must be refused; the picture is freed. Nothing is written then. */
static df_error refuse(df_picture *picture, const df_print_options *options, df_status wanted)
{
    df_plan *plan = NULL;
    df_print_report report = {.drops = 12345};
    df_error error = {0};
    assert_status(df_print(&plan, picture, shared_set, options, &report, &error), wanted);
    assert_null(plan);
    assert_int_equal(report.drops, 12345);
    const told_error told = tell_error(&error);
    assert_non_null(strchr(told.text, ';'));
    /* Nobody has to listen. */
    assert_status(df_print(&plan, picture, shared_set, options, NULL, NULL), wanted);
    df_picture_free(picture);
    return error;
}

/* The first number in the part of the message that says what to do. */
static unsigned advised(const df_error *error)
{
    const char *text = error->advice_count > 0 ? error->advice[0].value : "";
    assert_true(text[0] >= '0' && text[0] <= '9');
    return (unsigned)strtoul(text, NULL, 10);
}

static void assert_says(const df_error *error, const char *words)
{
    const told_error told = tell_error(error);
    if (strstr(told.text, words) == NULL)
        fail_msg("'%s' is not in: %s", words, told.text);
}

TEST(methods)
{
    static const char *const names[] = {"best", "search", "table"};
    for (size_t i = 0; i < COUNT(names); i++) {
        assert_string_equal(df_print_methods[i]->name, names[i]);
        assert_true(strlen(df_print_methods[i]->summary) > 0);
        assert_int_equal(df_print_methods[i]->max_colors, i == 0 ? 6 : 3);
    }
    assert_int_equal(COUNT(names), DF_PRINT_METHODS);
    /* Without a width these two print on 21 columns. */
    df_picture *picture = draw_picture("1.2/333/.1.");
    for (size_t i = 0; i < COUNT(by_rows); i++) {
        df_plan *plan;
        print_well(picture, &(df_print_options){.method = by_rows[i]}, shared_set, &plan);
        assert_int_equal(plan->width, 21);
        df_plan_free(plan);
    }
    df_picture_free(picture);
}

/* The same bytes with any number of threads; another seed, another plan. */
TEST(threads_and_seeds)
{
    static const struct {
        unsigned jobs;
        uint64_t seed;
    } ways[] = {{1, 0}, {0, 0}, {2, 0}, {8, 0}, {1, 1}, {8, 1}, {1, UINT64_MAX}};
    df_random random = test_random(30);
    df_picture *picture = random_picture(&random, 15, 8, 0);
    for (size_t i = 0; i < COUNT(by_rows); i++) {
        df_text text[COUNT(ways)];
        for (size_t j = 0; j < COUNT(ways); j++) {
            df_plan *plan;
            const df_print_options options = {
                .method = by_rows[i], .jobs = ways[j].jobs, .seed = ways[j].seed};
            print_well(picture, &options, shared_set, &plan);
            text[j] = written_drops(plan);
            df_plan_free(plan);
        }
        for (size_t j = 0; j < COUNT(ways); j++) {
            for (size_t k = 0; k < j; k++)
                assert_int_equal(strcmp(text[j].bytes, text[k].bytes) == 0,
                                 ways[j].seed == ways[k].seed);
        }
        for (size_t j = 0; j < COUNT(ways); j++)
            df_text_free(&text[j]);
    }
    df_picture_free(picture);
}

TEST(empty_rows_are_refused)
{
    static const struct {
        const char *rows, *words;
    } cases[] = {
        {"1/./1", "row 2 "},
        {"1/././1", "row 3 "}, /* the lowest, that stands in the way first */
        {"1/./1/1/1", "row 2 "},
        {"1/1/1/./1", "row 4 "},
        {"11111111111111111/................./11111111111111111", "row 2 "},
        /* Borders are trimmed before rows are counted. */
        {"..../..../.11./..../.11./....", "row 2 "},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        for (size_t j = 0; j < DF_PRINT_METHODS; j++) {
            const df_print_options options = {.method = df_print_methods[j]->name};
            const df_error error =
                refuse(draw_picture(cases[i].rows), &options, DF_ERROR_PICTURE);
            assert_says(&error, cases[i].words);
            assert_says(&error, "anchor");
        }
    }
}

TEST(anchors)
{
    static const char *const drawings[] = {
        "1/./1",
        "2/././././3",
        "1../.../.../1.2/.../..3",
        /* As wide as the default playfield takes, below, above and between. */
        "11111111111111111/................./22222222222222222",
        "................1/................./1................",
        "1................/................./................1",
        "................1/................./................./1................",
        "11111111111111111/................./........1........",
        "........1......../................./11111111111111111",
        "1.1.1.1.1.1.1/............./.2.2.2.2.2.2./............./333.......333",
        /* Nothing to fill. */
        "1.1/222/3.3",
    };
    for (size_t i = 0; i < COUNT(drawings); i++)
        print_with_all(draw_picture(drawings[i]), (df_print_options){.anchors = true});
}

/* The picture fills all columns between the margins, the anchor stands in the right one. */
TEST(anchors_on_all_widths)
{
    df_random random = test_random(31);
    for (unsigned width = 7; width <= 63; width += test_is_quick() ? 6 : 2) {
        const unsigned min = width - 2 * MARGIN - df_random_below(&random, 2);
        const unsigned height = 3 + df_random_below(&random, 4);
        const uint64_t inside = (UINT64_C(1) << (height - 1)) - 2;
        const uint64_t empty = (df_random_next(&random) | 2) & inside;
        print_with_all(random_picture(&random, min, height, empty),
                       (df_print_options){.width = width, .anchors = true});
    }
}

TEST(too_wide)
{
    df_random random = test_random(32);
    for (unsigned wide = 1; wide <= 64; wide++) {
        /* The widest playfield that is too narrow; that of the message is just enough. */
        const unsigned needed = (wide + 2 * MARGIN) | 1;
        if (needed < 9)
            continue;
        const df_print_options options = {.method = "search",
                                          .width = needed > 63 ? 63 : needed - 2};
        df_picture *picture = random_picture(&random, wide, 2, 0);
        const df_error error = refuse(picture, &options, DF_ERROR_LIMIT);
        assert_int_equal(advised(&error), needed > 63 ? 59 : needed);
        if (needed <= 63 && wide % 8 == 0)
            print_with_all(random_picture(&random, wide, 2, 0),
                           (df_print_options){.width = needed});
    }
    const df_error error = refuse(random_picture(&random, 18, 1, 0),
                                  &(df_print_options){.method = "table"}, DF_ERROR_LIMIT);
    assert_int_equal(advised(&error), 23);
}

TEST(unsuitable_widths)
{
    for (unsigned width = 1; width <= 70; width++) {
        if (width % 2 == 1 && width >= 7 && width <= 63)
            continue;
        const df_error error =
            refuse(draw_picture("1"), &(df_print_options){.method = "search", .width = width},
                   DF_ERROR_ARGUMENT);
        assert_says(&error, "width");
    }
    (void)refuse(draw_picture("1"), &(df_print_options){.width = UINT32_MAX},
                 DF_ERROR_ARGUMENT);
}

TEST(too_many_colors)
{
    const df_error error =
        refuse(draw_picture("1234"), &(df_print_options){.method = "table"}, DF_ERROR_LIMIT);
    assert_says(&error, "4");
    assert_int_equal(advised(&error), 3);
    print_with_all(draw_picture("123"), (df_print_options){0});
    print_with_all(draw_picture("979/.5."), (df_print_options){0});
}

TEST(unknown_methods)
{
    static const char *const names[] = {"", "Search", "searc", "searchx", "random"};
    for (size_t i = 0; i < COUNT(names); i++) {
        const df_error error = refuse(
            draw_picture("1"), &(df_print_options){.method = names[i]}, DF_ERROR_ARGUMENT);
        assert_says(&error, "best, search, table");
    }
}

TEST(other_pieces)
{
    df_piece_set *const sets[] = {pentominoes(), single_piece("####"), false_tetrominoes()};
    df_picture *picture = draw_picture("1");
    for (size_t i = 0; i < COUNT(sets); i++) {
        df_plan *plan = NULL;
        df_error error = {0};
        df_print_report bound;
        const df_print_options options = {0};
        assert_status(df_print(&plan, picture, sets[i], &options, NULL, &error),
                      DF_ERROR_ARGUMENT);
        assert_null(plan);
        assert_says(&error, "give df_piece_set_tetrominoes");
        assert_status(df_print_bound(&bound, picture, sets[i], &options, NULL),
                      DF_ERROR_ARGUMENT);
        df_piece_set_free(sets[i]);
    }
    df_picture_free(picture);
}

static df_status try_height(const df_picture *picture, const df_print_options *options,
                            const df_piece_set *set)
{
    df_plan *plan = NULL;
    const df_status status = df_print(&plan, picture, set, options, NULL, NULL);
    assert_int_equal(plan != NULL, status == DF_OK);
    df_plan_free(plan);
    return status;
}

/* A playfield that is too low is refused, with a height that is enough and not much more
 * than the least that works. */
static void check_heights(const char *drawing, const char *method)
{
    df_picture *picture = draw_picture(drawing);
    df_print_options options = {.method = method, .width = 9, .height = 1};
    while (try_height(picture, &options, shared_set) == DF_ERROR_LIMIT && options.height < 100)
        options.height++;
    const unsigned min = options.height;
    assert_in_range(min, picture->height + 1, 99);
    for (options.height = 1; options.height < min; options.height++) {
        const df_error error = refuse(draw_picture(drawing), &options, DF_ERROR_LIMIT);
        df_print_options enough = options;
        enough.height = advised(&error);
        assert_in_range(enough.height, min, min + 8);
        assert_status(try_height(picture, &enough, shared_set), DF_OK);
    }
    for (options.height = min; options.height < min + 6; options.height++)
        print_well(picture, &options, shared_set, NULL);
    df_picture_free(picture);
}

TEST(too_low)
{
    static const char *const drawings[] = {
        "1",
        "1.2/333/.1.",
        "1/1/1/1/1/1",
        "1.1.1/2222./3...3",
    };
    for (size_t i = 0; i < COUNT(drawings); i++) {
        for (size_t j = 0; j < COUNT(by_rows); j++)
            check_heights(drawings[i], by_rows[j]);
    }
}

TEST(heights)
{
    /* print_well compares the heights. */
    print_with_all(draw_picture("1"), (df_print_options){.height = 1024});
    print_with_all(draw_picture("1.2/3.1"), (df_print_options){.width = 9, .height = 77});
    (void)refuse(draw_picture("1"), &(df_print_options){.height = 1025}, DF_ERROR_ARGUMENT);
    const df_piece_order order = {.second = {0}};
    const df_plan_deal deal = {.deal = DF_DEAL_BAG};
    const df_print_options ordered[] = {{.order = &order},
                                        {.order = &order, .width = 65},
                                        {.order = &order, .width = 10, .deal = &deal},
                                        {.order = &order, .width = 10, .method = "best"}};
    for (size_t i = 0; i < sizeof ordered / sizeof ordered[0]; i++)
        (void)refuse(draw_picture("1"), &ordered[i], DF_ERROR_ARGUMENT);
    (void)refuse(draw_picture("1"), &(df_print_options){.height = UINT32_MAX},
                 DF_ERROR_ARGUMENT);
}

/* One column of squares. Caller frees. */
static df_picture *column(unsigned height)
{
    char *rows = calloc(2, height);
    assert_non_null(rows);
    for (unsigned i = 0; i < height; i++)
        memcpy(&rows[2 * i], "1/", 2);
    rows[2 * height - 1] = '\0';
    df_picture *picture = draw_picture(rows);
    free(rows);
    return picture;
}

TEST(too_tall)
{
    const df_print_options options = {.method = "search", .width = 7};
    (void)refuse(column(1025), &options, DF_ERROR_LIMIT);
    /* It fits in the tallest playfield, but what prints its last row does not. */
    (void)refuse(column(1024), &options, DF_ERROR_LIMIT);
}

/* One square needs three or five rows where it stands well, and it may stand anywhere. */
TEST(single_squares)
{
    df_picture *picture = draw_picture("1");
    for (unsigned width = 7; width <= 63; width += 2) {
        const unsigned rows = width % 4 == 1 ? 3 : 5;
        for (size_t i = 0; i < COUNT(by_rows); i++) {
            const df_print_options options = {.method = by_rows[i], .width = width};
            df_plan *plan;
            print_well(picture, &options, shared_set, &plan);
            assert_int_equal(plan->count, (rows * width + 1) / 4);
            df_plan_free(plan);
        }
    }
    df_picture_free(picture);
}

TEST(three_colors_on_all_widths)
{
    for (unsigned width = 7; width <= 31; width += 2)
        print_with_all(draw_picture("1.3/.2."), (df_print_options){.width = width});
}

TEST(full_pictures)
{
    df_random random = test_random(33);
    for (unsigned width = 7; width <= 63; width += 8)
        print_with_all(random_picture(&random, width - 2 * MARGIN, 3, 0),
                       (df_print_options){.width = width});
    char rows[3 * 18];
    memset(rows, '1', sizeof rows);
    rows[17] = rows[35] = '/';
    rows[53] = '\0';
    print_with_all(draw_picture(rows), (df_print_options){0});
}

TEST(shapes_at_the_limits)
{
    df_random random = test_random(34);
    print_with_all(draw_picture("1"), (df_print_options){0});
    print_with_all(column(32), (df_print_options){0});
    print_with_all(column(60), (df_print_options){.width = 9});
    print_with_all(random_picture(&random, 17, 1, 0), (df_print_options){0});
    print_with_all(random_picture(&random, 17, 32, 0), (df_print_options){.jobs = 2});
}

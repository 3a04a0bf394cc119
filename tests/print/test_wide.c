/* Random pictures, also of more than 64 columns, and those that are hard to print. */
#include <string.h>

#include "core/base/random.h"
#include "dropforge/print.h"
#include "tests/support/bitmaps.h"
#include "tests/support/support.h"

/* A picture of random squares in up to so many colours, of which about one in `gaps` is
 * missing, and no row is empty. Caller frees. */
static df_picture *wide_picture(df_random *random, unsigned width, unsigned height,
                                unsigned gaps, unsigned colors)
{
    uint8_t *rgba = test_malloc((size_t)width * height * 4);
    for (unsigned y = 0; y < height; y++) {
        unsigned color = 0;
        for (unsigned x = 0; x < width; x++) {
            if (df_random_below(random, 3) == 0)
                color = df_random_below(random, colors);
            const bool is_edge = x == 0 || x + 1 == width;
            const bool is_there = is_edge || df_random_below(random, gaps) != 0;
            uint8_t *pixel = &rgba[4 * ((size_t)y * width + x)];
            pixel[0] = pixel[1] = pixel[2] = (uint8_t)(40 * (1 + color));
            pixel[3] = is_there ? 255 : 0;
        }
    }
    df_picture *picture = new_picture(rgba, width, height);
    test_free(rgba);
    assert_int_equal(picture->width, width);
    return picture;
}

/* Prints a picture; df_print has compared what the plan leaves, and here it is done once more.
 */
static df_plan *print_wide(const df_picture *picture, const df_piece_set *set,
                           const df_print_options *options, df_print_report *report)
{
    df_plan *plan = NULL;
    df_error error = {0};
    df_picture_difference found;
    const df_status status = df_print(&plan, picture, set, options, report, &error);
    if (status != DF_OK)
        fail_msg("%s: %s", df_status_names[status], error.text);
    df_field *field = played_field(plan);
    df_picture_compare(picture, field, plan, 0, &found);
    assert_true(found.same);
    assert_int_equal(report->drops, plan->count);
    assert_int_equal(report->width, plan->width);
    df_field_free(field);
    return plan;
}

TEST(long_prints_random_pictures)
{
    static const unsigned widths[] = {64, 65, 127, 128, 129, 253};
    df_random random = test_random(61);
    for (size_t i = 0; i < COUNT(widths); i++) {
        df_picture *picture = wide_picture(&random, widths[i], widths[i] < 130 ? 3 : 2,
                                           i % 2 == 0 ? 20 : 1000, 3);
        const df_print_options options = {.seed = df_random_next(&random)};
        df_print_report report;
        df_plan *plan = print_wide(picture, shared_set, &options, &report);
        assert_in_range(plan->width, widths[i], widths[i] + 4);
        df_plan_free(plan);
        df_picture_free(picture);
    }
}

/* Random squares in up to three colours, of which no two agree for long: the beam of one stage
 * is stuck in nearly each of them, and the fallback completes a row. */
TEST(prints_whatever_there_is)
{
    static const unsigned widths[] = {5, 9, 14, 31, 63, 71, 130};
    df_random random = test_random(64);
    for (size_t i = 0; i < COUNT(widths); i++) {
        df_picture *picture = wide_picture(&random, widths[i], 3, 2 + (unsigned)i % 2, 3);
        const df_print_options options = {.quick = true, .seed = df_random_next(&random)};
        df_print_report report;
        df_plan *plan = print_wide(picture, shared_set, &options, &report);
        df_plan_free(plan);
        df_picture_free(picture);
    }
}

/* Six colours, of which I has one: it cannot leave a square beside others, and goes first. */
TEST(prints_six_colors)
{
    static const unsigned widths[] = {7, 97, 23, 48, 209};
    df_random random = test_random(66);
    for (size_t i = 0; i < (test_is_quick() ? 2 : COUNT(widths)); i++) {
        df_picture *picture = wide_picture(&random, widths[i], 4, 2 + (unsigned)i, 6);
        const df_print_options options = {.quick = true, .seed = df_random_next(&random)};
        df_print_report report;
        df_plan_free(print_wide(picture, shared_set, &options, &report));
        df_picture_free(picture);
    }
}

/* Long rows on two squares: nothing else carries the platform on which they are printed. */
TEST(prints_on_a_narrow_base)
{
    df_random random = test_random(67);
    for (unsigned width = 25; width <= 61; width += 4) {
        const unsigned base = df_random_below(&random, width - 1);
        uint8_t *rgba = test_malloc((size_t)width * 2 * 4);
        for (unsigned i = 0; i < 2 * width; i++) {
            const bool is_there = i < width ? i % 24 != 23 && df_random_below(&random, 4) != 0
                                            : i == width + base || i == width + base + 1;
            memset(&rgba[4 * (size_t)i], is_there ? 255 : 0, 4);
        }
        df_picture *picture = new_picture(rgba, width, 2);
        test_free(rgba);
        const df_print_options options = {.quick = true, .width = width};
        df_print_report report;
        df_plan_free(print_wide(picture, shared_set, &options, &report));
        df_picture_free(picture);
    }
}

/* A picture for all of whose colours no plan is found on that width. */
TEST(long_merges_colors_if_asked)
{
    const bitmap map = bitmap_read(".12./.435/16../5.56/1..5");
    df_picture *picture = bitmap_picture(&map);
    df_plan *plan = NULL;
    df_print_report report;
    df_print_options options = {.quick = true, .width = 4};
    assert_status(df_print(&plan, picture, shared_set, &options, NULL, NULL), DF_ERROR_LIMIT);
    options.merges = true;
    assert_status(df_print(&plan, picture, shared_set, &options, &report, NULL), DF_OK);
    assert_in_range(report.merged, 1, 5);
    df_plan_free(plan);
    df_picture_free(picture);
}

TEST(gives_single_pieces)
{
    const bitmap map = bitmap_read("1122/1332/1332/1122");
    df_picture *picture = bitmap_picture(&map);
    df_print_report report;
    df_plan_free(print_wide(picture, shared_set,
                            &(df_print_options){.pieces = "single", .quick = test_is_small()},
                            &report));
    assert_int_equal(strlen(report.pieces), 3);
    assert_null(strchr(report.pieces, ','));
    df_picture_free(picture);
}

/* A picture of as many columns as the widest playfield but one, whose squares come in fours. */
TEST(prints_on_the_widest_playfield)
{
    uint8_t *rgba = test_malloc(255 * 4 * 4);
    memset(rgba, 255, 255 * 4 * 4);
    df_print_report report;
    df_picture *picture = new_picture(rgba, 255, 4);
    df_plan *plan =
        print_wide(picture, shared_set, &(df_print_options){.quick = true}, &report);
    assert_int_equal(plan->width, 256);
    df_plan_free(plan);
    df_picture_free(picture);

    df_error error = {0};
    plan = NULL;
    picture = new_picture(rgba, 255, 1);
    assert_status(
        df_print(&plan, picture, shared_set, &(df_print_options){.effort = 1}, NULL, &error),
        DF_ERROR_PICTURE);
    assert_int_equal(error.advice[0].option, DF_OPTION_FIT);
    df_picture_free(picture);
    test_free(rgba);
}

/* 64 columns cannot end with a full row of 63 squares, since these do not come in fours. */
TEST(takes_a_wide_playfield_where_no_other_helps)
{
    uint8_t rgba[63 * 4];
    memset(rgba, 255, sizeof rgba);
    df_print_report report;
    df_picture *picture = new_picture(rgba, 63, 1);
    df_plan *plan = print_wide(picture, shared_set, &(df_print_options){.effort = 1}, &report);
    assert_int_equal(plan->width, 65);
    df_plan_free(plan);
    df_picture_free(picture);
}

TEST(long_threads_change_nothing)
{
    df_random random = test_random(62);
    df_picture *picture = wide_picture(&random, 70, 4, 12, 3);
    df_print_report report;
    df_plan *plan = print_wide(picture, shared_set, &(df_print_options){.jobs = 1}, &report);
    df_plan *again = print_wide(picture, shared_set, &(df_print_options){.jobs = 4}, &report);
    assert_int_equal(again->count, plan->count);
    for (size_t i = 0; i < plan->count; i++) {
        assert_int_equal(again->drops[i].piece, plan->drops[i].piece);
        assert_int_equal(again->drops[i].orientation, plan->drops[i].orientation);
        assert_int_equal(again->drops[i].x, plan->drops[i].x);
        assert_int_equal(again->drops[i].y, plan->drops[i].y);
    }
    df_plan *better =
        print_wide(picture, shared_set, &(df_print_options){.effort = 2}, &report);
    assert_true(better->count <= plan->count);
    df_plan_free(plan);
    df_plan_free(again);
    df_plan_free(better);
    df_picture_free(picture);
}

/* Stops at once, or as soon as there is a plan. */
static bool stop_wide(void *context, const df_progress *progress)
{
    const bool *waits = context;
    return *waits && progress->drops == 0;
}

TEST(stops_when_it_is_asked_to)
{
    df_random random = test_random(63);
    df_picture *picture = wide_picture(&random, 90, 4, 12, 3);
    bool waits = true;
    const df_print_options options = {.watch = stop_wide, .watch_context = &waits};
    df_print_report report;
    df_plan *plan = print_wide(picture, shared_set, &options, &report);
    assert_true(report.stopped);
    df_plan_free(plan);
    waits = false;
    plan = NULL;
    assert_status(df_print(&plan, picture, shared_set, &options, &report, NULL),
                  DF_ERROR_CANCELLED);
    assert_null(plan);
    df_picture_free(picture);
}

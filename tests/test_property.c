/* Prints random bitmaps row by row, with the methods search and table, and checks that whatever
 * comes out leaves the bitmap: through the written formats, by the simulator and by the slow
 * rules of slow.c. */
#include <stdbool.h>

#include "bitmaps.h"
#include "dropforge/print.h"

/* Low bitmaps; of the others fewer. */
#define CASES 400

#define MOST_COLUMNS 17
#define MOST_COLORS 3

static const char *const methods[] = {"search", "table"};

/* Prints a bitmap with one method and checks all that is promised of the plan. */
static void check_print(const bitmap *map, const df_print_options *options, bool slowly)
{
    df_piece_set *set = tetrominoes();
    df_picture *picture = bitmap_picture(map);
    df_plan *plan = NULL;
    df_print_report report;
    df_mishap mishap = {0};
    const df_status status = df_print(&plan, picture, set, options, &report, &mishap);
    if (status != DF_OK)
        print_error("%s\n", mishap.text);
    assert_status(status, DF_OK);
    assert_int_equal(report.drops, plan->count);
    assert_int_equal(report.width, plan->width);
    assert_int_equal(report.height, plan->height);
    assert_in_range(report.max_height, map->height, plan->height);
    if (options->width != 0)
        assert_int_equal(plan->width, options->width);
    check_plan(plan, map, options->anchors);
    check_formats(plan, map, options->anchors);
    if (slowly)
        check_slowly(plan);
    df_plan_free(plan);
    df_picture_free(picture);
    df_piece_set_free(set);
}

/* The bitmap under test, drawn when a test of it fails. */
static bitmap current;

static int draw_on_failure(void **state)
{
    (void)state;
    if (current.height > 0)
        bitmap_draw(&current);
    return 0;
}

static void print_random_bitmaps(unsigned cases, unsigned most_rows, bool anchors,
                                 uint64_t stream)
{
    df_random random;
    df_random_seed(&random, test_seed(), stream);
    for (unsigned i = 0; i < cases; i++) {
        current = random_bitmap(&random, MOST_COLUMNS, most_rows, MOST_COLORS, anchors);
        df_print_options options = {
            .seed = df_random_below(&random, 4) == 0 ? df_random_next(&random) : 0,
            .jobs = df_random_below(&random, 8) == 0 ? 3 : 1,
            .anchors = anchors,
        };
        /* Any odd width with two free columns on either side will do; a search is shorter
         * on a narrow one. */
        const bool usual_width = df_random_below(&random, 8) == 0;
        const unsigned width = (current.width + 4 + df_random_below(&random, 4)) | 1;
        options.width = usual_width ? 0 : width < 7 ? 7 : width;
        for (size_t j = 0; j < COUNT(methods); j++) {
            options.method = methods[j];
            check_print(&current, &options, i % 16 == 0);
        }
    }
    current.height = 0;
}

static void low_bitmaps(void **state)
{
    (void)state;
    print_random_bitmaps(test_cases(CASES), 4, false, 10);
}

static void tall_bitmaps(void **state)
{
    (void)state;
    print_random_bitmaps(test_cases(CASES) / 40, BITMAP_MOST_HEIGHT, false, 11);
}

static void bitmaps_with_empty_rows(void **state)
{
    (void)state;
    print_random_bitmaps(test_cases(CASES) / 10, 8, true, 12);
}

/* Neither the number of threads nor the day changes a plan; the seed does. */
static void same_seed_same_plan(void **state)
{
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 13);
    current = random_bitmap(&random, MOST_COLUMNS, BITMAP_MOST_HEIGHT, MOST_COLORS, false);
    df_piece_set *set = tetrominoes();
    df_picture *picture = bitmap_picture(&current);
    for (size_t i = 0; i < COUNT(methods); i++) {
        df_plan *one = NULL, *many = NULL;
        df_print_options options = {.method = methods[i], .seed = 5};
        df_print_report first, second;
        assert_status(df_print(&one, picture, set, &options, &first, NULL), DF_OK);
        options.jobs = 4;
        assert_status(df_print(&many, picture, set, &options, &second, NULL), DF_OK);
        check_same_plan(one, many);
        assert_true(first.nodes == second.nodes);
        df_plan_free(one);
        df_plan_free(many);
    }
    df_picture_free(picture);
    df_piece_set_free(set);
    current.height = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(low_bitmaps, draw_on_failure),
        cmocka_unit_test_teardown(tall_bitmaps, draw_on_failure),
        cmocka_unit_test_teardown(bitmaps_with_empty_rows, draw_on_failure),
        cmocka_unit_test_teardown(same_seed_same_plan, draw_on_failure),
    };
    return cmocka_run_group_tests_name("property", tests, NULL, NULL);
}

/* Prints random bitmaps row by row, with the methods search and table, and checks that whatever
 * comes out leaves the bitmap: through the written formats, by the simulator and by the slow
 * rules of slow.c. */
#include <stdbool.h>

#include "core/base/random.h"
#include "dropforge/print.h"
#include "tests/support/bitmaps.h"

/* Low bitmaps; of the others fewer. */
#define CASES 400

#define MAX_COLUMNS 17
#define MAX_COLORS 3

static const char *const methods[] = {"search", "table"};

/* Prints a bitmap with one method and checks all that is promised of the plan. */
static void check_print(const bitmap *map, const df_print_options *options, bool slowly)
{
    df_picture *picture = bitmap_picture(map);
    df_plan *plan = NULL;
    df_print_report report;
    df_error error = {0};
    const df_status status = df_print(&plan, picture, shared_set, options, &report, &error);
    if (status != DF_OK)
        print_error("%s\n", error.text);
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
}

/* The bitmap under test, drawn when a test of it fails. */
static bitmap current;

static int draw_on_failure(void **state)
{
    if (current.height > 0)
        bitmap_draw(&current);
    return 0;
}

const test_fixture each_test = {NULL, draw_on_failure};

static void print_random_bitmaps(unsigned cases, unsigned max_rows, bool anchors,
                                 uint64_t stream)
{
    df_random random = test_random(stream);
    for (unsigned i = 0; i < cases; i++) {
        current = random_bitmap(&random, MAX_COLUMNS, max_rows, MAX_COLORS, anchors);
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

TEST(low_bitmaps)
{
    print_random_bitmaps(test_cases(CASES), 4, false, 10);
}

TEST(tall_bitmaps)
{
    print_random_bitmaps(test_share(CASES, 40), BITMAP_MAX_HEIGHT, false, 11);
}

TEST(bitmaps_with_empty_rows)
{
    print_random_bitmaps(test_share(CASES, 10), 8, true, 12);
}

/* Neither the number of threads nor the day changes a plan; the seed does. */
TEST(same_seed_same_plan)
{
    df_random random = test_random(13);
    current = random_bitmap(&random, MAX_COLUMNS, BITMAP_MAX_HEIGHT, MAX_COLORS, false);
    df_picture *picture = bitmap_picture(&current);
    for (size_t i = 0; i < COUNT(methods); i++) {
        df_plan *one = NULL, *many = NULL;
        df_print_options options = {.method = methods[i], .seed = 5};
        df_print_report first, second;
        assert_status(df_print(&one, picture, shared_set, &options, &first, NULL), DF_OK);
        options.jobs = 4;
        assert_status(df_print(&many, picture, shared_set, &options, &second, NULL), DF_OK);
        check_same_plan(one, many);
        assert_true(first.nodes == second.nodes);
        df_plan_free(one);
        df_plan_free(many);
    }
    df_picture_free(picture);
    current.height = 0;
}

/* Plans are the same on every machine. Whoever changes how they are found, and finds no more
 * drops by the bench, takes the new numbers, which a failure prints. */
TEST(known_plans)
{
    static const struct {
        const char *method, *pieces;
        unsigned width, max_columns, max_rows, max_colors, bitmaps;
        size_t drops;
        uint64_t nodes, fingerprint, seed;
    } known[] = {
        {"search", NULL, 0, 12, 12, 3, 12, 2381, 877341, UINT64_C(0x749d8f10de48d484), 0},
        {"search", NULL, 9, 5, 30, 3, 12, 2470, 238126, UINT64_C(0x849ff4a8556a3b73), 1},
        {"table", NULL, 0, 17, 10, 3, 12, 3163, 868318, UINT64_C(0xbe1094564c18abef), 2},
        {"table", NULL, 11, 7, 20, 1, 12, 4783, 235936, UINT64_C(0xe8ae82575643ce7a), 3},
        {"best", "LT", 9, 4, 4, 2, 1, 21, 5847527, UINT64_C(0xa84bb8b676f9fae9), 5},
        /* These take too long for a push. */
        {"best", "LT", 9, 4, 4, 2, 4, 66, 20450344, UINT64_C(0x8da0996a7e7fa168), 5},
        {"best", NULL, 0, 5, 4, 3, 4, 27, 30643926, UINT64_C(0x2ad396d842d76dc1), 4},
    };
    bool equal = true;
    for (size_t k = 0; k < COUNT(known) - (test_is_quick() ? 2U : 0U); k++) {
        df_random random;
        df_random_seed(&random, 1, known[k].seed);
        uint64_t fingerprint = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
        size_t drops = 0;
        uint64_t nodes = 0;
        for (unsigned i = 0; i < known[k].bitmaps; i++) {
            const bitmap map = random_bitmap(&random, known[k].max_columns, known[k].max_rows,
                                             known[k].max_colors, false);
            df_picture *picture = bitmap_picture(&map);
            df_plan *plan = NULL;
            const df_print_options options = {
                .method = known[k].method, .pieces = known[k].pieces, .width = known[k].width};
            df_print_report report;
            assert_status(df_print(&plan, picture, shared_set, &options, &report, NULL), DF_OK);
            nodes += report.nodes;
            for (size_t d = 0; d < plan->count; d++) {
                const df_drop *drop = &plan->drops[d];
                const unsigned numbers[] = {drop->piece, drop->orientation, drop->x};
                for (size_t n = 0; n < COUNT(numbers); n++)
                    fingerprint = (fingerprint ^ numbers[n]) * UINT64_C(0x100000001b3);
            }
            drops += plan->count;
            df_plan_free(plan);
            df_picture_free(picture);
        }
        if (drops == known[k].drops && nodes == known[k].nodes &&
            fingerprint == known[k].fingerprint)
            continue;
        print_error("case %zu: %zu, %llu, UINT64_C(0x%016llx)\n", k, drops,
                    (unsigned long long)nodes, (unsigned long long)fingerprint);
        equal = false;
    }
    assert_true(equal);
}

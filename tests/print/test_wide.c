/* Pictures that need more than 64 columns: their stages against those of narrow playfields,
 * which keep a row as one word, and plans of random pictures. */
#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "dropforge/print.h"
#include "print/passes/stage.h"
#include "print/wide/wide_stage.h"
#include "tests/support/support.h"

/* A picture of random squares in up to three colours, of which about one in `gaps` is missing,
 * and no row is empty. Caller frees. */
static df_picture *wide_picture(df_random *random, unsigned width, unsigned height,
                                unsigned gaps)
{
    uint8_t *rgba = test_malloc((size_t)width * height * 4);
    for (unsigned y = 0; y < height; y++) {
        unsigned color = 0;
        for (unsigned x = 0; x < width; x++) {
            if (df_random_below(random, 3) == 0)
                color = df_random_below(random, 3);
            const bool is_edge = x == 0 || x + 1 == width;
            const bool is_there = is_edge || df_random_below(random, gaps) != 0;
            uint8_t *pixel = &rgba[4 * ((size_t)y * width + x)];
            pixel[0] = pixel[1] = pixel[2] = (uint8_t)(60 * (1 + color));
            pixel[3] = is_there ? 255 : 0;
        }
    }
    df_picture *picture = NULL;
    assert_status(df_picture_from_rgba(&picture, rgba, width, height, NULL), DF_OK);
    test_free(rgba);
    assert_int_equal(picture->width, width);
    return picture;
}

/* Makes the same random stage in both ways. */
static void random_stages(df_random *random, const canvas *on, print_stage *narrow,
                          wide_stage *wide)
{
    *narrow = (print_stage){.y = df_random_below(random, on->height)};
    *wide = (wide_stage){.y = (uint16_t)narrow->y};
    if (narrow->y > 0 && df_random_below(random, 3) == 0) {
        wide->hole_width = (uint8_t)(1 + df_random_below(random, 3));
        wide->hole = (uint16_t)df_random_below(random, on->width - wide->hole_width + 1u);
        narrow->hole = bits_span(wide->hole, wide->hole_width);
        narrow->platform = bits_span(0, on->width) & ~narrow->hole;
    }
    const unsigned usual = df_random_below(random, 3);
    for (unsigned x = 0; x < on->width; x++) {
        unsigned rows = df_random_below(random, 3) == 0 ? df_random_below(random, 4) : usual;
        if ((narrow->hole >> x & 1) != 0)
            rows = 0;
        for (unsigned i = 0; i < rows && i < STAGE_ROWS && narrow->y + i < on->height; i++) {
            if (on->want[(size_t)(narrow->y + i) * on->width + x] == 0)
                continue;
            narrow->done[i] |= UINT64_C(1) << x;
            wide->done[x] |= (uint8_t)(1u << i);
        }
    }
}

static void compare_stages(const print_shape *shapes, const canvas *on, print_stage *narrow,
                           const wide_canvas *wide_on, wide_stage *wide)
{
    const bool closes = df_stage_advance(narrow, on);
    assert_int_equal(df_wide_stage_advance(wide, wide_on), closes);
    assert_int_equal(wide->y, narrow->y);
    assert_int_equal(df_wide_stage_begun(wide, wide_on), df_stage_begun(narrow));
    assert_int_equal(df_wide_stage_distance(wide, wide_on), df_stage_distance(narrow, on));
    if (narrow->y == on->height)
        return;
    for (unsigned x = 0; x < on->width; x++) {
        assert_int_equal(df_wide_stage_carries(wide, wide_on, x),
                         df_stage_base(narrow, on) >> x & 1);
        assert_int_equal(df_wide_stage_keeps(wide, x), narrow->hole >> x & 1);
    }
    assert_int_equal(df_wide_stage_has_hope(wide, wide_on, shapes),
                     df_stage_has_hope(narrow, on, shapes));
    if (narrow->y > 0 && df_stage_begun(narrow) == 0)
        assert_int_equal(df_wide_stage_needs_floor(wide, wide_on),
                         df_stage_needs_floor(narrow, on));
}

static void stages_are_those_of_narrow_playfields(void **state)
{
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 60);
    df_piece_set *set = tetrominoes();
    print_shape shapes[PRINT_SHAPES];
    df_shapes_init(shapes, set);
    unsigned hopeful = 0, all = 0;
    for (unsigned i = test_cases(200); i > 0; i--) {
        const unsigned width = 4 + df_random_below(&random, 57);
        df_picture *picture = wide_picture(&random, width, 4, 2 + df_random_below(&random, 20));
        picture_place place = {.picture = picture,
                               .width = width + df_random_below(&random, 4),
                               .pieces = {DF_J, DF_T, DF_L}};
        place.left = (place.width - width) / 2;
        canvas on;
        wide_canvas wide_on;
        assert_status(df_canvas_create(&on, &place, shapes), DF_OK);
        assert_status(df_wide_canvas_create(&wide_on, &place, shapes), DF_OK);
        for (unsigned j = 0; j < 10; j++, all++) {
            print_stage narrow;
            wide_stage wide;
            random_stages(&random, &on, &narrow, &wide);
            compare_stages(shapes, &on, &narrow, &wide_on, &wide);
            hopeful += df_wide_stage_has_hope(&wide, &wide_on, shapes);
        }
        df_canvas_free(&on);
        df_wide_canvas_free(&wide_on);
        df_picture_free(picture);
    }
    assert_in_range(hopeful, 1, all - 1);
    df_piece_set_free(set);
}

/* Prints a picture; df_print has compared what the plan leaves, and here it is done once more.
 */
static df_plan *print_wide(const df_picture *picture, const df_piece_set *set,
                           const df_print_options *options, df_print_report *report)
{
    df_plan *plan = NULL;
    df_field *field = NULL;
    df_error error = {0};
    df_picture_difference found;
    const df_status status = df_print(&plan, picture, set, options, report, &error);
    if (status != DF_OK)
        fail_msg("%s: %s", df_status_name(status), error.text);
    assert_status(df_plan_play(plan, NULL, NULL, &field, NULL, NULL), DF_OK);
    df_picture_compare(picture, field, plan, false, &found);
    assert_true(found.same);
    assert_int_equal(report->drops, plan->count);
    assert_int_equal(report->width, plan->width);
    df_field_free(field);
    return plan;
}

static void prints_random_pictures(void **state)
{
    (void)state;
    static const unsigned widths[] = {64, 65, 127, 128, 129, 253};
    df_random random;
    df_random_seed(&random, test_seed(), 61);
    df_piece_set *set = tetrominoes();
    for (size_t i = 0; i < COUNT(widths); i++) {
        df_picture *picture =
            wide_picture(&random, widths[i], widths[i] < 130 ? 3 : 2, i % 2 == 0 ? 20 : 1000);
        const df_print_options options = {.seed = df_random_next(&random)};
        df_print_report report;
        df_plan *plan = print_wide(picture, set, &options, &report);
        assert_in_range(plan->width, widths[i] + 1, widths[i] + 4);
        df_plan_free(plan);
        df_picture_free(picture);
    }
    df_piece_set_free(set);
}

/* A picture of as many columns as the widest playfield but one, whose squares come in fours. */
static void prints_on_the_widest_playfield(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    uint8_t *rgba = test_malloc(255 * 4 * 4);
    memset(rgba, 255, 255 * 4 * 4);
    df_picture *picture = NULL;
    df_print_report report;
    assert_status(df_picture_from_rgba(&picture, rgba, 255, 4, NULL), DF_OK);
    df_plan *plan = print_wide(picture, set, &(df_print_options){.effort = 1}, &report);
    assert_int_equal(plan->width, 256);
    df_plan_free(plan);
    df_picture_free(picture);

    df_error error = {0};
    plan = NULL;
    assert_status(df_picture_from_rgba(&picture, rgba, 255, 1, NULL), DF_OK);
    assert_status(df_print(&plan, picture, set, &(df_print_options){.effort = 1}, NULL, &error),
                  DF_ERROR_PICTURE);
    assert_non_null(strstr(error.text, "--fit"));
    df_picture_free(picture);
    test_free(rgba);
    df_piece_set_free(set);
}

/* 64 columns cannot end with a full row of 63 squares, since these do not come in fours. */
static void takes_a_wide_playfield_where_no_other_helps(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    uint8_t rgba[63 * 4];
    memset(rgba, 255, sizeof rgba);
    df_picture *picture = NULL;
    df_print_report report;
    assert_status(df_picture_from_rgba(&picture, rgba, 63, 1, NULL), DF_OK);
    df_plan *plan = print_wide(picture, set, &(df_print_options){.effort = 1}, &report);
    assert_int_equal(plan->width, 65);
    df_plan_free(plan);
    df_picture_free(picture);
    df_piece_set_free(set);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 62);
    df_piece_set *set = tetrominoes();
    df_picture *picture = wide_picture(&random, 70, 4, 12);
    df_print_report report;
    df_plan *plan = print_wide(picture, set, &(df_print_options){.jobs = 1}, &report);
    df_plan *again = print_wide(picture, set, &(df_print_options){.jobs = 4}, &report);
    assert_int_equal(again->count, plan->count);
    for (size_t i = 0; i < plan->count; i++) {
        assert_int_equal(again->drops[i].piece, plan->drops[i].piece);
        assert_int_equal(again->drops[i].orientation, plan->drops[i].orientation);
        assert_int_equal(again->drops[i].x, plan->drops[i].x);
        assert_int_equal(again->drops[i].y, plan->drops[i].y);
    }
    df_plan *better = print_wide(picture, set, &(df_print_options){.effort = 2}, &report);
    assert_true(better->count <= plan->count);
    df_plan_free(plan);
    df_plan_free(again);
    df_plan_free(better);
    df_picture_free(picture);
    df_piece_set_free(set);
}

/* Stops at once, or as soon as there is a plan. */
static bool stop_wide(void *context, const df_print_progress *progress)
{
    const bool *waits = context;
    return *waits && progress->drops == 0;
}

static void stops_when_it_is_asked_to(void **state)
{
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 63);
    df_piece_set *set = tetrominoes();
    df_picture *picture = wide_picture(&random, 90, 4, 12);
    bool waits = true;
    const df_print_options options = {.watch = stop_wide, .watch_context = &waits};
    df_print_report report;
    df_plan *plan = print_wide(picture, set, &options, &report);
    assert_true(report.stopped);
    df_plan_free(plan);
    waits = false;
    plan = NULL;
    assert_status(df_print(&plan, picture, set, &options, &report, NULL), DF_ERROR_CANCELLED);
    assert_null(plan);
    df_picture_free(picture);
    df_piece_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stages_are_those_of_narrow_playfields),
        cmocka_unit_test(prints_random_pictures),
        cmocka_unit_test(prints_on_the_widest_playfield),
        cmocka_unit_test(takes_a_wide_playfield_where_no_other_helps),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(stops_when_it_is_asked_to),
    };
    return cmocka_run_group_tests_name("wide", tests, NULL, NULL);
}

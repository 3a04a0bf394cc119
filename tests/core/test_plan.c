/* Plans: adding drops, settling and playing them. */
#include <string.h>

#include "dropforge/plan.h"
#include "tests/support/support.h"

static void add(df_plan *plan, unsigned piece, unsigned orientation, unsigned x, unsigned y)
{
    const df_drop drop = {.piece = (uint16_t)piece,
                          .orientation = (uint8_t)orientation,
                          .x = (uint8_t)x,
                          .y = (uint16_t)y};
    assert_status(df_plan_add(plan, drop), DF_OK);
}

TEST(creation)
{
    df_plan *plan = NULL;
    static const unsigned bad[][2] = {{0, 20}, {257, 20}, {10, 0}, {10, 1025}};
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_status(df_plan_create(&plan, bad[i][0], bad[i][1], shared_set),
                      DF_ERROR_ARGUMENT);
        assert_null(plan);
    }
    plan = new_plan(shared_set, 10, 20);
    assert_int_equal(plan->count, 0);
    assert_ptr_equal(plan->set, shared_set);
    for (size_t i = 0; i < shared_set->count; i++)
        assert_false(plan->colors[i].given);
    const df_drop no_piece = {.piece = DF_TETROMINOES};
    const df_drop no_orientation = {.orientation = DF_ORIENTATIONS};
    assert_status(df_plan_add(plan, no_piece), DF_ERROR_ARGUMENT);
    assert_status(df_plan_add(plan, no_orientation), DF_ERROR_ARGUMENT);
    assert_int_equal(plan->count, 0);
    df_plan_free(plan);
    df_plan_free(NULL);
}

TEST(keeps_what_is_added)
{
    df_plan *plan = new_plan(shared_set, 256, 1024);
    for (unsigned i = 0; i < 1000; i++)
        add(plan, i % DF_TETROMINOES, i % DF_ORIENTATIONS, i % 253, i);
    assert_int_equal(plan->count, 1000);
    for (unsigned i = 0; i < 1000; i++) {
        const df_drop *drop = &plan->drops[i];
        assert_int_equal(drop->piece, i % DF_TETROMINOES);
        assert_int_equal(drop->orientation, i % DF_ORIENTATIONS);
        assert_int_equal(drop->x, i % 253);
        assert_int_equal(drop->y, i);
    }
    df_plan_free(plan);
}

TEST(empty_plan)
{
    df_plan *plan = new_plan(shared_set, 4, 5);
    df_field *final = NULL;
    df_plan_summary summary;
    assert_status(df_plan_play(plan, NULL, NULL, &final, &summary, NULL), DF_OK);
    assert_field(final, "..../..../..../..../....");
    assert_int_equal(summary.drops, 0);
    assert_int_equal(summary.rows_cleared, 0);
    assert_int_equal(summary.max_height, 0);
    df_field_free(final);
    assert_status(df_plan_settle(plan, 7, NULL), DF_OK);
    assert_int_equal(plan->height, 7);
    assert_status(df_plan_settle(plan, 0, NULL), DF_OK);
    assert_in_range(plan->height, 1, 7);
    df_plan_free(plan);
}

/* Four drops on 4 columns; the last one has no room to be turned. */
static df_plan *crowded_plan(const df_piece_set *set)
{
    df_plan *plan = new_plan(set, 4, 8);
    add(plan, DF_O, DF_NORTH, 0, 0);
    add(plan, DF_T, DF_NORTH, 0, 2);
    add(plan, DF_O, DF_NORTH, 2, 3);
    add(plan, DF_I, DF_EAST, 3, 5);
    return plan;
}

TEST(settles_and_plays)
{
    df_plan *plan = new_plan(shared_set, 6, 1);
    add(plan, DF_O, DF_NORTH, 0, 99);
    add(plan, DF_O, DF_NORTH, 2, 99);
    add(plan, DF_T, DF_EAST, 0, 99);
    add(plan, DF_O, DF_NORTH, 4, 99);
    plan->drops[2].begins_block = true;
    assert_status(df_plan_settle(plan, 0, NULL), DF_OK);
    assert_int_equal(plan->drops[0].y, 0);
    assert_int_equal(plan->drops[1].y, 0);
    assert_int_equal(plan->drops[2].y, 2);
    assert_int_equal(plan->drops[3].y, 0);
    /* Two rows fill, with the T on top of them. */
    df_field *final = NULL;
    df_plan_summary summary;
    plan->height = 5;
    assert_status(df_plan_play(plan, NULL, NULL, &final, &summary, NULL), DF_OK);
    assert_field(final, "....../....../2...../22..../2.....");
    assert_int_equal(summary.drops, 4);
    assert_int_equal(summary.rows_cleared, 2);
    assert_int_equal(summary.max_height, 5);
    df_field_free(final);
    df_plan_free(plan);
}

/* settle promises a height in which the plan can be played; it is at least as asked. */
TEST(settled_height_suffices)
{
    df_random random = test_random(3);
    for (unsigned i = test_cases(300); i > 0; i--) {
        const unsigned width = 4 + df_random_below(&random, 10);
        df_plan *plan = new_plan(shared_set, width, 1);
        for (unsigned j = df_random_below(&random, 40); j > 0; j--) {
            const unsigned piece = df_random_below(&random, DF_TETROMINOES);
            const unsigned orientation = df_random_below(&random, DF_ORIENTATIONS);
            const unsigned room =
                width - shared_set->pieces[piece].shape[orientation].width + 1;
            add(plan, piece, orientation, df_random_below(&random, room), 0);
        }
        const unsigned min = df_random_below(&random, 50);
        assert_status(df_plan_settle(plan, min, NULL), DF_OK);
        assert_in_range(plan->height, min, DF_FIELD_MAX_HEIGHT);
        df_plan_summary summary;
        assert_status(df_plan_play(plan, NULL, NULL, NULL, &summary, NULL), DF_OK);
        assert_int_equal(summary.drops, plan->count);
        assert_in_range(summary.max_height, 0, plan->height);
        assert_in_range(summary.needed_height, 0, plan->height);
        df_plan_free(plan);
    }
}

TEST(settle_refuses)
{
    df_plan *plan = new_plan(shared_set, 4, 20);
    add(plan, DF_O, DF_NORTH, 2, 0);
    add(plan, DF_T, DF_NORTH, 2, 0);
    df_error error = {0};
    assert_status(df_plan_settle(plan, 0, &error), DF_ERROR_MOVE);
    assert_int_equal(error.line, 2);
    assert_true(strchr(error.text, ';') != NULL);
    assert_int_equal(plan->height, 20);
    df_plan_free(plan);

    plan = new_plan(shared_set, 4, 20);
    for (unsigned i = 0; i <= DF_FIELD_MAX_HEIGHT / 2; i++)
        add(plan, DF_O, DF_NORTH, 1, 0);
    assert_status(df_plan_settle(plan, 0, &error), DF_ERROR_MOVE);
    assert_status(df_plan_settle(plan, 0, NULL), DF_ERROR_MOVE);
    df_plan_free(plan);
}

/* Near the highest playfield: either refused, or settled so that it can be played. */
TEST(settle_at_the_ceiling)
{
    for (unsigned height = DF_FIELD_MAX_HEIGHT - 6; height <= DF_FIELD_MAX_HEIGHT; height++) {
        df_plan *plan = new_plan(shared_set, 5, 1);
        for (unsigned i = 0; i < height; i++)
            add(plan, DF_I, DF_NORTH, 0, 0);
        const df_status status = df_plan_settle(plan, 0, NULL);
        if (status == DF_OK)
            assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL), DF_OK);
        else
            assert_status(status, DF_ERROR_MOVE);
        df_plan_free(plan);
    }
}

TEST(play_refuses)
{
    df_plan *plan = crowded_plan(shared_set);
    df_field *final = NULL;
    df_plan_summary summary = {.drops = 77};
    df_error error = {0};
    assert_status(df_plan_play(plan, NULL, NULL, &final, &summary, &error), DF_ERROR_MOVE);
    assert_null(final);
    assert_int_equal(summary.drops, 77);
    assert_int_equal(error.line, 4);
    assert_non_null(strstr(error.text, "drop 4"));
    assert_non_null(strchr(error.text, ';'));

    plan->drops[1].y = 3;
    assert_status(df_plan_play(plan, NULL, NULL, &final, NULL, &error), DF_ERROR_MOVE);
    assert_int_equal(error.line, 2);
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL), DF_ERROR_MOVE);
    df_plan_free(plan);
}

TEST(plays_by_its_reach)
{
    df_plan *plan = new_plan(shared_set, 6, 4);
    df_error error = {0};
    add(plan, DF_O, DF_NORTH, 0, 0);
    add(plan, DF_I, DF_NORTH, 0, 2);
    add(plan, DF_O, DF_NORTH, 2, 0);
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, &error), DF_ERROR_MOVE);
    assert_int_equal(error.line, 3);
    plan->rules = DF_RULES_SRS;
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL), DF_OK);
    assert_status(df_plan_settle(plan, 1, NULL), DF_OK);
    assert_int_equal(plan->height, 6); /* an I above two rows has room to turn */
    plan->drops[2].y = 1;
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, &error), DF_ERROR_MOVE);
    assert_string_equal(error.text, "drop 3, O N in column 2: it cannot be at rest there; "
                                    "mend it or the drops before it");
    plan->rules = DF_RULES_JSTRIS;
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL), DF_ERROR_ARGUMENT);
    assert_status(df_plan_settle(plan, 1, NULL), DF_ERROR_ARGUMENT);
    df_plan_free(plan);
}

/* Remembers the drops, and may stop the play. */
typedef struct watcher {
    size_t drops;
    size_t stop_at;
    unsigned tops[8];
    unsigned cleared[8];
} watcher;

static df_status watch_drop(void *context, const df_field *before, const df_drop *drop,
                            const df_landing *landing)
{
    watcher *self = context;
    check_field_whole(before);
    assert_int_equal(drop->y, landing->y);
    self->tops[self->drops] = df_field_top(before);
    self->cleared[self->drops++] = landing->cleared;
    return self->drops == self->stop_at ? DF_ERROR_CANCELLED : DF_OK;
}

static df_plan *watched_plan(const df_piece_set *set)
{
    df_plan *plan = new_plan(set, 4, 8);
    add(plan, DF_O, DF_NORTH, 0, 0);
    add(plan, DF_I, DF_EAST, 2, 0);
    add(plan, DF_I, DF_EAST, 3, 0);
    return plan;
}

TEST(visits)
{
    df_plan *plan = watched_plan(shared_set);
    df_field *final = NULL;
    watcher watched = {0};
    assert_status(df_plan_play(plan, watch_drop, &watched, &final, NULL, NULL), DF_OK);
    assert_int_equal(watched.drops, 3);
    assert_int_equal(watched.tops[0], 0);
    assert_int_equal(watched.tops[1], 2);
    assert_int_equal(watched.tops[2], 4);
    assert_int_equal(watched.cleared[1], 0);
    assert_int_equal(watched.cleared[2], 3);
    assert_int_equal(df_field_top(final), 2);
    df_field_free(final);

    /* A status of the visit is handed on at once. */
    final = NULL;
    watched = (watcher){.stop_at = 2};
    assert_status(df_plan_play(plan, watch_drop, &watched, &final, NULL, NULL),
                  DF_ERROR_CANCELLED);
    assert_int_equal(watched.drops, 2);
    assert_null(final);
    df_plan_free(plan);
}

TEST(statuses_have_names)
{
    for (int i = DF_OK; i < DF_STATUSES; i++) {
        assert_true(df_status_names[i][0] != '\0');
        for (int j = DF_OK; j < i; j++)
            assert_string_not_equal(df_status_names[i], df_status_names[j]);
    }
}

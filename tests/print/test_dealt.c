/* Printing with dealt pieces: on random pictures and queues, with any number of threads, and
 * with a preview. */
#include <stdio.h>
#include <string.h>

#include "tests/support/alloc.h"
#include "tests/support/dealt_results.h"

#define QUEUE 400

/* Deals bags of seven. */
static void deal_bags(df_random *random, uint8_t *queue, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t first = i - i % DF_TETROMINOES;
        queue[i] = (uint8_t)df_random_below(random, DF_TETROMINOES);
        while (memchr(queue + first, queue[i], i - first) != NULL)
            queue[i] = (uint8_t)((queue[i] + 1) % DF_TETROMINOES);
    }
}

/* Random pictures from random queues: the plan is played, and is the same with eight threads.
 */
TEST(test_random_pictures)
{
    df_random random = test_random(1);
    unsigned printed = 0;
    for (unsigned n = 0; n < test_cases(30); n++) {
        bitmap map = random_bitmap(&random, 5, 5, 1 + n % 2, false);
        df_picture *picture = bitmap_picture(&map);
        const unsigned width = 7 + df_random_below(&random, 4);
        target_place place = {.picture = picture,
                              .tetrominoes = shared_set,
                              .width = width,
                              .carriers = {0x2d, 0x52}};
        if (picture->color_count == 1)
            place.carriers[0] = 0x7f;
        if (df_dealt_check(&place, 20, NULL) != DF_OK) {
            df_picture_free(picture);
            continue;
        }
        uint8_t queue[QUEUE];
        deal_bags(&random, queue, QUEUE);
        dealt_request request = {.place = &place,
                                 .max_height = 20,
                                 .rules = n % 5 < 2 ? DF_RULES_SRS_180 : DF_RULES_HARDDROP,
                                 .queue = queue,
                                 .queue_count = QUEUE,
                                 .hold = n % 3 != 0,
                                 .preview = n % 4 == 3 ? 4 : DEALT_ALL,
                                 .bags = true,
                                 .keep = 30,
                                 .max_nodes = 1000000};
        dealt_result made[2];
        for (unsigned i = 0; i < 2; i++) {
            request.jobs = i == 0 ? 1 : 8;
            assert_status(df_dealt_search(&request, &made[i]), DF_OK);
        }
        assert_int_equal(made[0].outcome, made[1].outcome);
        assert_int_equal(made[0].nodes, made[1].nodes);
        if (made[0].outcome == DF_FOUND) {
            check_same_plan(made[0].plan, made[1].plan);
            assert_memory_equal(made[0].held, made[1].held, made[0].plan->count);
            check_dealt_result(&request, &map, &made[0]);
            printed++;
        }
        for (unsigned i = 0; i < 2; i++)
            free_dealt_result(&made[i]);
        df_picture_free(picture);
    }
    printf("# %u printed\n", printed);
    assert_true(printed > 0);
}

/* Pieces beyond the preview do not matter for the first drop. */
TEST(test_sees_the_preview_alone)
{
    df_random random = test_random(2);
    const bitmap map = bitmap_read(".11./1111/1111/1..1");
    df_picture *picture = bitmap_picture(&map);
    const target_place place = {
        .picture = picture, .tetrominoes = shared_set, .width = 8, .carriers = {0x7f}};
    uint8_t queue[QUEUE];
    deal_bags(&random, queue, QUEUE);
    const dealt_request request = {.place = &place,
                                   .max_height = 16,
                                   .queue = queue,
                                   .queue_count = QUEUE,
                                   .hold = true,
                                   .preview = 5,
                                   .keep = 30};
    dealt_result first, second;
    assert_status(df_dealt_search(&request, &first), DF_OK);
    deal_bags(&random, queue + 14, QUEUE - 14);
    for (unsigned i = 6; i < 14; i++)
        queue[i] = DF_I;
    assert_status(df_dealt_search(&request, &second), DF_OK);
    assert_int_equal(first.outcome, DF_FOUND);
    assert_int_equal(second.outcome, DF_FOUND);
    const df_drop *a = &first.plan->drops[0], *b = &second.plan->drops[0];
    assert_int_equal(a->piece, b->piece);
    assert_int_equal(a->orientation, b->orientation);
    assert_int_equal(a->x, b->x);
    assert_int_equal(first.held[0], second.held[0]);
    free_dealt_result(&first);
    free_dealt_result(&second);
    df_picture_free(picture);
}

/* A queue that is too short for the picture ends the search, and so do its limits. */
TEST(test_gives_up)
{
    const bitmap map = bitmap_read("1111/1111");
    df_picture *picture = bitmap_picture(&map);
    const target_place place = {
        .picture = picture, .tetrominoes = shared_set, .width = 10, .carriers = {0x7f}};
    static const uint8_t queue[] = {DF_S, DF_Z, DF_S, DF_I, DF_I};
    dealt_request request = {
        .place = &place, .queue = queue, .queue_count = 3, .preview = DEALT_ALL};
    dealt_result made;
    for (unsigned i = 0; i < 3; i++) {
        request.queue_count = i < 2 ? 3 : 5;
        request.preview = i == 1 ? 1 : DEALT_ALL;
        request.max_nodes = i == 2 ? 1 : 0;
        assert_status(df_dealt_search(&request, &made), DF_OK);
        assert_int_equal(made.outcome, DF_LIMIT);
        assert_null(made.plan);
        free_dealt_result(&made);
    }
    df_picture_free(picture);
}

static void check_refused(const char *rows, unsigned width, unsigned height, uint8_t carriers,
                          const char *reason)
{
    const bitmap map = bitmap_read(rows);
    df_picture *picture = bitmap_picture(&map);
    const target_place place = {
        .picture = picture, .tetrominoes = shared_set, .width = width, .carriers = {carriers}};
    df_error error = {0};
    assert_status(df_dealt_check(&place, height, &error), DF_ERROR_PICTURE);
    if (strstr(error.text, reason) == NULL)
        fail_msg("'%s' does not say '%s'", error.text, reason);
    df_picture_free(picture);
}

TEST(test_reasons)
{
    check_refused("111", 10, 20, 0x7f, "3 squares");
    check_refused("1/./1/1/1", 10, 20, 0x7f, "empty");
    check_refused("1111/1..1", 4, 20, 0x7f, "width");
    check_refused("1/1/1/1/1/1", 10, 5, 0x7f, "6 rows");
    check_refused("1.1/1.1", 10, 20, 1U << DF_O, "O");
    check_refused("11111", 4, 20, 0x7f, "wide");
}

static df_status run_search(void *context)
{
    dealt_result made;
    const df_status status = df_dealt_search(context, &made);
    if (status == DF_OK)
        free_dealt_result(&made);
    return status;
}

TEST(test_failed_allocations)
{
    const bitmap map = bitmap_read("11/11/11/11");
    df_picture *picture = bitmap_picture(&map);
    const target_place place = {
        .picture = picture, .tetrominoes = shared_set, .width = 5, .carriers = {0x7f}};
    static const uint8_t queue[] = {DF_T, DF_O, DF_O, DF_I, DF_O, DF_S, DF_Z};
    dealt_request request = {.place = &place,
                             .queue = queue,
                             .queue_count = COUNT(queue),
                             .preview = DEALT_ALL,
                             .keep = 5};
    request.hold = true;
    alloc_fail_each(run_search, &request);
    request.preview = 2;
    alloc_fail_each(run_search, &request);
    request.rules = DF_RULES_SRS;
    alloc_fail_each(run_search, &request);
    df_field *begin = new_field(5, 1);
    assert_status(df_field_set(begin, 1, 0, DF_TETROMINOES + 1), DF_OK);
    target_place begun = place;
    begun.begin = begin;
    request.place = &begun;
    request.preview = DEALT_ALL;
    request.once = true;
    alloc_fail_each(run_search, &request);
    df_field_free(begin);
    df_picture_free(picture);
}

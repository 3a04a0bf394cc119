/* Dissections into polyominoes of one size: against published counts, and against the tilings
 * by a list of these polyominoes. */
#include <stdlib.h>
#include <string.h>

#include "dropforge/omino.h"
#include "dropforge/tile.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

static uint64_t count_cuts(const df_tile_dissection *cut, unsigned jobs)
{
    df_natural number = {0};
    df_error error = {0};
    const df_tile_options options = {.jobs = jobs};
    const df_status status = df_tile_count_dissections(&number, cut, &options, NULL, &error);
    if (status != DF_OK)
        print_error("%s\n", error.text);
    assert_status(status, DF_OK);
    assert_in_range(number.count, 0, 1);
    const uint64_t count = number.count == 0 ? 0 : number.words[0];
    df_natural_free(&number);
    return count;
}

/* OEIS A172477: all that is published with DROPFORGE_TEST_LONG. */
static void squares(void **state)
{
    (void)state;
    static const uint64_t counts[] = {
        1, 2, 10, 117, 4006, 451206, 158753814, 187497290034, 706152947468301};
    const unsigned max = getenv("DROPFORGE_TEST_LONG") != NULL ? COUNT(counts) : 7;
    for (unsigned n = 1; n <= max; n++) {
        const df_tile_dissection cut = {.width = n, .height = n, .size = n};
        assert_true(count_cuts(&cut, n % 3) == counts[n - 1]);
    }
}

static void check_rectangle(unsigned width, unsigned height, unsigned size)
{
    df_piece_set *set;
    const df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED};
    assert_status(df_ominoes_piece_set(&set, size, &filter), DF_OK);
    const df_tile_board board = {width, height, set};
    df_natural wanted = {0};
    assert_status(df_tile_count(&wanted, &board, NULL, NULL, NULL), DF_OK);
    const df_tile_dissection cut = {.width = width, .height = height, .size = size};
    const uint64_t count = count_cuts(&cut, size % 4);
    if (count != (wanted.count > 0 ? wanted.words[0] : 0))
        fail_msg("%u x %u in pieces of %u: %ju", width, height, size, (uintmax_t)count);
    df_natural_free(&wanted);
    df_piece_set_free(set);
}

static void rectangles(void **state)
{
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 90);
    for (unsigned i = test_cases(60); i > 0; i--) {
        const unsigned width = 1 + df_random_below(&random, 6);
        const unsigned height = 1 + df_random_below(&random, 8);
        check_rectangle(width, height, 1 + df_random_below(&random, 6));
    }
}

/* Pieces whose lists would be long, with the numbers that are found without any bound. */
static void large_pieces(void **state)
{
    (void)state;
    static const struct {
        unsigned width, height, size, count;
    } cuts[] = {{5, 6, 15, 8171},
                {4, 8, 8, 39731},
                {4, 8, 16, 10164},
                {3, 12, 12, 7379},
                {4, 7, 14, 2967}};
    for (size_t i = 0; i < COUNT(cuts); i++) {
        const df_tile_dissection cut = {
            .width = cuts[i].width, .height = cuts[i].height, .size = cuts[i].size};
        assert_true(count_cuts(&cut, 1) == cuts[i].count);
    }
}

/* Numbers of several words: a strip of one row, whose pieces lie end to end; and one of two
 * rows by dominoes, whose numbers are those of Fibonacci. */
static void long_boards(void **state)
{
    (void)state;
    const df_tile_dissection strip = {.width = 1, .height = 300, .size = 100};
    assert_int_equal(count_cuts(&strip, 1), 1);
    const df_tile_dissection dominoes = {.width = 400, .height = 2, .size = 2};
    df_natural number = {0}, before = {0}, wanted = {0};
    const uint64_t one = 1;
    assert_status(df_natural_set(&before, &one, 1), DF_OK);
    assert_status(df_natural_set(&wanted, &one, 1), DF_OK);
    for (unsigned i = 1; i < 400; i++) {
        assert_status(df_natural_add(&before, &before, &wanted), DF_OK);
        const df_natural sum = before;
        before = wanted;
        wanted = sum;
    }
    assert_status(df_tile_count_dissections(&number, &dominoes, NULL, NULL, NULL), DF_OK);
    assert_int_equal(df_natural_compare(&number, &wanted), 0);
    df_natural_free(&number);
    df_natural_free(&before);
    df_natural_free(&wanted);
}

static bool stop_at_square(void *context, uint64_t done, uint64_t all, uint64_t states)
{
    const unsigned *square = context;
    (void)all;
    (void)states;
    return done < *square;
}

static void refusals(void **state)
{
    (void)state;
    df_natural number = {0};
    df_error error = {0};
    const df_tile_dissection six = {.width = 6, .height = 6, .size = 6};
    const df_tile_options little = {.memory = 10000};
    assert_status(df_tile_count_dissections(&number, &six, &little, NULL, &error),
                  DF_ERROR_LIMIT);
    unsigned square = 20;
    const df_tile_options watched = {.watch = stop_at_square, .watch_context = &square};
    assert_status(df_tile_count_dissections(&number, &six, &watched, NULL, &error),
                  DF_ERROR_CANCELLED);
    const df_tile_dissection wide = {.width = 17, .height = 17, .size = 17};
    assert_status(df_tile_count_dissections(&number, &wide, NULL, NULL, &error),
                  DF_ERROR_LIMIT);
    const df_tile_dissection none = {.width = 0, .height = 4, .size = 4};
    assert_status(df_tile_count_dissections(&number, &none, NULL, NULL, &error),
                  DF_ERROR_ARGUMENT);
    const df_tile_dissection odd = {.width = 3, .height = 3, .size = 2};
    assert_int_equal(count_cuts(&odd, 1), 0);
    assert_int_equal(number.count, 0);
}

static df_status count_four(void *unused)
{
    (void)unused;
    df_natural number = {0};
    const df_tile_dissection cut = {.width = 4, .height = 4, .size = 4};
    const df_status status = df_tile_count_dissections(&number, &cut, NULL, NULL, NULL);
    df_natural_free(&number);
    return status;
}

static void memory_fails(void **state)
{
    (void)state;
    alloc_fail_each(count_four, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares),      cmocka_unit_test(rectangles),
        cmocka_unit_test(large_pieces), cmocka_unit_test(long_boards),
        cmocka_unit_test(refusals),     cmocka_unit_test(memory_fails),
    };
    return cmocka_run_group_tests_name("dissect", tests, NULL, NULL);
}

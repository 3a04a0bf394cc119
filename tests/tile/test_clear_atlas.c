/* The atlas of perfect clears: small ones against searches, and the known figures of the one
 * for four rows of ten. That one takes most of a minute and some hundred megabytes, so it is
 * made only with DROPFORGE_TEST_ATLAS=1 in the environment. */
#include <stdlib.h>
#include <string.h>

#include "clear/find/clear_board.h"
#include "clear/solve/solver.h"
#include "core/base/key_set.h"
#include "dropforge/clear.h"
#include "tests/support/clears.h"
#include "tests/support/support.h"

#define MAX_QUEUE (DF_CLEAR_ATLAS_MAX_DROPS + 1)

static df_clear_atlas *make_atlas(unsigned width, unsigned rows)
{
    const df_clear_atlas_options options = {.width = width, .rows = rows};
    df_clear_atlas *atlas = NULL;
    df_error error;
    assert_status(df_clear_atlas_create(&atlas, &options, &error), DF_OK);
    return atlas;
}

/* Asks the atlas and the search for one queue; whether it clears. */
static bool ask_both(const df_clear_atlas *atlas, df_clear_request *request)
{
    bool clears = false;
    df_clear_drop drops[DF_CLEAR_ATLAS_MAX_DROPS];
    assert_status(df_clear_atlas_ask(atlas, request->queue, request->count, request->hold,
                                     &clears, drops),
                  DF_OK);
    df_clear_report report;
    assert_status(df_clear_find(request, NULL, NULL, &report, NULL), DF_OK);
    assert_int_equal(clears, report.outcome == DF_FOUND);
    if (clears)
        check_clear(request, NULL, drops, df_clear_atlas_drops(atlas));
    return clears;
}

typedef struct size {
    unsigned width;
    unsigned rows;
} size;

static const size sizes[] = {{4, 1}, {4, 3}, {4, 4}, {5, 4},  {6, 2}, {6, 4},
                             {7, 4}, {8, 2}, {8, 3}, {10, 2}, {4, 6}};

static void agrees_with_the_search(void **unused)
{
    (void)unused;
    df_piece_set *set = tetrominoes();
    const uint64_t seed = test_seed();
    for (size_t s = 0; s < COUNT(sizes); s++) {
        df_random random;
        df_random_seed(&random, seed, s);
        df_clear_atlas *atlas = make_atlas(sizes[s].width, sizes[s].rows);
        const unsigned drops = df_clear_atlas_drops(atlas);
        assert_int_equal(drops * 4, sizes[s].width * sizes[s].rows);
        df_field *field = NULL;
        assert_status(df_field_create(&field, sizes[s].width, sizes[s].rows), DF_OK);
        uint16_t queue[MAX_QUEUE + 1];
        df_clear_request request = {.set = set, .field = field, .queue = queue, .max = 1};
        request.rows = sizes[s].rows;
        unsigned clear = 0;
        const unsigned cases = test_cases(120);
        for (unsigned i = 0; i < cases; i++) {
            request.hold = i % 2 == 1;
            request.count = drops + df_random_below(&random, 3);
            if (i % 16 == 0)
                request.count = df_random_below(&random, drops);
            for (size_t q = 0; q < request.count; q++)
                queue[q] = (uint16_t)df_random_below(&random, DF_TETROMINOES);
            clear += ask_both(atlas, &request) ? 1 : 0;
        }
        print_message("# %u x %u: %u of %u queues clear\n", sizes[s].width, sizes[s].rows,
                      clear, cases);
        df_field_free(field);
        df_clear_atlas_free(atlas);
    }
    df_piece_set_free(set);
}

/* Counts all queues without hold by asking for each. */
static uint64_t count_asks(const df_clear_atlas *atlas)
{
    const unsigned length = df_clear_atlas_drops(atlas);
    uint64_t total = 1;
    uint64_t clear = 0;
    for (unsigned i = 0; i < length; i++)
        total *= 7;
    for (uint64_t number = 0; number < total; number++) {
        uint16_t queue[MAX_QUEUE];
        bool clears = false;
        uint64_t rest = number;
        for (unsigned i = 0; i < length; i++, rest /= 7)
            queue[i] = (uint16_t)(rest % 7);
        assert_status(df_clear_atlas_ask(atlas, queue, length, false, &clears, NULL), DF_OK);
        clear += clears ? 1 : 0;
    }
    return clear;
}

static void counts_what_it_answers(void **unused)
{
    (void)unused;
    df_piece_set *set = tetrominoes();
    for (size_t s = 0; s < COUNT(sizes); s++) {
        df_clear_atlas *atlas = make_atlas(sizes[s].width, sizes[s].rows);
        const unsigned drops = df_clear_atlas_drops(atlas);
        df_clear_tally count;
        assert_status(df_clear_atlas_count(atlas, DF_CLEAR_ALL_QUEUES, NULL, NULL, &count),
                      DF_OK);
        if (drops <= (test_is_quick() ? 5 : 6))
            assert_true(count.clear == count_asks(atlas));
        assert_status(df_clear_atlas_count(atlas, DF_CLEAR_BAGS_WITH_HOLD, NULL, NULL, &count),
                      DF_OK);
        if (drops <= 6) {
            df_field *field = NULL;
            assert_status(df_field_create(&field, sizes[s].width, sizes[s].rows), DF_OK);
            const df_clear_request request = {
                .set = set, .field = field, .rows = sizes[s].rows, .hold = true};
            df_clear_tally share;
            assert_status(df_clear_count_continuations(&request, drops + 1, 0, &share, NULL),
                          DF_OK);
            assert_true(count.clear == share.clear && count.total == share.total);
            df_field_free(field);
        }
        df_clear_atlas_free(atlas);
    }
    df_piece_set_free(set);
}

/* Boards after the same number of drops, each once. */
typedef struct level {
    uint64_t *boards;
    size_t count;
    size_t capacity;
    key_set seen;
} level;

static void add_board(level *self, uint64_t board)
{
    const uint64_t key = board + 1;
    if (df_key_set_has(&self->seen, &key))
        return;
    assert_true(self->count < self->capacity);
    assert_status(df_key_set_add(&self->seen, &key), DF_OK);
    self->boards[self->count++] = board;
}

static void drop_all(const clear_board *rows, size_t shapes, uint64_t board, level *next)
{
    const uint64_t shadow = clear_board_shadow(rows, board);
    for (size_t i = 0; i < shapes; i++) {
        const clear_shape *shape = &rows->shapes[i];
        uint64_t landings = clear_board_landings(rows, shape, shadow);
        for (; landings != 0; landings &= landings - 1) {
            const uint64_t after =
                df_clear_board_settle(rows, board | shape->mask << bits_lowest(landings));
            if (!df_clear_board_is_hopeless(rows, after))
                add_board(next, after);
        }
    }
}

/* The first levels of ten columns and four rows by the shortest search there is: without
 * mirror images, without going backwards. */
static void reaches_the_known_levels(void **unused)
{
    (void)unused;
    static const size_t known[] = {1, 162, 10563, 328738, 4620839};
    df_piece_set *set = tetrominoes();
    clear_board rows;
    assert_status(df_clear_board_create(&rows, set, 10, 4), DF_OK);
    level levels[COUNT(known)] = {{NULL, 0, 0, {0}}};
    const size_t last = test_is_quick() ? 4 : COUNT(known);
    for (size_t l = 0; l < last; l++) {
        levels[l].capacity = known[l];
        levels[l].boards = malloc(known[l] * sizeof levels[l].boards[0]);
        assert_non_null(levels[l].boards);
        df_key_set_reset(&levels[l].seen, 1);
        if (l == 0)
            add_board(&levels[l], 0);
        for (size_t b = 0; l > 0 && b < levels[l - 1].count; b++)
            drop_all(&rows, rows.first[set->count], levels[l - 1].boards[b], &levels[l]);
        assert_int_equal(levels[l].count, known[l]);
    }
    for (size_t l = 0; l < COUNT(known); l++) {
        free(levels[l].boards);
        df_key_set_free(&levels[l].seen);
    }
    df_clear_board_free(&rows);
    df_piece_set_free(set);
}

static bool stop_at_once(void *context, const df_clear_progress *progress)
{
    (void)progress;
    unsigned *left = context;
    return (*left)-- > 1;
}

static void stops_and_refuses(void **unused)
{
    (void)unused;
    df_clear_atlas *atlas = NULL;
    df_error error = {0};
    unsigned calls = 0;
    df_clear_atlas_options options = {.width = 6, .rows = 4, .memory = 10000};
    assert_status(df_clear_atlas_create(&atlas, &options, &error), DF_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "memory"));
    options.memory = 0;
    options.watch = stop_at_once;
    options.watch_context = &calls;
    for (unsigned n = 1; n < 20; n++) {
        calls = n;
        assert_status(df_clear_atlas_create(&atlas, &options, &error), DF_ERROR_CANCELLED);
    }
    options.watch = NULL;
    static const size bad[] = {{3, 4}, {11, 4}, {10, 0}, {10, 7}, {5, 3}, {8, 6}};
    for (size_t i = 0; i < COUNT(bad); i++) {
        options.width = bad[i].width;
        options.rows = bad[i].rows;
        assert_status(df_clear_atlas_create(&atlas, &options, &error), DF_ERROR_ARGUMENT);
    }
    atlas = make_atlas(4, 2);
    const uint16_t queue[2] = {0, 7};
    bool clears = false;
    assert_status(df_clear_atlas_ask(atlas, queue, 2, false, &clears, NULL), DF_ERROR_ARGUMENT);
    df_clear_tally count;
    assert_status(df_clear_atlas_count(atlas, (df_clear_queues)2, NULL, NULL, &count),
                  DF_ERROR_ARGUMENT);
    assert_true(df_clear_atlas_boards(atlas, 3) == 0);
    df_clear_atlas_free(atlas);
    df_clear_atlas_free(NULL);
}

/* The figures that were known before this program was written. */
static void has_the_known_figures(void **unused)
{
    (void)unused;
    const char *wanted = getenv("DROPFORGE_TEST_ATLAS");
    if (wanted == NULL || wanted[0] != '1') {
        print_message("# not without DROPFORGE_TEST_ATLAS=1\n");
        return;
    }
    static const uint64_t reached[] = {1, 162, 10563, 328738, 4620839};
    df_clear_atlas *atlas = make_atlas(10, 4);
    uint64_t boards = 0;
    for (unsigned l = 0; l <= 10; l++)
        boards += df_clear_atlas_boards(atlas, l);
    assert_true(boards == 6435182);
    for (unsigned l = 0; l < COUNT(reached); l++)
        assert_true(df_clear_atlas_reached(atlas, l) == reached[l]);
    df_clear_tally count;
    assert_status(df_clear_atlas_count(atlas, DF_CLEAR_ALL_QUEUES, NULL, NULL, &count), DF_OK);
    assert_true(count.clear == 118315196 && count.total == 282475249);
    assert_status(df_clear_atlas_count(atlas, DF_CLEAR_BAGS_WITH_HOLD, NULL, NULL, &count),
                  DF_OK);
    assert_true(count.clear == 4233156 && count.total == 4233600);
    df_clear_atlas_free(atlas);
}

/* So many queues that an atlas answers them, against blocks of them that a tree answers. */
static void asks_an_atlas(void **unused)
{
    (void)unused;
    skip_if_quick();
    enum { LENGTH = 7, ALL = 823543, BLOCK = 117649 };
    df_piece_set *set = NULL;
    df_field *field = NULL;
    assert_status(df_piece_set_tetrominoes(&set), DF_OK);
    assert_status(df_field_create(&field, 6, 4), DF_OK);
    const df_clear_request request = {
        .set = set, .field = field, .rows = 4, .rules = DF_CLEAR_HARD_DROP};
    uint16_t *pieces = calloc(ALL * LENGTH, sizeof pieces[0]);
    bool *clears = calloc(2 * ALL, sizeof clears[0]);
    assert_non_null(pieces);
    assert_non_null(clears);
    for (unsigned q = 0; q < ALL; q++) {
        for (unsigned i = 0, rest = q; i < LENGTH; i++, rest /= DF_TETROMINOES)
            pieces[q * LENGTH + i] = (uint16_t)(rest % DF_TETROMINOES);
    }
    df_clear_solver *solvers[2] = {NULL};
    for (size_t s = 0; s < 2; s++) {
        const size_t each = s == 0 ? ALL : BLOCK;
        assert_status(df_clear_solver_create(&solvers[s], &request, NULL), DF_OK);
        for (size_t at = 0; at < ALL; at += each) {
            const df_clear_queue_list list = {
                .pieces = pieces + at * LENGTH, .count = each, .length = LENGTH};
            assert_status(df_clear_solver_ask(solvers[s], &list, true, clears + s * ALL + at,
                                              NULL, NULL, NULL),
                          DF_OK);
        }
    }
    assert_non_null(solvers[0]->atlas);
    assert_null(solvers[1]->atlas);
    assert_memory_equal(clears, clears + ALL, ALL * sizeof clears[0]);
    df_clear_solver_free(solvers[0]);
    df_clear_solver_free(solvers[1]);
    free(clears);
    free(pieces);
    df_field_free(field);
    df_piece_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_search),   cmocka_unit_test(counts_what_it_answers),
        cmocka_unit_test(reaches_the_known_levels), cmocka_unit_test(stops_and_refuses),
        cmocka_unit_test(has_the_known_figures),    cmocka_unit_test(asks_an_atlas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

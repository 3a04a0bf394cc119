/* The atlas of perfect clears: small ones against searches, and the known figures of the one
 * for four rows of ten. That one takes most of a minute and some hundred megabytes, so it is
 * made only with DROPFORGE_TEST_ATLAS=1 in the environment. */
#include <stdlib.h>
#include <string.h>

#include "clear/find/clear_atlas.h"
#include "clear/solve/solver.h"
#include "core/base/key_set.h"
#include "dropforge/clear.h"
#include "tests/support/support.h"

#define MAX_QUEUE (ATLAS_MAX_DROPS + 1)

static clear_atlas *make_atlas(unsigned width, unsigned rows, df_rules rules)
{
    const clear_atlas_options options = {
        .set = shared_set, .width = width, .rows = rows, .rules = rules};
    clear_atlas *atlas = NULL;
    assert_status(df_clear_atlas_create(&atlas, &options), DF_OK);
    return atlas;
}

/* Asks the atlas and the search for one queue; whether it clears. */
static bool ask_both(const clear_atlas *atlas, df_clear_request *request)
{
    const bool clears =
        df_clear_atlas_ask(atlas, request->queue, request->count, request->hold);
    df_clear_report report;
    assert_status(df_clear_find(request, NULL, NULL, &report, NULL), DF_OK);
    assert_int_equal(clears, report.outcome == DF_FOUND);
    return clears;
}

typedef struct size {
    unsigned width;
    unsigned rows;
} size;

static const size sizes[] = {{4, 1}, {4, 3}, {4, 4}, {5, 4},  {6, 2}, {6, 4},
                             {7, 4}, {8, 2}, {8, 3}, {10, 2}, {4, 6}};

/* With mirror images, and without. */
static const df_rules some_rules[] = {
    DF_RULES_SRS, DF_RULES_TUCKS,      DF_RULES_TETRIO,       DF_RULES_NOKICKS,
    DF_RULES_ARS, DF_RULES_T_SOFTDROP, DF_RULES_NULLPOMINO180};

enum { MOST_SQUARES = 24, QUICK_DROPS = 5 };

/* True if a push has no time for an atlas of so many drops. */
static bool is_left_out(const size *board, unsigned most)
{
    return test_is_quick() && board->width * board->rows / 4 > most;
}

TEST(agrees_with_the_search)
{
    for (size_t both = 0; both < 2 * COUNT(sizes); both++) {
        const size_t s = both / 2;
        const df_rules rules =
            both % 2 == 0 ? DF_RULES_HARDDROP : some_rules[s % COUNT(some_rules)];
        if (rules != DF_RULES_HARDDROP && is_left_out(&sizes[s], QUICK_DROPS + 1))
            continue;
        df_random random = test_random(both);
        clear_atlas *atlas = make_atlas(sizes[s].width, sizes[s].rows, rules);
        const unsigned drops = atlas->graph.drops;
        assert_int_equal(drops * 4, sizes[s].width * sizes[s].rows);
        df_field *field = new_field(sizes[s].width, sizes[s].rows);
        uint16_t queue[MAX_QUEUE + 1];
        df_clear_request request = {
            .set = shared_set, .field = field, .queue = queue, .max = 1, .rules = rules};
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
        print_message("# %u x %u, %s: %u of %u queues clear\n", sizes[s].width, sizes[s].rows,
                      df_rules_table[rules].name, clear, cases);
        df_field_free(field);
        df_clear_atlas_free(atlas);
    }
}

/* Counts all queues without hold by asking for each. */
static uint64_t count_asks(const clear_atlas *atlas)
{
    const unsigned length = atlas->graph.drops;
    uint64_t total = 1;
    uint64_t clear = 0;
    for (unsigned i = 0; i < length; i++)
        total *= 7;
    for (uint64_t number = 0; number < total; number++) {
        uint16_t queue[MAX_QUEUE];
        uint64_t rest = number;
        for (unsigned i = 0; i < length; i++, rest /= 7)
            queue[i] = (uint16_t)(rest % 7);
        clear += df_clear_atlas_ask(atlas, queue, length, false) ? 1 : 0;
    }
    return clear;
}

/* Counts the bits of the table, each of which is a queue or that and its mirror image. */
static uint64_t count_bits(const clear_table *table)
{
    uint64_t count = 0;
    const unsigned ends = table->drops < 6 ? 1 : TABLE_ENDS;
    for (unsigned end = 0; end < ends; end++) {
        for (uint64_t i = 0; i < table->each; i++)
            count += bits_count(table->words[table->each * table->place[end] + i]);
    }
    return count;
}

/* Counts the queues of one piece more than drops from bags that clear with hold. */
static void count_bags(const clear_atlas *atlas, uint16_t *queue, unsigned drawn, unsigned bag,
                       uint64_t *clear, uint64_t *total)
{
    if (drawn == atlas->graph.drops + 1) {
        *clear += df_clear_atlas_ask(atlas, queue, drawn, true) ? 1 : 0;
        ++*total;
        return;
    }
    bag = bag == 0 ? 0x7f : bag;
    for (unsigned p = 0; p < DF_TETROMINOES; p++) {
        if ((bag >> p & 1) == 0)
            continue;
        queue[drawn] = (uint16_t)p;
        count_bags(atlas, queue, drawn + 1, bag & ~(1U << p), clear, total);
    }
}

TEST(counts_what_it_answers)
{
    for (size_t s = 0; s < COUNT(sizes); s++) {
        if (sizes[s].width * sizes[s].rows > MOST_SQUARES ||
            is_left_out(&sizes[s], QUICK_DROPS))
            continue;
        clear_atlas *atlas =
            make_atlas(sizes[s].width, sizes[s].rows, some_rules[s % COUNT(some_rules)]);
        assert_true(count_bits(&atlas->table) == count_asks(atlas));
        df_clear_atlas_free(atlas);
    }
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
TEST(reaches_the_known_levels)
{
    static const size_t known[] = {1, 162, 10563, 328738, 4620839};
    clear_board rows;
    assert_status(df_clear_board_create(&rows, shared_set, 10, 4), DF_OK);
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
            drop_all(&rows, rows.first[shared_set->count], levels[l - 1].boards[b], &levels[l]);
        assert_int_equal(levels[l].count, known[l]);
    }
    for (size_t l = 0; l < COUNT(known); l++) {
        free(levels[l].boards);
        df_key_set_free(&levels[l].seen);
    }
    df_clear_board_free(&rows);
}

static bool stop_at_once(void *context, const df_progress *progress)
{
    unsigned *left = context;
    return (*left)-- > 1;
}

TEST(stops_and_refuses)
{
    clear_atlas *atlas = NULL;
    unsigned calls = 0;
    clear_atlas_options options = {.set = shared_set, .width = 6, .rows = 4, .memory = 10000};
    assert_status(df_clear_atlas_create(&atlas, &options), DF_ERROR_LIMIT);
    options.memory = 0;
    options.watch = stop_at_once;
    options.watch_context = &calls;
    for (unsigned n = 1; n < 20; n++) {
        calls = n;
        assert_status(df_clear_atlas_create(&atlas, &options), DF_ERROR_CANCELLED);
    }
    df_clear_atlas_free(NULL);
}

/* The figures that were known before this program was written. */
TEST(has_the_known_figures)
{
    const char *wanted = getenv("DROPFORGE_TEST_ATLAS");
    if (wanted == NULL || wanted[0] != '1') {
        print_message("# not without DROPFORGE_TEST_ATLAS=1\n");
        return;
    }
    clear_atlas *atlas = make_atlas(10, 4, DF_RULES_HARDDROP);
    const graph *boards = &atlas->graph;
    uint64_t both = 0;
    for (unsigned l = 0; l <= 10; l++) {
        for (size_t i = 0; i < boards->levels[l].count; i++) {
            const uint64_t board = boards->levels[l].boards[i];
            both += df_graph_turn(boards, board) == board ? 1 : 2;
        }
    }
    assert_true(both == 6435182);
    assert_true(count_bits(&atlas->table) == 118315196);
    uint16_t queue[MAX_QUEUE];
    uint64_t clear = 0, total = 0;
    count_bags(atlas, queue, 0, 0, &clear, &total);
    assert_true(clear == 4233156 && total == 4233600);
    df_clear_atlas_free(atlas);
}

/* So many queues that an atlas answers them, against blocks of them that a tree answers. */
TEST(long_asks_an_atlas)
{
    enum { LENGTH = 7, ALL = 823543, BLOCK = 117649 };
    df_piece_set *set = NULL;
    assert_status(df_piece_set_tetrominoes(&set), DF_OK);
    df_field *field = new_field(6, 4);
    const df_clear_request request = {
        .set = set, .field = field, .rows = 4, .rules = DF_RULES_HARDDROP};
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
        assert_status(df_clear_solver_create(&solvers[s], &request, false, NULL, NULL), DF_OK);
        for (size_t at = 0; at < ALL; at += each) {
            const df_clear_queues list = {
                .pieces = pieces + at * LENGTH, .count = each, .length = LENGTH, .hold = true};
            assert_status(df_clear_solver_ask(solvers[s], &list, clears + s * ALL + at, NULL),
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

/* All solutions of a board against plain enumeration, and known numbers of them. */
#include <stdlib.h>
#include <string.h>

#include "clear/solve/solver.h"
#include "core/board/field_rows.h"
#include "dropforge/clear.h"
#include "tests/slow/slow_kicks.h"
#include "tests/support/alloc.h"
#include "tests/support/clears.h"
#include "tests/support/support.h"

enum { LONGEST_QUEUE = 10, MAX_WAYS = 200000 };

/* Solutions as sums over their drops, and ways. */
typedef struct solution_list {
    const df_clear_request *request;
    const slow_kicks *kicks; /* of its turns, or NULL */
    uint64_t *sums;
    size_t count;
    uint64_t ways;
} solution_list;

static uint64_t hash_drop(uint16_t piece, uint64_t squares)
{
    uint64_t hash = (squares ^ (uint64_t)(piece + 1) << 60) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
    return hash * UINT64_C(0xbf58476d1ce4e5b9);
}

static void list_sum(solution_list *self, uint64_t sum)
{
    assert_true(self->count < MAX_WAYS);
    self->sums[self->count++] = sum;
}

/* Adds the solution of a way: follows the rows back to where they were at first. */
static df_status list_way(void *context, const df_clear_drop *drops, size_t count)
{
    solution_list *self = context;
    const df_field *field = self->request->field;
    unsigned rows = self->request->rows, origin[DF_CLEAR_SOLVER_MAX_ROWS];
    uint64_t row[DF_CLEAR_SOLVER_MAX_ROWS], sum = 0;
    for (unsigned y = 0; y < rows; y++) {
        origin[y] = y;
        row[y] = field->row[y];
    }
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = &drops[i].drop;
        const df_shape *shape =
            &self->request->set->pieces[drop->piece].shape[drop->orientation];
        uint64_t squares = 0;
        for (unsigned y = 0; y < shape->height; y++) {
            const uint64_t line = (uint64_t)shape->row[y] << drop->x;
            row[drop->y + y] |= line;
            squares |= line << (field->width * origin[drop->y + y]);
        }
        sum += hash_drop(drop->piece, squares);
        unsigned left = 0;
        for (unsigned y = 0; y < rows; y++) {
            row[left] = row[y];
            origin[left] = origin[y];
            left += row[y] == df_field_full_row(field) ? 0 : 1;
        }
        rows = left;
    }
    self->ways++;
    list_sum(self, sum);
    return DF_OK;
}

static df_status list_solution(void *context, const df_clear_solution *solution)
{
    solution_list *self = context;
    uint64_t sum = 0;
    check_clear(self->request, self->kicks, solution->drops, solution->count);
    for (size_t i = 0; i < solution->count; i++)
        sum += hash_drop(solution->drops[i].drop.piece, solution->squares[i]);
    assert_true(solution->ways > 0);
    self->ways += solution->ways;
    list_sum(self, sum);
    return DF_OK;
}

static int compare_sums(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Sorts the sums and leaves one of each. */
static void list_unique(solution_list *self)
{
    size_t kept = 0;
    qsort(self->sums, self->count, sizeof self->sums[0], compare_sums);
    for (size_t i = 0; i < self->count; i++) {
        if (i == 0 || self->sums[i] != self->sums[kept - 1])
            self->sums[kept++] = self->sums[i];
    }
    self->count = kept;
}

/* Fills squares at random: holes and squares in the air are allowed, full rows are not. */
static void fill_some(df_random *random, df_field *field, unsigned rows)
{
    const unsigned in_16 = df_random_below(random, 3) == 0 ? 0 : df_random_below(random, 12);
    for (unsigned y = 0; y < rows; y++) {
        for (unsigned x = 0; x < field->width; x++) {
            if (df_random_below(random, 16) < in_16)
                assert_status(df_field_set(field, x, y, 1), DF_OK);
        }
        if (field->row[y] == df_field_full_row(field))
            assert_status(df_field_set(field, df_random_below(random, field->width), y, 0),
                          DF_OK);
    }
}

static unsigned count_empty(const df_field *field, unsigned rows)
{
    unsigned empty = 0;
    for (unsigned i = 0; i < field->width * rows; i++)
        empty += (field->row[i / field->width] >> i % field->width & 1) == 0;
    return empty;
}

/* Makes a board that pieces of four squares may fill; returns their number. */
static unsigned random_board(df_random *random, df_clear_request *request, df_field **made)
{
    for (;;) {
        const unsigned width = 2 + df_random_below(random, 9);
        const unsigned rows = 1 + df_random_below(random, 6);
        assert_status(df_field_create(made, width, rows + 4), DF_OK);
        fill_some(random, *made, rows);
        const unsigned empty = count_empty(*made, rows);
        request->field = *made;
        request->rows = rows;
        if (empty % 4 == 0 && empty <= 20)
            return empty / 4;
        df_field_free(*made);
    }
}

static void compare_case(uint64_t seed, unsigned number, solution_list *found,
                         solution_list *wanted, uint64_t *solutions)
{
    static slow_kicks kicks;
    df_random random;
    df_random_seed(&random, seed, number);
    df_piece_set *set = tetrominoes();
    df_field *field = NULL;
    uint16_t queue[LONGEST_QUEUE];
    df_clear_request request = {.set = set, .queue = queue, .rules = number % DF_RULES};
    if (request.rules == DF_RULES_TABLE) {
        df_turns turns[DF_TETROMINOES];
        df_piece_set *plain = set;
        slow_kicks_make(&random, &kicks, turns);
        assert_status(df_piece_set_copy(&set, plain, turns), DF_OK);
        request.set = set;
        df_piece_set_free(plain);
    }
    const unsigned drops = random_board(&random, &request, &field);
    request.hold = df_random_below(&random, 3) > 0;
    request.count = drops + df_random_below(&random, 3);
    for (size_t i = 0; i < request.count; i++)
        queue[i] = (uint16_t)df_random_below(&random, DF_TETROMINOES);
    df_clear_solver *solver = NULL;
    assert_status(df_clear_solver_create(&solver, &request, false, NULL, NULL), DF_OK);
    assert_int_equal(solver->board.drops, drops);
    /* As if its graph were too large. */
    solver->lacks_graph = df_random_below(&random, 4) == 0;
    *found = (solution_list){.request = &request, .kicks = &kicks, .sums = found->sums};
    *wanted = (solution_list){.request = &request, .sums = wanted->sums};
    const df_clear_request query = {
        .queue = queue, .count = request.count, .hold = request.hold};
    solver_report report;
    assert_status(df_solver_find(solver, &query, true, list_solution, found, &report, NULL),
                  DF_OK);
    (void)slow_clear(&request, &kicks, list_way, wanted);
    const size_t handed_out = found->count;
    list_unique(found);
    list_unique(wanted);
    if (found->count != wanted->count || found->ways != wanted->ways)
        print_error("case %u: %zu solutions, not %zu\n", number, found->count, wanted->count);
    assert_true(found->count == wanted->count && handed_out == wanted->count);
    assert_true(found->ways == wanted->ways && report.ways == wanted->ways);
    assert_true(report.solutions == wanted->count && report.tilings >= wanted->count);
    for (size_t i = 0; i < wanted->count; i++)
        assert_true(found->sums[i] == wanted->sums[i]);
    assert_int_equal(report.outcome, wanted->count > 0 ? DF_FOUND : DF_NONE);
    const df_clear_queues list = {.pieces = queue,
                                  .count = 1,
                                  .length = request.count,
                                  .hold = request.hold,
                                  .jobs = number % 3};
    bool clears = false;
    assert_status(df_clear_solver_ask(solver, &list, &clears, NULL), DF_OK);
    assert_int_equal(clears, wanted->count > 0);
    *solutions += wanted->count;
    df_clear_solver_free(solver);
    df_field_free(field);
    df_piece_set_free(set);
}

TEST(agrees_with_enumeration)
{
    const uint64_t seed = test_seed();
    const unsigned cases = test_cases(300);
    uint64_t solutions = 0;
    solution_list found = {.sums = malloc(MAX_WAYS * sizeof found.sums[0])};
    solution_list wanted = {.sums = malloc(MAX_WAYS * sizeof wanted.sums[0])};
    assert_true(found.sums != NULL && wanted.sums != NULL);
    for (unsigned i = 0; i < cases; i++)
        compare_case(seed, i, &found, &wanted, &solutions);
    print_message("# %u cases, %lu solutions\n", cases, (unsigned long)solutions);
    assert_true(solutions > 0);
    free(found.sums);
    free(wanted.sums);
}

/* Makes a solver of a board that is drawn from the top, rows joined by '/'. */
static df_clear_solver *solver_of(const df_piece_set *set, const char *drawing, unsigned width,
                                  df_rules rules)
{
    const unsigned rows = ((unsigned)strlen(drawing) + 1) / (width + 1);
    df_clear_solver *solver = NULL;
    df_field *field = new_field(width, rows);
    for (unsigned i = 0; i < width * rows; i++) {
        if (drawing[(rows - 1 - i / width) * (width + 1) + i % width] == '#')
            assert_status(df_field_set(field, i % width, i / width, 1), DF_OK);
    }
    const df_clear_request request = {.set = set, .field = field, .rows = rows, .rules = rules};
    assert_status(df_clear_solver_create(&solver, &request, false, NULL, NULL), DF_OK);
    df_field_free(field);
    return solver;
}

#define EMPTY_FOUR "........../........../........../.........."

/* The numbers of df_clear_find, which finds each of these ways by playing forwards. */
TEST(known_queue)
{
    static const uint16_t queue[] = {DF_T, DF_I, DF_Z, DF_L, DF_I, DF_S,
                                     DF_O, DF_Z, DF_J, DF_T, DF_O};
    static const struct {
        df_rules rules;
        uint64_t solutions, ways;
    } known[] = {{DF_RULES_HARDDROP, 436, 4084},
                 {DF_RULES_SRS, 1636, 51061},
                 {DF_RULES_SRS_180, 1680, 51877},
                 /* 1678 is published for half turns of Jstris. */
                 {DF_RULES_JSTRIS, 1678, 51700}};
    for (size_t i = 0; i < COUNT(known); i++) {
        df_clear_solver *solver = solver_of(shared_set, EMPTY_FOUR, 10, known[i].rules);
        const df_clear_request query = {.queue = queue, .count = COUNT(queue), .hold = true};
        solver_report report;
        assert_status(df_solver_find(solver, &query, true, NULL, NULL, &report, NULL), DF_OK);
        assert_true(report.solutions == known[i].solutions && report.ways == known[i].ways);
        assert_true(report.tilings == 105018);
        /* Bounds the work, which does not depend on the machine. */
        assert_true(report.nodes < 600000);
        df_clear_solver_free(solver);
    }
}

/* Counts the queues of `length` different pieces that clear. */
static size_t count_clearing(df_clear_solver *solver, size_t length, bool hold, size_t total)
{
    uint16_t *pieces = malloc(total * length * sizeof pieces[0]);
    bool *clears = malloc(total * sizeof clears[0]);
    assert_true(pieces != NULL && clears != NULL);
    size_t count = 0, clearing = 0;
    for (uint32_t code = 0; count < total; code++) {
        uint32_t rest = code, used = 0;
        for (size_t i = 0; i < length; i++, rest /= DF_TETROMINOES) {
            pieces[count * length + i] = (uint16_t)(rest % DF_TETROMINOES);
            used |= UINT32_C(1) << rest % DF_TETROMINOES;
        }
        unsigned different = 0;
        for (; used != 0; used &= used - 1)
            different++;
        count += different == length ? 1 : 0;
    }
    const df_clear_queues list = {
        .pieces = pieces, .count = total, .length = length, .hold = hold};
    assert_status(df_clear_solver_ask(solver, &list, clears, NULL), DF_OK);
    for (size_t i = 0; i < total; i++)
        clearing += clears[i] ? 1 : 0;
    free(pieces);
    free(clears);
    return clearing;
}

/* Numbers that other programs publish; the first is in the manual of solution-finder: 61.19 %
 * [514/840]. */
TEST(known_share)
{
    df_clear_solver *solver =
        solver_of(shared_set, "#####....#/######...#/#######..#/######...#", 10, DF_RULES_SRS);
    assert_int_equal(count_clearing(solver, 4, true, 840), 514);
    df_clear_solver_free(solver);
    solver =
        solver_of(shared_set, "###......./###......./###......./###.......", 10, DF_RULES_SRS);
    assert_int_equal(count_clearing(solver, 7, true, 5040), 5040);
    df_clear_solver_free(solver);
    /* The benchmark of sfinder-cpp; IJTZSOL and JITZSOL fail. */
    solver = solver_of(shared_set,
                       "##......../##......../###......#/#######..#/######...#/#######.##", 10,
                       DF_RULES_SRS);
    assert_int_equal(count_clearing(solver, 7, true, 5040), 5038);
    df_clear_solver_free(solver);
}

static bool cancel_watch(void *context, const df_progress *progress)
{
    return ++*(int *)context < 2;
}

/* Queues on the empty board are searched one by one: a tree of all orders would not be worth
 * it. */
TEST(asks_one_by_one)
{
    static const uint16_t pieces[] = {DF_T, DF_I, DF_Z, DF_L, DF_I, DF_S, DF_O,
                                      DF_Z, DF_J, DF_T, DF_S, DF_S, DF_Z, DF_S,
                                      DF_Z, DF_S, DF_Z, DF_S, DF_Z, DF_S};
    df_clear_queues list = {
        .pieces = pieces, .count = 2, .length = 10, .hold = true, .jobs = 2};
    df_clear_solver *solver = solver_of(shared_set, EMPTY_FOUR, 10, DF_RULES_SRS);
    bool clears[2] = {false, true};
    assert_status(df_clear_solver_ask(solver, &list, clears, NULL), DF_OK);
    assert_false(clears[1]);
    df_clear_request query = {.queue = pieces, .count = 10, .hold = true, .max = 1};
    solver_report report;
    assert_status(df_solver_find(solver, &query, false, NULL, NULL, &report, NULL), DF_OK);
    assert_true(report.solutions == (clears[0] ? 1 : 0));
    query.nodes = 100;
    query.max = 0;
    assert_status(df_solver_find(solver, &query, false, NULL, NULL, &report, NULL), DF_OK);
    assert_int_equal(report.outcome, DF_LIMIT);
    int calls = 1;
    list.watch = cancel_watch;
    list.watch_context = &calls;
    assert_status(df_clear_solver_ask(solver, &list, clears, NULL), DF_ERROR_CANCELLED);
    df_clear_solver_free(solver);
}

enum { SPREAD_QUEUES = 32, SPREAD_LENGTH = 9 };

/* Fills a list with pieces from bags, in no order of the queues, and some of them twice. */
static void random_bags(df_random *random, uint16_t *pieces, size_t length)
{
    for (size_t q = 0; q < SPREAD_QUEUES; q++) {
        uint16_t *queue = pieces + q * length;
        for (size_t i = 0; i < length; i++) {
            const size_t k = i / DF_TETROMINOES * DF_TETROMINOES;
            const size_t other = k + df_random_below(random, (unsigned)(i - k + 1));
            queue[i] = queue[other];
            queue[other] = (uint16_t)(i % DF_TETROMINOES);
        }
        if (q > 0 && q % 8 == 0)
            memcpy(queue, queue - length, length * sizeof queue[0]);
    }
}

/* Solutions found for one queue are tried with all others: the answers are those of a search
 * for each queue, with any number of threads. */
TEST(shares_solutions)
{
    size_t clearing = 0, queues = 0;
    for (unsigned i = 0; i < test_cases(60); i++) {
        df_random random = test_random(i);
        df_clear_solver *solver = NULL;
        const unsigned rows = 4, width = 4 + df_random_below(&random, 4);
        df_field *field = new_field(width, rows);
        const df_clear_request request = {
            .set = shared_set, .field = field, .rows = rows, .rules = i % DF_RULES};
        assert_status(df_clear_solver_create(&solver, &request, false, NULL, NULL), DF_OK);
        uint16_t pieces[SPREAD_QUEUES * SPREAD_LENGTH];
        bool clears[2][SPREAD_QUEUES];
        df_clear_queues list = {.pieces = pieces, .count = SPREAD_QUEUES};
        list.length = solver->board.drops + df_random_below(&random, 3);
        random_bags(&random, pieces, list.length);
        df_clear_request query = {
            .count = list.length, .hold = df_random_below(&random, 3) > 0, .max = 1};
        list.hold = query.hold;
        /* As if all tilings were too many. */
        solver->lacks_graph = true;
        for (unsigned t = 0; t < 2; t++) {
            list.jobs = 1 + 3 * t;
            assert_status(df_clear_solver_ask(solver, &list, clears[t], NULL), DF_OK);
        }
        solver->lacks_graph = false;
        for (size_t q = 0; q < SPREAD_QUEUES; q++) {
            solver_report report;
            query.queue = pieces + q * list.length;
            assert_status(df_solver_find(solver, &query, false, NULL, NULL, &report, NULL),
                          DF_OK);
            assert_true(clears[0][q] == (report.solutions > 0) && clears[1][q] == clears[0][q]);
            clearing += report.solutions;
            queues++;
        }
        df_clear_solver_free(solver);
        df_field_free(field);
    }
    print_message("# %zu of %zu queues clear\n", clearing, queues);
    assert_true(clearing > 0 && clearing < queues);
}

/* Six empty rows have too many tilings for a graph. */
TEST(searches_large_boards)
{
    static const uint16_t pieces[] = {DF_I, DF_O, DF_T, DF_S, DF_Z, DF_J, DF_L, DF_I,
                                      DF_O, DF_T, DF_S, DF_Z, DF_J, DF_L, DF_I};
    df_clear_solver *solver =
        solver_of(shared_set, EMPTY_FOUR "/........../..........", 10, DF_RULES_SRS);
    assert_int_equal(solver->board.drops, COUNT(pieces));
    const df_clear_queues list = {
        .pieces = pieces, .count = 1, .length = COUNT(pieces), .hold = true};
    bool clears = false;
    assert_status(df_clear_solver_ask(solver, &list, &clears, NULL), DF_OK);
    assert_true(clears);
    const df_clear_request query = {
        .queue = pieces, .count = COUNT(pieces), .hold = true, .max = 3};
    solver_report report;
    assert_status(df_solver_find(solver, &query, false, NULL, NULL, &report, NULL), DF_OK);
    assert_true(report.solutions == 3 && report.outcome == DF_FOUND);
    df_clear_solver_free(solver);
}

TEST(refuses_what_it_cannot_solve)
{
    static const df_piece_drawing drawings[] = {{"d", "##"}, {"t", "###"}};
    static const uint16_t wrong[] = {DF_TETROMINOES};
    df_clear_solver *solver = NULL;
    df_piece_set *mixed = new_pieces(drawings, COUNT(drawings));
    df_field *field = new_field(10, 10);
    df_clear_request request = {.set = shared_set, .field = field, .rows = 7};
    assert_status(df_clear_solver_create(&solver, &request, false, NULL, NULL),
                  DF_ERROR_ARGUMENT);
    request.rows = 2;
    request.set = mixed;
    assert_status(df_clear_solver_create(&solver, &request, false, NULL, NULL),
                  DF_ERROR_ARGUMENT);
    request.set = shared_set;
    request.rows = 4;
    request.memory = 5000;
    df_error error = {0};
    assert_status(df_clear_solver_create(&solver, &request, false, NULL, &error),
                  DF_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "memory"));
    assert_null(solver);
    request.memory = 0;
    assert_status(df_clear_solver_create(&solver, &request, false, NULL, NULL), DF_OK);
    const df_clear_request query = {.queue = wrong, .count = 1};
    solver_report report;
    assert_status(df_solver_find(solver, &query, false, NULL, NULL, &report, NULL),
                  DF_ERROR_ARGUMENT);
    const df_clear_queues list = {.pieces = wrong, .count = 1, .length = 1, .hold = true};
    bool clears = false;
    assert_status(df_clear_solver_ask(solver, &list, &clears, NULL), DF_ERROR_ARGUMENT);
    df_clear_solver_free(solver);
    df_clear_solver_free(NULL);
    df_field_free(field);
    df_piece_set_free(mixed);
}

TEST(reads_patterns)
{
    static const char text[] = "T[IO]p2 # a comment\n[IO]!,t;tio";
    static const uint16_t wanted[][3] = {
        {DF_I, DF_O, DF_T}, {DF_O, DF_I, DF_T}, {DF_T, DF_I, DF_O}, {DF_T, DF_O, DF_I}};
    df_clear_pattern pattern;
    df_error error = {0};
    assert_status(df_clear_pattern_read(&pattern, text, sizeof text - 1, 0, false, NULL),
                  DF_OK);
    assert_int_equal(pattern.length, 3);
    assert_int_equal(pattern.count, COUNT(wanted));
    for (size_t i = 0; i < COUNT(wanted); i++) {
        for (size_t k = 0; k < 3; k++)
            assert_int_equal(df_clear_pattern_piece(&pattern, pattern.codes[i], k),
                             wanted[i][k]);
        assert_true(df_clear_pattern_has(&pattern, wanted[i]));
    }
    assert_false(df_clear_pattern_has(&pattern, (uint16_t[]){DF_I, DF_T, DF_O}));
    df_clear_pattern_free(&pattern);
    /* It ends with the text, not with a NUL. */
    assert_status(df_clear_pattern_read(&pattern, "TIX", 2, 0, false, NULL), DF_OK);
    assert_int_equal(pattern.length, 2);
    df_clear_pattern_free(&pattern);
    assert_status(df_clear_pattern_read(&pattern, "T\nI*\n", 5, 0, false, &error),
                  DF_ERROR_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 3);
    assert_status(df_clear_pattern_read(&pattern, "T\0", 2, 0, false, &error), DF_ERROR_INPUT);
    assert_int_equal(error.column, 2);
    assert_status(df_clear_pattern_read(&pattern, "", 0, 0, false, NULL), DF_ERROR_INPUT);
}

/* Everything that allocates, once; the first status that is not DF_OK. */
static df_status solve_once(void *context)
{
    static const uint16_t queue[] = {DF_T, DF_I, DF_L, DF_J, DF_O, DF_S};
    df_field *field = NULL;
    df_clear_solver *solver = NULL;
    df_status status = df_field_create(&field, 5, 4);
    if (status != DF_OK)
        return status;
    const df_clear_request request = {
        .set = context, .field = field, .rows = 4, .rules = DF_RULES_SRS};
    status = df_clear_solver_create(&solver, &request, false, NULL, NULL);
    assert_int_equal(solver == NULL, status != DF_OK);
    df_field_free(field);
    const df_clear_request query = {.queue = queue, .count = 6, .hold = true};
    const df_clear_queues list = {
        .pieces = queue, .count = 1, .length = 6, .hold = true, .jobs = 2};
    solver_report report;
    df_clear_pattern pattern = {0};
    bool clears = false;
    if (status == DF_OK)
        status = df_solver_find(solver, &query, false, NULL, NULL, &report, NULL);
    if (status == DF_OK)
        status = df_clear_solver_ask(solver, &list, &clears, NULL);
    if (status == DF_OK) {
        solver->lacks_graph = true;
        status = df_clear_solver_ask(solver, &list, &clears, NULL);
    }
    if (status == DF_OK)
        status = df_clear_pattern_read(&pattern, "*p3", 3, 0, false, NULL);
    df_clear_pattern_free(&pattern);
    df_clear_solver_free(solver);
    return status;
}

TEST(survives_failing_allocations)
{
    alloc_fail_each(solve_once, shared_set);
}

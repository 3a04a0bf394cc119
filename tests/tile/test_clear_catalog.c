/* The solutions of many queues against searches for each queue, and the fewest of them against
 * all choices. */
#include <stdlib.h>
#include <string.h>

#include "clear/ask/set_cover.h"
#include "clear/solve/solver.h"
#include "core/board/field_rows.h"
#include "dropforge/board.h"
#include "dropforge/clear.h"
#include "tests/slow/slow_clear.h"
#include "tests/support/alloc.h"
#include "tests/support/clears.h"
#include "tests/support/support.h"

enum { MAX_SETS = 12, MAX_ELEMENTS = 130, QUEUES = 40, MAX_LENGTH = 8 };

/* Returns the size of the smallest cover by trying all choices. */
static unsigned slow_cover(const uint64_t bits[][3], unsigned sets)
{
    uint64_t all[3] = {0};
    unsigned best = sets;
    for (unsigned s = 0; s < sets; s++) {
        for (unsigned w = 0; w < 3; w++)
            all[w] |= bits[s][w];
    }
    for (unsigned choice = 0; choice < 1U << sets; choice++) {
        uint64_t covered[3] = {0};
        unsigned count = 0;
        for (unsigned s = 0; s < sets; s++) {
            for (unsigned w = 0; (choice >> s & 1) != 0 && w < 3; w++)
                covered[w] |= bits[s][w];
            count += choice >> s & 1;
        }
        if (memcmp(covered, all, sizeof all) == 0 && count < best)
            best = count;
    }
    return best;
}

static void check_cover(const uint64_t bits[][3], unsigned sets, const bool *chosen,
                        size_t count)
{
    uint64_t all[3] = {0}, covered[3] = {0};
    size_t found = 0;
    for (unsigned s = 0; s < sets; s++) {
        for (unsigned w = 0; w < 3; w++) {
            all[w] |= bits[s][w];
            covered[w] |= chosen[s] ? bits[s][w] : 0;
        }
        found += chosen[s] ? 1 : 0;
    }
    assert_memory_equal(covered, all, sizeof all);
    assert_int_equal(found, count);
}

/* Also with a limit: then the bounds enclose the answer. */
TEST(covers_with_the_fewest_sets)
{
    for (unsigned i = 0; i < test_cases(300); i++) {
        df_random random = test_random(i);
        const unsigned sets = df_random_below(&random, MAX_SETS + 1);
        const unsigned elements = 1 + df_random_below(&random, MAX_ELEMENTS);
        const unsigned in_16 = 1 + df_random_below(&random, 8);
        uint64_t bits[MAX_SETS][3] = {{0}};
        for (unsigned s = 0; s < sets; s++) {
            for (unsigned e = 0; e < elements; e++) {
                if (df_random_below(&random, 16) < in_16)
                    bits[s][e / 64] |= UINT64_C(1) << e % 64;
            }
        }
        set_cover_problem problem = {
            .sets = sets, .elements = elements, .bits = bits[0], .words = 3};
        bool chosen[MAX_SETS + 1];
        set_cover_report report;
        memory_budget memory = memory_budget_of(1 << 24);
        const unsigned wanted = slow_cover(bits, sets);
        assert_status(df_set_cover(&problem, chosen, &report, &memory), DF_OK);
        assert_int_equal(report.count, wanted);
        assert_int_equal(report.least, wanted);
        check_cover(bits, sets, chosen, report.count);
        assert_true(memory.left == memory.limit);
        problem.nodes = 1 + i % 2;
        assert_status(df_set_cover(&problem, chosen, &report, &memory), DF_OK);
        assert_true(report.least <= wanted && wanted <= report.count);
        check_cover(bits, sets, chosen, report.count);
    }
}

static int compare_queues(const void *left, const void *right)
{
    const uint16_t *a = left, *b = right;
    for (unsigned i = 0; i < MAX_LENGTH; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

/* Makes queues in ascending order, each once; returns their number. */
static size_t random_queues(df_random *random, uint16_t *pieces, size_t length)
{
    uint16_t queues[QUEUES][MAX_LENGTH] = {{0}};
    for (unsigned q = 0; q < QUEUES; q++) {
        for (size_t i = 0; i < length; i++)
            queues[q][i] = (uint16_t)df_random_below(random, DF_TETROMINOES);
    }
    qsort(queues, QUEUES, sizeof queues[0], compare_queues);
    size_t count = 0;
    for (unsigned q = 0; q < QUEUES; q++) {
        if (q == 0 || compare_queues(queues[q - 1], queues[q]) != 0)
            memcpy(pieces + length * count++, queues[q], length * sizeof pieces[0]);
    }
    return count;
}

/* The catalog that a solution is looked up in, and one queue. */
typedef struct catalog_check {
    const df_clear_catalog *catalog;
    size_t queue;
    size_t found;
    uint64_t ways;
} catalog_check;

static bool has_place(const df_clear_solution *solution, uint64_t squares)
{
    for (size_t i = 0; i < solution->count; i++) {
        if (solution->squares[i] == squares)
            return true;
    }
    return false;
}

static df_status look_up(void *context, const df_clear_solution *solution)
{
    catalog_check *self = context;
    for (size_t i = 0; i < self->catalog->count; i++) {
        const df_clear_catalog_item *item = &self->catalog->items[i];
        size_t same = 0;
        while (same < solution->count && has_place(&item->solution, solution->squares[same]))
            same++;
        if (same < solution->count)
            continue;
        assert_true((item->built[self->queue / 64] >> self->queue % 64 & 1) != 0);
        self->found++;
    }
    self->ways += solution->ways;
    return DF_OK;
}

/* Compares a catalog with searches for each queue. */
static void check_catalog(df_clear_solver *solver, const df_clear_catalog *catalog,
                          const df_clear_queues *request)
{
    const df_clear_queues *queues = request;
    uint64_t ways = 0, built_ways = 0;
    size_t covered = 0;
    bool *unique = calloc(catalog->count + 1, sizeof unique[0]);
    assert_non_null(unique);
    for (size_t q = 0; q < queues->count; q++) {
        const df_clear_request query = {.queue = queues->pieces + q * queues->length,
                                        .count = queues->length,
                                        .hold = request->hold};
        catalog_check check = {.catalog = catalog, .queue = q};
        solver_report report;
        assert_status(df_solver_find(solver, &query, true, look_up, &check, &report, NULL),
                      DF_OK);
        size_t built = 0, last = 0;
        for (size_t i = 0; i < catalog->count; i++) {
            if ((catalog->items[i].built[q / 64] >> q % 64 & 1) != 0) {
                built++;
                last = i;
            }
        }
        assert_int_equal(check.found, report.solutions);
        assert_int_equal(built, report.solutions);
        if (built == 1)
            unique[last] = true;
        covered += built > 0 ? 1 : 0;
        ways += check.ways;
    }
    for (size_t i = 0; i < catalog->count; i++) {
        assert_int_equal(catalog->items[i].is_unique, unique[i]);
        assert_true(i == 0 || catalog->items[i - 1].queues >= catalog->items[i].queues);
        built_ways += catalog->items[i].solution.ways;
    }
    assert_true(catalog->covered == covered && built_ways == ways);
    free(unique);
}

TEST(agrees_with_single_queues)
{
    size_t solutions = 0;
    for (unsigned i = 0; i < test_cases(60); i++) {
        df_random random = test_random(i);
        const unsigned rows = 2 + df_random_below(&random, 3), width = 4 + i % 3;
        df_field *field = new_field(width, rows);
        for (unsigned filled = width * rows % 4; filled > 0;) {
            const unsigned x = df_random_below(&random, width);
            if ((field->row[0] >> x & 1) == 0) {
                assert_status(df_field_set(field, x, 0, 1), DF_OK);
                filled--;
            }
        }
        const df_clear_request board = {
            .set = shared_set, .field = field, .rows = rows, .rules = DF_RULES_SRS};
        df_clear_solver *solver = NULL;
        assert_status(df_clear_solver_create(&solver, &board, false, NULL, NULL), DF_OK);
        uint16_t pieces[QUEUES * MAX_LENGTH];
        const size_t length = solver->board.drops + df_random_below(&random, 3);
        df_clear_queues request = {
            .pieces = pieces, .length = length, .hold = df_random_below(&random, 3) > 0};
        request.count = random_queues(&random, pieces, length);
        df_clear_catalog *catalog = NULL;
        assert_status(df_clear_catalog_create(&catalog, solver, &request, NULL), DF_OK);
        check_catalog(solver, catalog, &request);
        solutions += catalog->count;
        df_clear_catalog_free(catalog);
        df_clear_solver_free(solver);
        df_field_free(field);
    }
    print_message("# %zu solutions\n", solutions);
    assert_true(solutions > 0);
}

/* Plays ways, and counts those with a spin that is wanted. */
typedef struct spin_counter {
    const df_clear_request *request;
    const df_mover *mover; /* of T */
    df_moves *moves;
    df_clear_spins wanted;
    uint64_t ways;
} spin_counter;

/* Drops a piece; returns the rows that clear. */
static unsigned drop_into(uint64_t *row, unsigned height, uint64_t full, const df_shape *shape,
                          const df_drop *drop)
{
    unsigned left = 0;
    for (unsigned y = 0; y < shape->height; y++)
        row[drop->y + y] |= (uint64_t)shape->row[y] << drop->x;
    for (unsigned y = 0; y < height; y++) {
        if (row[y] != full)
            row[left++] = row[y];
    }
    for (unsigned y = left; y < height; y++)
        row[y] = 0;
    return height - left;
}

static df_status count_spins(void *context, const df_clear_drop *drops, size_t count)
{
    spin_counter *self = context;
    const df_field *field = self->request->field;
    const unsigned height = field->height;
    uint64_t row[DF_CLEAR_SOLVER_MAX_ROWS + 4];
    bool found = false;
    for (unsigned y = 0; y < height; y++)
        row[y] = field->row[y];
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = &drops[i].drop;
        unsigned spins = 0;
        if (drop->piece == DF_T) {
            const df_place place = {drop->orientation, drop->x, drop->y};
            df_moves_find(self->moves, self->mover, row, height, 1, 40);
            spins = df_moves_spins(self->moves, row, height, &place);
        }
        const unsigned rows =
            drop_into(row, height, df_field_full_row(field),
                      &self->request->set->pieces[drop->piece].shape[drop->orientation], drop);
        const bool is_full = (spins >> DF_SPIN_FULL & 1) != 0;
        const bool is_spin = is_full || (spins >> DF_SPIN_MINI & 1) != 0;
        if (self->wanted == DF_CLEAR_ANY_SPIN)
            found = found || (is_spin && rows > 0);
        else
            found = found || (is_full && rows + DF_CLEAR_SPIN_SINGLE > self->wanted);
    }
    self->ways += found ? 1 : 0;
    return DF_OK;
}

/* Counts the ways of all queues that make a wanted spin by playing each. */
static uint64_t slow_spins(const df_clear_request *board, const df_clear_queues *request,
                           const df_clear_catalog *catalog)
{
    df_mover *mover = NULL;
    df_moves *moves = NULL;
    uint64_t sum = 0;
    assert_status(
        df_mover_create(&mover, &board->set->pieces[DF_T], board->field->width, DF_RULES_SRS),
        DF_OK);
    assert_status(df_moves_create(&moves), DF_OK);
    for (size_t q = 0; q < request->count; q++) {
        df_clear_request one = *board;
        spin_counter counter = {
            .request = &one, .mover = mover, .moves = moves, .wanted = request->spins};
        one.queue = request->pieces + q * request->length;
        one.count = request->length;
        one.hold = request->hold;
        (void)slow_clear(&one, NULL, count_spins, &counter);
        bool built = false;
        for (size_t i = 0; i < catalog->count; i++)
            built = built || (catalog->items[i].built[q / 64] >> q % 64 & 1) != 0;
        assert_int_equal(built, counter.ways > 0);
        sum += counter.ways;
    }
    df_moves_free(moves);
    df_mover_free(mover);
    return sum;
}

/* The order in which a solution is given has the spin where it is said to be. */
static void check_spin_drops(const df_clear_request *board, const df_clear_queues *request,
                             const df_clear_catalog *catalog)
{
    df_clear_request one = *board;
    one.count = request->length;
    one.hold = request->hold;
    for (size_t i = 0; i < catalog->count; i++) {
        const df_clear_catalog_item *item = &catalog->items[i];
        size_t q = 0;
        while ((item->built[q / 64] >> q % 64 & 1) == 0)
            q++;
        one.queue = request->pieces + q * one.count;
        check_clear(&one, NULL, item->solution.drops, item->solution.count);
        assert_int_equal(item->solution.drops[item->spin].drop.piece, DF_T);
    }
}

TEST(finds_spins)
{
    uint64_t found = 0;
    for (unsigned i = 0; i < test_cases(100); i++) {
        df_random random = test_random(i);
        const unsigned rows = i % 2 == 0 ? 4 : 3, width = i % 2 == 0 ? 5 : 4;
        df_field *field = new_field(width, rows + 4);
        /* A hole under an overhang, or any squares. */
        for (unsigned k = 0; k < width * rows; k++) {
            const bool is_full = i % 2 == 0
                                     ? "#...###..##...#....#"[k] == '#'
                                     : k % width != 0 && df_random_below(&random, 3) == 0;
            if (is_full)
                assert_status(df_field_set(field, k % width, k / width, 1), DF_OK);
        }
        const df_clear_request board = {
            .set = shared_set, .field = field, .rows = rows, .rules = DF_RULES_SRS};
        df_clear_solver *solver = NULL;
        assert_status(df_clear_solver_create(&solver, &board, false, NULL, NULL), DF_OK);
        const size_t length = solver->board.drops + (i % 2 == 0 ? 1 : 0);
        uint16_t pieces[QUEUES * MAX_LENGTH];
        df_clear_queues request = {.pieces = pieces,
                                   .length = length,
                                   .hold = i % 3 > 0,
                                   .spins = (df_clear_spins)(DF_CLEAR_ANY_SPIN + i % 4)};
        if (length > 0) {
            request.count = random_queues(&random, pieces, length);
            df_clear_catalog *catalog = NULL;
            uint64_t ways = 0;
            assert_status(df_clear_catalog_create(&catalog, solver, &request, NULL), DF_OK);
            for (size_t k = 0; k < catalog->count; k++)
                ways += catalog->items[k].solution.ways;
            assert_true(slow_spins(&board, &request, catalog) == ways);
            check_spin_drops(&board, &request, catalog);
            found += ways;
            df_clear_catalog_free(catalog);
        }
        df_clear_solver_free(solver);
        df_field_free(field);
    }
    print_message("# %lu ways with a spin\n", (unsigned long)found);
    assert_true(found > 0);
}

TEST(refuses_queues_out_of_order)
{
    static const uint16_t descending[] = {DF_O, DF_I, DF_I, DF_O}, twice[] = {DF_I, DF_I},
                          wrong[] = {DF_TETROMINOES};
    df_clear_solver *solver = NULL;
    df_clear_catalog *catalog = NULL;
    df_field *field = new_field(4, 2);
    const df_clear_request board = {.set = shared_set, .field = field, .rows = 2};
    assert_status(df_clear_solver_create(&solver, &board, false, NULL, NULL), DF_OK);
    df_clear_queues request = {.pieces = descending, .count = 2, .length = 2};
    assert_status(df_clear_catalog_create(&catalog, solver, &request, NULL), DF_ERROR_ARGUMENT);
    request = (df_clear_queues){.pieces = twice, .count = 2, .length = 1};
    assert_status(df_clear_catalog_create(&catalog, solver, &request, NULL), DF_ERROR_ARGUMENT);
    request = (df_clear_queues){.pieces = wrong, .count = 1, .length = 1};
    assert_status(df_clear_catalog_create(&catalog, solver, &request, NULL), DF_ERROR_ARGUMENT);
    assert_null(catalog);
    request = (df_clear_queues){.length = 2};
    assert_status(df_clear_catalog_create(&catalog, solver, &request, NULL), DF_OK);
    assert_int_equal(catalog->count, 0);
    size_t minimum, least;
    assert_status(df_clear_catalog_minimize(catalog, 0, NULL, &minimum, &least), DF_OK);
    assert_int_equal(minimum, 0);
    df_clear_catalog_free(catalog);
    df_clear_catalog_free(NULL);
    df_clear_solver_free(solver);
    df_field_free(field);
}

static df_status count_order(void *context, const uint16_t *pieces, size_t count)
{
    assert_int_equal(count, 5);
    ++*(size_t *)context;
    return DF_OK;
}

/* A target of two rows, and wrong ones. */
static df_status fill_target(void *context)
{
    static const uint16_t queue[] = {DF_O, DF_O, DF_I};
    df_field *field = NULL;
    df_clear_solver *solver = NULL;
    df_clear_catalog *catalog = NULL;
    df_status status = df_field_create(&field, 6, 3);
    if (status != DF_OK)
        return status;
    const df_clear_request board = {
        .set = context, .field = field, .rows = 3, .rules = DF_RULES_SRS};
    status = df_clear_solver_create(&solver, &board, true, NULL, NULL);
    /* Two squares, each of another O, side by side; the I does not fit. */
    const df_clear_queues request = {.pieces = queue,
                                     .count = 1,
                                     .length = COUNT(queue),
                                     .hold = true,
                                     .must = 0x12,
                                     .may = 0x6db};
    if (status == DF_OK)
        status = df_clear_catalog_create(&catalog, solver, &request, NULL);
    if (status == DF_OK) {
        assert_int_equal(catalog->count, 1);
        assert_int_equal(catalog->items[0].solution.count, 2);
        assert_true((catalog->items[0].solution.squares[0] |
                     catalog->items[0].solution.squares[1]) == 0x6db);
    }
    df_clear_catalog_free(catalog);
    df_clear_solver_free(solver);
    df_field_free(field);
    return status;
}

/* The best of two drops on two rows, with one piece seen, and wrong questions. */
static df_status choose_drop(void *context)
{
    static const uint16_t queue[] = {DF_O}, wrong[] = {DF_TETROMINOES};
    df_field *field = NULL;
    df_clear_solver *solver = NULL;
    df_clear_choice *choices = NULL;
    size_t count = 0;
    df_clear_tally tally;
    df_status status = df_field_create(&field, 4, 2);
    if (status != DF_OK)
        return status;
    const df_clear_request board = {
        .set = context, .field = field, .rows = 2, .rules = DF_RULES_SRS};
    status = df_clear_solver_create(&solver, &board, false, NULL, NULL);
    df_clear_request request = {.queue = queue, .count = 1, .bag = 1U << DF_O};
    if (status == DF_OK)
        status = df_clear_solver_best(solver, &request, &choices, &count, &tally, NULL);
    if (status == DF_OK) {
        /* Another O comes next: it goes to the other side. */
        assert_true(tally.clear == 1 && tally.total == 1 && tally.complete);
        assert_int_equal(count, 2);
        assert_int_equal(choices[0].drop.drop.x, 0);
        request.queue = wrong;
        assert_status(df_clear_solver_best(solver, &request, NULL, NULL, NULL, NULL),
                      DF_ERROR_ARGUMENT);
        request = (df_clear_request){.queue = queue, .count = 1, .held = true};
        assert_status(df_clear_solver_best(solver, &request, NULL, NULL, NULL, NULL),
                      DF_ERROR_ARGUMENT);
        request = (df_clear_request){.queue = queue, .count = 0};
        assert_status(df_clear_solver_best(solver, &request, NULL, NULL, NULL, NULL),
                      DF_ERROR_ARGUMENT);
    }
    free(choices);
    df_clear_solver_free(solver);
    df_field_free(field);
    return status;
}

/* Everything that allocates, once; the first status that is not DF_OK. */
static df_status catalog_once(void *context)
{
    static uint16_t pieces[QUEUES * MAX_LENGTH];
    df_random random;
    df_random_seed(&random, 1, 0);
    df_field *field = NULL;
    df_clear_solver *solver = NULL;
    df_clear_catalog *catalog = NULL;
    bool chosen[1000];
    df_status status = df_field_create(&field, 5, 4);
    if (status != DF_OK)
        return status;
    const df_clear_request board = {
        .set = context, .field = field, .rows = 4, .rules = DF_RULES_HARDDROP};
    status = df_clear_solver_create(&solver, &board, false, NULL, NULL);
    df_clear_queues request = {.pieces = pieces, .length = 6, .hold = true};
    request.count = random_queues(&random, pieces, 6);
    if (status == DF_OK)
        status = df_clear_catalog_create(&catalog, solver, &request, NULL);
    assert_true(catalog == NULL || catalog->count < COUNT(chosen));
    size_t minimum, least;
    if (status == DF_OK)
        status = df_clear_catalog_minimize(catalog, 0, chosen, &minimum, &least);
    size_t orders = 0;
    if (status == DF_OK && catalog->count > 0)
        status =
            df_clear_solver_orders(solver, &catalog->items[0].solution, count_order, &orders);
    df_clear_kept *kept = NULL;
    size_t kept_count = 0;
    bool saves[QUEUES];
    if (status == DF_OK)
        status = df_clear_catalog_list_kept(catalog, &request, &kept, &kept_count);
    free(kept);
    if (status == DF_OK)
        status = df_clear_catalog_save(catalog, &request, context, "T||!(I&&O)", saves, NULL);
    df_clear_catalog_free(catalog);
    catalog = NULL;
    request.count = 2;
    if (status == DF_OK)
        status = df_clear_catalog_create(&catalog, solver, &request, NULL);
    df_clear_catalog_free(catalog);
    df_clear_solver_free(solver);
    df_field_free(field);
    return status;
}

TEST(survives_failing_allocations)
{
    alloc_fail_each(catalog_once, shared_set);
    alloc_fail_each(fill_target, shared_set);
    alloc_fail_each(choose_drop, shared_set);
}

/* Packed matrices: the search against a slow one that drops every piece everywhere, on
 * random problems and on all small ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/random.h"
#include "print/pack/pack.h"
#include "tests/slow/slow_pack.h"
#include "tests/support/support.h"

/* Enough to decide every problem of up to SURE_ROWS rows here. On a few taller ones the
 * search gives up, but it must not be wrong. */
#define NODE_LIMIT UINT64_C(100000)
#define SURE_ROWS 6

/* How many profiles of heights the slow search may have to look at. */
#define FEW_PROFILES 300000
#define MANY_PROFILES 5000000

/* The kit that all tests share, so that it has to forget one problem before the next. */
typedef struct bench {
    df_piece_set *set;
    pack_kit kit;
    pack_problem problem; /* under test */
    pack_solution packing;
    unsigned problems, found, undecided;
} bench;

static bench *create_bench(void)
{
    bench *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->set = tetrominoes();
    df_pack_kit_init(&self->kit, self->set);
    return self;
}

static void free_bench(bench *self)
{
    df_pack_kit_free(&self->kit);
    df_piece_set_free(self->set);
    free(self);
}

static int set_up(void **state)
{
    *state = create_bench();
    return 0;
}

static int tear_down(void **state)
{
    free_bench(*state);
    return 0;
}

const test_fixture each_test = {set_up, tear_down};

/* Searches the problem at hand and checks the packing, if there is one. */
static df_outcome search(bench *self, uint64_t seed)
{
    df_outcome outcome = DF_LIMIT;
    assert_status(
        df_pack_search(&self->kit, &self->problem, seed, NODE_LIMIT, &outcome, &self->packing),
        DF_OK);
    if (outcome == DF_FOUND)
        slow_pack_check(&self->problem, self->set, &self->packing);
    return outcome;
}

/* Both searches must agree, whatever order the shapes are tried in. */
static void compare(bench *self, uint64_t first_seed, unsigned seeds)
{
    const df_outcome wanted = slow_pack_search(&self->problem, self->set) ? DF_FOUND : DF_NONE;
    self->problems++;
    self->found += wanted == DF_FOUND;
    for (uint64_t seed = first_seed; seed < first_seed + seeds; seed++) {
        const df_outcome outcome = search(self, seed);
        if (outcome == DF_LIMIT && self->problem.rows > SURE_ROWS) {
            self->undecided++;
            return;
        }
        if (outcome == wanted)
            continue;
        slow_pack_print(&self->problem);
        print_error("outcome %d, where the slow search says %d (seed %llu)\n", outcome, wanted,
                    (unsigned long long)seed);
        assert_int_equal(outcome, wanted);
    }
}

static void finish_tally(bench *self)
{
    printf("# %u problems, %u with a packing, %u undecided\n", self->problems, self->found,
           self->undecided);
    /* A test that sees only one outcome tests little. */
    assert_in_range(self->found, 1, self->problems - 1);
    assert_in_range(self->undecided, 0, 1 + self->problems / 50);
}

static bool few_profiles(const pack_problem *problem, size_t max)
{
    size_t profiles = 1;
    for (unsigned x = 0; x < problem->width; x++)
        profiles *= problem->rows + 1;
    return profiles <= max;
}

static uint64_t random_columns(df_random *random, unsigned width)
{
    uint64_t columns = df_random_next(random);
    if (df_random_below(random, 2) == 0) /* few of them */
        columns &= df_random_next(random);
    return columns & bits_span(0, width);
}

/* Fills random squares of row 0, and now and then some of the next rows above them. */
static void fill_stacks(df_random *random, pack_problem *problem)
{
    problem->filled[0] = random_columns(random, problem->width);
    for (unsigned y = 1; y < problem->rows && df_random_below(random, 4) == 0; y++)
        problem->filled[y] = problem->filled[y - 1] & df_random_next(random);
}

/* Leaves the upper part of some columns free, at a wall or anywhere. */
static void leave_for_later(df_random *random, pack_problem *problem)
{
    for (unsigned columns = 1 + df_random_below(random, 2); columns > 0; columns--) {
        const unsigned any = df_random_below(random, problem->width);
        const unsigned x = df_random_below(random, 2) == 0 ? problem->width - 1 : any;
        for (unsigned y = df_random_below(random, problem->rows); y < problem->rows; y++)
            problem->later[y] |= UINT64_C(1) << x & ~problem->filled[y];
    }
}

/* Most are low. Almost all have a number of free squares that can be cut into pieces: for
 * the others both searches say the same for a dull reason. */
static pack_problem random_problem(df_random *random, size_t max_profiles, bool later)
{
    for (;;) {
        const bool tall = df_random_below(random, 8) == 0;
        pack_problem problem = {
            .width = 1 + df_random_below(random, 9),
            .rows = 1 + df_random_below(random, tall ? PACK_MAX_ROWS : SURE_ROWS)};
        if (!few_profiles(&problem, max_profiles))
            continue;
        fill_stacks(random, &problem);
        if (later)
            leave_for_later(random, &problem);
        if (df_random_below(random, 3) != 0)
            problem.carried = random_columns(random, problem.width);
        if (slow_pack_free_squares(&problem) % 4 == 0 || df_random_below(random, 50) == 0)
            return problem;
    }
}

static void compare_random_problems(bench *self, bool later, uint64_t stream)
{
    df_random random = test_random(stream);
    for (unsigned i = test_cases(4000); i > 0; i--) {
        self->problem =
            random_problem(&random, i % 40 == 0 ? MANY_PROFILES : FEW_PROFILES, later);
        compare(self, df_random_next(&random), 2);
    }
    finish_tally(self);
}

TEST(random_stacks)
{
    compare_random_problems(*state, false, 20);
}

TEST(random_squares_for_later)
{
    compare_random_problems(*state, true, 21);
}

/* Every row 0 on every base row. */
static void compare_all(bench *self, unsigned width, unsigned rows)
{
    const uint64_t end = UINT64_C(1) << width;
    for (uint64_t filled = 0; filled < end; filled++) {
        for (uint64_t carried = 0; carried < end; carried++) {
            self->problem = (pack_problem){
                .width = width, .rows = rows, .filled = {filled}, .carried = carried};
            if (slow_pack_free_squares(&self->problem) % 4 == 0)
                compare(self, filled ^ carried, 1);
        }
    }
}

TEST(all_narrow_problems)
{
    bench *self = *state;
    for (unsigned rows = 1; rows <= PACK_MAX_ROWS; rows++) {
        for (unsigned width = 1; width <= 3; width++)
            compare_all(self, width, rows);
        if (rows <= 6)
            compare_all(self, 4, rows);
        if (rows <= 4)
            compare_all(self, 5, rows);
    }
    finish_tally(self);
}

/* Every row 0 with nothing below, where it is hardest to begin. */
TEST(all_rows_on_nothing)
{
    bench *self = *state;
    for (unsigned width = 4; width <= 8; width++) {
        for (unsigned rows = 1; rows <= 4; rows++) {
            for (uint64_t filled = 0; filled < UINT64_C(1) << width; filled++) {
                self->problem =
                    (pack_problem){.width = width, .rows = rows, .filled = {filled}};
                if (slow_pack_free_squares(&self->problem) % 4 == 0)
                    compare(self, filled, 1);
            }
        }
    }
    finish_tally(self);
}

/* Platforms of four rows: what a hook or a bar will fill is left free. */
TEST(platforms)
{
    bench *self = *state;
    for (unsigned width = 4; width <= 8; width++) {
        const uint64_t edge = UINT64_C(1) << (width - 1);
        for (unsigned start = 0; start + 3 <= width; start++) {
            self->problem = (pack_problem){
                .width = width,
                .rows = 4,
                .filled = {bits_span(start, 3), bits_span(start + 1, 1)},
                .later = {0, edge, edge, edge | edge >> 1},
            };
            compare(self, start, 3);
            self->problem.later[0] = edge;
            self->problem.later[3] = edge;
            if (start + 3 < width)
                compare(self, start, 3);
        }
    }
    finish_tally(self);
}

/* Problems on which a search that forgets a little of its state was wrong with some seeds,
 * and some at the limits of what the rules allow. */
TEST(with_many_seeds)
{
    bench *self = *state;
    static const char *const drawings[] = {
        "...-/...-/...-/..../..../#.../....",
        "....--/....../###..#/......",
        "-....-/-...../....../#...../......",
        "..../####/....",
        "..../####/..#.",
        ".../.../.../###/...",
        "..../....",
        "..../...#",
        "-/-/-/-/.",
        "....-/.....",
        "....-/#....",
    };
    for (size_t i = 0; i < COUNT(drawings); i++) {
        self->problem = slow_pack_read(drawings[i]);
        compare(self, 0, test_cases(300));
    }
    finish_tally(self);
}

/* Checks what one square needs on a whole playfield, without the slow search. */
static pack_problem emitting_problem(unsigned rows, unsigned start)
{
    return (pack_problem){.width = 21, .rows = rows, .filled = {bits_span(start, 3)}};
}

TEST(same_seed_same_packing)
{
    bench *self = *state;
    bench *other = create_bench();
    self->problem = emitting_problem(7, 3);
    unsigned different = 0;
    for (uint64_t seed = 0; seed < 5; seed++) {
        assert_int_equal(search(self, seed), DF_FOUND);
        /* Neither another kit nor what a kit has searched before makes a difference. */
        other->problem = emitting_problem(3, 5);
        assert_int_equal(search(other, seed + 7), DF_FOUND);
        other->problem = self->problem;
        assert_int_equal(search(other, seed), DF_FOUND);
        assert_int_equal(other->packing.count, self->packing.count);
        const size_t size = self->packing.count * sizeof(pack_piece);
        assert_memory_equal(other->packing.pieces, self->packing.pieces, size);
        assert_int_equal(search(other, seed + 1), DF_FOUND);
        different += memcmp(other->packing.pieces, self->packing.pieces, size) != 0;
    }
    assert_in_range(different, 1, 5);
    free_bench(other);
}

/* The limit is exact: one node less than needed is too few, and nothing is written then. */
static void check_limits(bench *self, df_outcome wanted)
{
    const uint64_t before = self->kit.nodes;
    assert_int_equal(search(self, 1), wanted);
    const uint64_t nodes = self->kit.nodes - before;
    const uint64_t limits[] = {0, 1, nodes / 2, nodes > 0 ? nodes - 1 : 0, nodes, nodes + 1};
    for (size_t i = 0; i < COUNT(limits); i++) {
        const uint64_t spent = self->kit.nodes;
        const bool enough = limits[i] > 0 && limits[i] >= nodes;
        df_outcome outcome = DF_NONE;
        self->packing.count = 12345;
        assert_status(
            df_pack_search(&self->kit, &self->problem, 1, limits[i], &outcome, &self->packing),
            DF_OK);
        assert_int_equal(outcome, enough ? wanted : DF_LIMIT);
        assert_true(self->kit.nodes - spent == (enough ? nodes : limits[i]));
        if (outcome != DF_FOUND)
            assert_int_equal(self->packing.count, 12345);
    }
}

TEST(node_limit_is_kept)
{
    bench *self = *state;
    self->problem = emitting_problem(7, 3);
    check_limits(self, DF_FOUND);
    self->problem = emitting_problem(3, 4);
    check_limits(self, DF_FOUND);
    self->problem = emitting_problem(3, 3);
    check_limits(self, DF_NONE);
    self->problem = slow_pack_read("...../...../...../...../#..../.....");
    check_limits(self, DF_FOUND);
    /* A tower that is not steady on its foot. */
    self->problem = slow_pack_read(".../.../.../.../.../.../.#./...");
    check_limits(self, DF_NONE);
}

TEST(fewest_rows_by_number)
{
    assert_int_equal(df_pack_fewest_rows(21, 3, 1), 3);
    assert_int_equal(df_pack_fewest_rows(21, 3, 4), 7);
    assert_int_equal(df_pack_fewest_rows(21, 21, 1), 1);
    assert_int_equal(df_pack_fewest_rows(21, 0, 1), 4);
    assert_int_equal(df_pack_fewest_rows(20, 3, 1), 0);
    assert_int_equal(df_pack_fewest_rows(20, 4, 1), 1);
    assert_int_equal(df_pack_fewest_rows(2, 4, 1), 2);
}

/* The height that the slow search finds is the fewest, and the lower ones have been
 * disproved. */
TEST(fewest_rows_by_search)
{
    bench *self = *state;
    df_random random = test_random(25);
    for (unsigned i = test_cases(300); i > 0; i--) {
        const unsigned width = 3 + 2 * df_random_below(&random, 2);
        const uint64_t filled = random_columns(&random, width);
        const uint64_t carried = random_columns(&random, width);
        df_outcome outcome = DF_LIMIT;
        unsigned rows = 0, proved = 0, none = 0, wanted = 0;
        assert_status(df_pack_search_fewest(&self->kit, width, filled, carried, i, NODE_LIMIT,
                                            &outcome, &rows, &proved, &self->packing),
                      DF_OK);
        for (unsigned h = 1; h <= PACK_MAX_ROWS && wanted == 0; h++) {
            self->problem = (pack_problem){
                .width = width, .rows = h, .filled = {filled}, .carried = carried};
            if (slow_pack_free_squares(&self->problem) % 4 != 0)
                continue;
            if (slow_pack_search(&self->problem, self->set))
                wanted = h;
            else
                none++;
        }
        assert_int_equal(outcome, wanted != 0 ? DF_FOUND : DF_NONE);
        assert_int_equal(rows, wanted);
        assert_int_equal(proved, none);
        if (wanted != 0)
            slow_pack_check(&self->problem, self->set, &self->packing);
    }
}

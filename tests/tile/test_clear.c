/* Perfect clears: all ways against plain enumeration. */
#include <string.h>

#include "core/board/drop.h"
#include "dropforge/clear.h"
#include "dropforge/plan.h"
#include "tests/slow/slow_clear.h"
#include "tests/support/clears.h"
#include "tests/support/support.h"

#define QUEUE 10

/* A sum over ways that does not depend on their order. */
typedef struct digest {
    const df_clear_request *request;
    uint64_t sum;
    uint64_t ways;
} digest;

static df_status add_way(void *context, const df_clear_drop *drops, size_t count)
{
    digest *self = context;
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = &drops[i].drop;
        const uint64_t word = (uint64_t)drop->piece << 32 | (uint64_t)drop->y << 16 |
                              (uint64_t)drop->orientation << 12 | (uint64_t)drop->x << 4 |
                              (drops[i].hold ? 1 : 0);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    self->sum += hash;
    self->ways++;
    return DF_OK;
}

static df_status replay(void *context, const df_clear_drop *drops, size_t count)
{
    check_clear(((digest *)context)->request, NULL, drops, count);
    return add_way(context, drops, count);
}

/* Drops random pieces into the field, as long as they stay within the rows. */
static void drop_some(df_random *random, df_field *field, const df_piece_set *set,
                      unsigned *rows)
{
    for (unsigned drops = df_random_below(random, 3); drops > 0; drops--) {
        const df_drop drop = {.piece = (uint16_t)df_random_below(random, (uint32_t)set->count),
                              .orientation = (uint8_t)df_random_below(random, 4),
                              .x = (uint8_t)df_random_below(random, field->width)};
        df_landing landing;
        const df_refusal refusal = df_drop_preview(field, set, &drop, DF_RULES_ABOVE, &landing);
        const df_shape *shape = &set->pieces[drop.piece].shape[drop.orientation];
        if (refusal == DF_REFUSAL_NONE && landing.y + shape->height <= *rows &&
            landing.cleared_count < *rows) {
            assert_int_equal(df_drop_apply(field, set, &drop, DF_RULES_ABOVE, &landing),
                             DF_REFUSAL_NONE);
            *rows -= landing.cleared_count;
        }
    }
}

/* A set with pieces of several sizes: the unit is 1 there. */
static df_piece_set *mixed_set(void)
{
    static const df_piece_drawing drawings[] = {
        {"d", "##"}, {"t", "###"}, {"v", "#./##"}, {"u", "#.#/###"}, {"m", "#"}};
    return new_pieces(drawings, COUNT(drawings));
}

static void compare_one(uint64_t seed, unsigned number, bool mixed, df_rules rules,
                        uint64_t *ways)
{
    df_random random;
    df_random_seed(&random, seed, number);
    df_piece_set *set = mixed ? mixed_set() : tetrominoes();
    unsigned width = (mixed ? 3 : 4) + df_random_below(&random, 3);
    if (!mixed && df_random_below(&random, 8) == 0)
        width = 10;
    unsigned rows = 1 + df_random_below(&random, width == 10 || mixed ? 2 : 4);
    df_field *field = new_field(width, rows + 4);
    drop_some(&random, field, set, &rows);
    uint16_t queue[QUEUE];
    const uint32_t max = mixed ? 5 : 7;
    df_clear_request request = {.set = set, .field = field, .rows = rows, .queue = queue};
    request.rules = rules;
    /* Mostly as many pieces as are needed, or a few more. */
    request.count = df_random_below(&random, max);
    if (!mixed && width * rows / 4 < max && df_random_below(&random, 4) > 0)
        request.count = width * rows / 4 + df_random_below(&random, 2);
    request.hold = df_random_below(&random, 2) == 1;
    for (size_t i = 0; i < request.count; i++)
        queue[i] = (uint16_t)df_random_below(&random, (uint32_t)set->count);
    digest found = {.request = &request};
    digest wanted = {.request = &request};
    df_clear_report report;
    assert_status(df_clear_find(&request, replay, &found, &report, NULL), DF_OK);
    (void)slow_clear(&request, NULL, replay, &wanted);
    if (found.sum != wanted.sum || found.ways != wanted.ways)
        print_error("case %u: %lu ways, not %lu\n", number, (unsigned long)found.ways,
                    (unsigned long)wanted.ways);
    assert_true(found.sum == wanted.sum);
    assert_true(found.ways == wanted.ways && report.ways == wanted.ways);
    assert_int_equal(report.outcome, wanted.ways > 0 ? DF_FOUND : DF_NONE);
    *ways += found.ways;
    df_field_free(field);
    df_piece_set_free(set);
}

TEST(finds_every_way)
{
    const uint64_t seed = test_seed();
    uint64_t ways = 0;
    const unsigned cases = test_cases(1500);
    for (unsigned i = 0; i < cases; i++)
        compare_one(seed, i, i % 4 == 3, DF_RULES_HARDDROP, &ways);
    print_message("# %u cases, %lu ways\n", cases, (unsigned long)ways);
    assert_true(ways > 0);
}

TEST(finds_every_way_with_moves)
{
    const uint64_t seed = test_seed();
    uint64_t ways = 0;
    const unsigned cases = test_cases(300);
    for (unsigned i = 0; i < cases; i++)
        compare_one(seed, i, i % 4 == 3, i % 3 == 0 ? DF_RULES_SRS_180 : DF_RULES_SRS, &ways);
    print_message("# %u cases, %lu ways\n", cases, (unsigned long)ways);
    assert_true(ways > 0);
}

static uint16_t letter(const df_piece_set *set, char name)
{
    return (uint16_t)df_piece_set_find(set, &name, 1);
}

/* Four rows of an empty field of tetrominoes, with hold, and eleven pieces that are known. */
typedef struct four_rows {
    df_piece_set *set;
    df_field *field;
    uint16_t queue[11];
    df_clear_request request;
} four_rows;

static void four_rows_begin(four_rows *self, unsigned height, const char *names, uint64_t max)
{
    self->set = tetrominoes();
    assert_status(df_field_create(&self->field, 10, height), DF_OK);
    for (size_t i = 0; i < COUNT(self->queue); i++)
        self->queue[i] = letter(self->set, names[i]);
    self->request = (df_clear_request){.set = self->set,
                                       .field = self->field,
                                       .rows = 4,
                                       .queue = self->queue,
                                       .count = COUNT(self->queue),
                                       .hold = true,
                                       .max = max};
}

static void four_rows_end(four_rows *self)
{
    df_field_free(self->field);
    df_piece_set_free(self->set);
}

TEST(clears_four_rows)
{
    four_rows self;
    four_rows_begin(&self, 4, "LZTOSIJTLZO", 1);
    df_clear_request request = self.request;
    digest found = {.request = &request};
    df_clear_report report;
    assert_status(df_clear_find(&request, replay, &found, &report, NULL), DF_OK);
    assert_int_equal(report.outcome, DF_FOUND);
    assert_int_equal(report.ways, 1);
    print_message("# %lu nodes\n", (unsigned long)report.nodes);
    request.nodes = 5;
    assert_status(df_clear_find(&request, NULL, NULL, &report, NULL), DF_OK);
    assert_int_equal(report.outcome, DF_LIMIT);
    assert_int_equal(report.nodes, 5);
    four_rows_end(&self);
}

/* The way as a plan, settled and played. */
static df_status play_plan(void *context, const df_clear_drop *drops, size_t count)
{
    const df_clear_request *request = ((digest *)context)->request;
    df_field *field = NULL;
    df_plan_summary summary;
    df_plan *plan = new_plan(request->set, request->field->width, 20);
    plan->rules = DF_RULES_SRS;
    for (size_t i = 0; i < count; i++)
        assert_status(df_plan_add(plan, drops[i].drop), DF_OK);
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL), DF_OK);
    assert_status(df_plan_settle(plan, 1, NULL), DF_OK);
    assert_status(df_plan_play(plan, NULL, NULL, &field, &summary, NULL), DF_OK);
    assert_int_equal(df_field_top(field), 0);
    assert_int_equal(summary.rows_cleared, request->rows);
    df_field_free(field);
    df_plan_free(plan);
    return replay(context, drops, count);
}

/* One of the 444 queues of the atlas that nothing but slips and spins clears. */
TEST(long_moves_clear_more)
{
    four_rows self;
    four_rows_begin(&self, 8, "OTIJLSZLZSO", 5);
    df_clear_request request = self.request;
    digest found = {.request = &request};
    df_clear_report report;
    assert_status(df_clear_find(&request, NULL, NULL, &report, NULL), DF_OK);
    assert_int_equal(report.outcome, DF_NONE);
    request.rules = DF_RULES_SRS;
    assert_status(df_clear_find(&request, play_plan, &found, &report, NULL), DF_OK);
    assert_int_equal(report.outcome, DF_FOUND);
    assert_int_equal(report.ways, 5);
    four_rows_end(&self);
}

TEST(refuses_what_is_outside)
{
    df_field *field = draw_field(".#./.../##.");
    uint16_t queue[1] = {7};
    df_clear_request request = {.set = shared_set, .field = field, .rows = 3, .queue = queue};
    df_clear_report report;
    assert_status(df_clear_find(&request, NULL, NULL, &report, NULL), DF_OK);
    assert_int_equal(report.outcome, DF_NONE);
    request.count = 1;
    assert_status(df_clear_find(&request, NULL, NULL, &report, NULL), DF_ERROR_ARGUMENT);
    request.count = 0;
    request.rows = 4;
    assert_status(df_clear_find(&request, NULL, NULL, &report, NULL), DF_ERROR_ARGUMENT);
    request.rows = 2;
    assert_status(df_clear_find(&request, NULL, NULL, &report, NULL), DF_ERROR_ARGUMENT);
    request.rules = DF_RULES;
    request.rows = 3;
    assert_status(df_clear_find(&request, NULL, NULL, &report, NULL), DF_ERROR_ARGUMENT);
    request.rules = DF_RULES_HARDDROP;
    request.rows = 0;
    assert_status(df_clear_find(&request, NULL, NULL, &report, NULL), DF_ERROR_ARGUMENT);
    assert_status(df_field_set(field, 2, 0, 1), DF_OK);
    request.rows = 3;
    assert_status(df_clear_find(&request, NULL, NULL, &report, NULL), DF_ERROR_ARGUMENT);
    df_field_free(field);
}

/* Where the memory suffices the answer is the same, and where it does not there is none. */
TEST(keeps_to_its_memory)
{
    df_field *field = new_field(10, 4);
    const uint16_t queue[] = {DF_I, DF_O, DF_T, DF_S, DF_Z, DF_J, DF_L, DF_S, DF_O, DF_Z};
    df_clear_request request = {
        .set = shared_set, .field = field, .rows = 4, .queue = queue, .count = 10};
    df_clear_report wanted, report = {.nodes = 1};
    assert_status(df_clear_find(&request, NULL, NULL, &wanted, NULL), DF_OK);
    for (request.memory = 100; report.nodes == 1; request.memory *= 10) {
        df_error error = {0};
        const df_status status = df_clear_find(&request, NULL, NULL, &report, &error);
        assert_int_equal(report.nodes, status == DF_OK ? wanted.nodes : 1);
        if (status != DF_OK) {
            assert_status(status, DF_ERROR_LIMIT);
            assert_non_null(strstr(error.text, " of memory it may use"));
        }
        assert_true(request.memory > 1000 || status == DF_ERROR_LIMIT);
    }
    df_field_free(field);
}

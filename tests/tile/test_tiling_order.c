/* Tilings that are dropped and drawn: the number of their drop orders, plans that replay them,
 * and what they look like. test_tiling.c compares with slow searches. */
#include <string.h>

#include "core/base/natural.h"
#include "dropforge/plan.h"
#include "dropforge/tile.h"
#include "tests/support/support.h"

static df_tilings *create(const df_piece_set *set, unsigned width, unsigned height)
{
    df_tilings *tilings = NULL;
    assert_status(df_tilings_create(&tilings, set, width, height, NULL, NULL), DF_OK);
    return tilings;
}

static df_status sum_orders(void *context, const df_tiling *tiling)
{
    df_natural orders = {0};
    assert_status(df_tiling_orders(tiling, 0, &orders), DF_OK);
    assert_int_equal(orders.count, 1);
    *(uint64_t *)context += orders.words[0];
    df_natural_free(&orders);
    return DF_OK;
}

/* All linear extensions of all tilings; 14,191,526,498 for ten columns. */
TEST(test_sum_of_orders)
{
    static const uint64_t sums[] = {1, 5, 40, 409, 4946, 73758, 1286686};
    for (unsigned i = 0; i < COUNT(sums); i++) {
        df_tilings *tilings = create(shared_set, i + 1, 4);
        uint64_t sum = 0;
        assert_status(df_tilings_list(tilings, NULL, 0, sum_orders, &sum), DF_OK);
        assert_int_equal(sum, sums[i]);
        df_tilings_free(tilings);
    }
}

/* Uprights may be dropped in any order: n! of them. */
TEST(test_many_orders)
{
    df_piece_set *set = single_piece("#/#");
    df_natural factorial = {0}, orders = {0};
    const uint64_t one = 1;
    assert_status(df_natural_set(&factorial, &one, 1), DF_OK);
    for (unsigned n = 1; n <= 24; n++) {
        df_drop pieces[24] = {{0}};
        for (unsigned i = 0; i < n; i++)
            pieces[i].x = (uint8_t)i;
        const df_tiling tiling = {n, 2, set, pieces, NULL, n, 0};
        assert_status(df_natural_multiply_small(&factorial, &factorial, n), DF_OK);
        if (n > 16 && n < (test_is_small() ? 22 : 21))
            continue;
        const size_t limit = n < 21 ? 0 : n < 22 ? 1 << 23 : 1000;
        const df_status status = df_tiling_orders(&tiling, limit, &orders);
        assert_status(status, n < 22 ? DF_OK : DF_ERROR_LIMIT);
        if (n < 22)
            assert_int_equal(df_natural_compare(&orders, &factorial), 0);
    }
    df_natural_free(&factorial);
    df_natural_free(&orders);
    df_piece_set_free(set);
}

/* A U on its side holds another piece that lies on it and under it. */
TEST(test_cannot_be_dropped)
{
    const df_piece_drawing drawings[] = {{"U", "##/#./##"}, {"P", "#"}};
    df_piece_set *set = new_pieces(drawings, COUNT(drawings));
    const df_drop pieces[] = {{.piece = 0}, {.piece = 1, .x = 1, .y = 1}};
    const df_tiling tiling = {2, 3, set, pieces, pieces + 1, 1, 1};
    df_drop drops[2];
    df_outcome outcome = DF_LIMIT;
    df_natural orders = {0};
    assert_status(df_tiling_order(&tiling, true, drops, &outcome), DF_OK);
    assert_int_equal(outcome, DF_NONE);
    assert_status(df_tiling_orders(&tiling, 0, &orders), DF_OK);
    assert_int_equal(orders.count, 0);
    df_piece_set_free(set);
}

/* Replays the tilings of 10 x 4 as plans, or one in every few of them. */
typedef struct replay {
    unsigned every;
    unsigned number;
} replay;

static df_status play(void *context, const df_tiling *tiling)
{
    replay *self = context;
    if (self->number++ % self->every != 0)
        return DF_OK;
    df_drop drops[10];
    df_outcome outcome = DF_NONE;
    df_plan_summary summary;
    df_field *field = NULL;
    df_error error = {0};
    assert_status(df_tiling_order(tiling, true, drops, &outcome), DF_OK);
    assert_int_equal(outcome, DF_FOUND);
    df_plan *plan = new_plan(tiling->set, tiling->width, 20);
    for (size_t i = 0; i < COUNT(drops); i++)
        assert_status(df_plan_add(plan, drops[i]), DF_OK);
    assert_status(df_plan_play(plan, NULL, NULL, &field, &summary, &error), DF_OK);
    assert_int_equal(summary.rows_cleared, tiling->height);
    assert_int_equal(df_field_top(field), 0);
    df_field_free(field);
    df_plan_free(plan);
    return DF_OK;
}

TEST(test_orders_replay)
{
    df_tilings *tilings = create(shared_set, 10, 4);
    /* All of them, unless everything is on a smaller scale. */
    replay self = {.every = test_is_small() ? 97 : 1};
    assert_status(df_tilings_list(tilings, NULL, 0, play, &self), DF_OK);
    assert_int_equal(self.number, 796558);
    df_tilings_free(tilings);
}

static df_status draw(void *context, const df_tiling *tiling)
{
    char *text = context;
    df_tiling_draw(tiling, DF_TILING_SYMBOLS, text + strlen(text));
    strcat(text, "\n");
    return DF_OK;
}

/* The article's three fillings of two columns, and the one that has a fault line. */
TEST(test_drawings)
{
    df_tilings *tilings = create(shared_set, 2, 4);
    char text[256] = "";
    assert_status(df_tilings_list(tilings, NULL, 0, draw, text), DF_OK);
    assert_string_equal(text, "II\nII\nII\nII\n\nOO\nOO\nOO\nOO\n\n"
                              "PP\nPJ\nPJ\nJJ\n\n77\nL7\nL7\nLL\n\n");
    df_tilings_free(tilings);
    const df_drop pieces[] = {{.piece = DF_J, .orientation = DF_EAST}, {.piece = DF_O, .x = 2}};
    const df_tiling tiling = {4, 3, shared_set, pieces, pieces + 1, 1, 1};
    df_tiling_draw(&tiling, DF_TILING_LETTERS, text);
    assert_string_equal(text, "AA..\nA.BB\nA.BB\n");
    df_tiling_draw(&tiling, DF_TILING_NAMES, text);
    assert_string_equal(text, "JJ..\nJ.OO\nJ.OO\n");
}

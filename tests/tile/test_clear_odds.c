/* The chance of a clear by best play on empty boards, from the boards that bags build: against
 * play on the boards of all solutions. */
#include <stdlib.h>
#include <string.h>

#include "clear/ask/choice_odds.h"
#include "tests/support/support.h"

enum { MAX_CONTINUATIONS = 1000 };

typedef struct odds_case {
    unsigned width, rows;
} odds_case;

static const odds_case boards[] = {{10, 2}, {5, 4}, {6, 4}, {7, 4},
                                   {4, 4},  {4, 1}, {8, 2}, {4, 5}};

static const df_rules some_rules[] = {DF_RULES_SRS, DF_RULES_HARDDROP, DF_RULES_TETRIO,
                                      DF_RULES_ARS, DF_RULES_NULLPOMINO180};

/* Draws the pieces that are seen, and what the bag holds after them. */
static void draw_game(df_random *random, size_t length, df_clear_request *request,
                      uint16_t *queue)
{
    uint64_t total = 0;
    request->hold = df_random_below(random, 4) != 0;
    length += request->hold ? 1 : 0;
    do {
        request->held = request->hold && df_random_below(random, 4) == 0;
        request->count = (request->held ? 2U : 1U) + df_random_below(random, (uint32_t)length);
        request->bag = 0;
        for (size_t i = 0; i < request->count; i++) {
            const uint64_t full = bits_low(DF_TETROMINOES);
            if (request->bag == 0)
                request->bag = full;
            do
                queue[i] = (uint16_t)df_random_below(random, DF_TETROMINOES);
            while ((request->bag >> queue[i] & 1) == 0);
            request->bag &= ~(UINT64_C(1) << queue[i]);
        }
        if (df_random_below(random, 3) == 0)
            request->bag = df_random_below(random, 128);
        uint64_t bag = bits_count(request->bag);
        total = 1;
        for (size_t i = request->count; i < length; i++) {
            bag = bag == 0 ? DF_TETROMINOES : bag;
            total *= bag--;
        }
    } while (total > MAX_CONTINUATIONS);
}

static int compare_choices(const void *a, const void *b)
{
    return memcmp(&((const df_clear_choice *)a)->drop, &((const df_clear_choice *)b)->drop,
                  sizeof(df_clear_drop));
}

/* True if both lists have the same drops with the same values, but for those without any. */
static bool same_choices(df_clear_choice *some, size_t count, df_clear_choice *others,
                         size_t other_count)
{
    qsort(some, count, sizeof some[0], compare_choices);
    qsort(others, other_count, sizeof others[0], compare_choices);
    size_t j = 0;
    for (size_t i = 0; i < count; i++) {
        if (some[i].clear == 0)
            continue;
        if (j == other_count || some[i].clear != others[j].clear ||
            compare_choices(&some[i], &others[j]) != 0)
            return false;
        j++;
    }
    return j == other_count;
}

static void agrees_with_solutions(void **state)
{
    size_t uncertain = 0;
    for (size_t b = 0; b < COUNT(boards); b++) {
        df_random random = test_random(b);
        df_field *field = new_field(boards[b].width, boards[b].rows);
        const unsigned cases = test_cases(30);
        for (unsigned i = 0; i < cases; i++) {
            const df_clear_request board = {.set = shared_set,
                                            .field = field,
                                            .rows = boards[b].rows,
                                            .rules = some_rules[i % COUNT(some_rules)]};
            df_clear_solver *solver = NULL;
            unsigned drops = 0;
            assert_status(df_clear_solver_create(&solver, &board, false, &drops, NULL), DF_OK);
            uint16_t queue[32];
            df_clear_request game = {.queue = queue};
            draw_game(&random, drops, &game, queue);
            df_clear_choice *found = NULL, *wanted = NULL;
            size_t found_count = 0, wanted_count = 0;
            df_clear_tally made, known;
            assert_true(df_choice_has_odds(solver));
            assert_status(df_choice_find_odds(solver, &game, &found, &found_count, &made),
                          DF_OK);
            assert_status(
                df_clear_solver_best(solver, &game, &wanted, &wanted_count, &known, NULL),
                DF_OK);
            assert_true(made.complete && made.clear == known.clear &&
                        made.total == known.total);
            assert_true(same_choices(found, found_count, wanted, wanted_count));
            uncertain += made.clear > 0 && made.clear < made.total ? 1 : 0;
            free(found);
            free(wanted);
            df_clear_solver_free(solver);
        }
        df_field_free(field);
    }
    print_message("# %zu chances are neither 0 nor 1\n", uncertain);
    assert_true(uncertain > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_solutions)};
    return cmocka_run_group_tests(tests, share_tetrominoes, release_tetrominoes);
}

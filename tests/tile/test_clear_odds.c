/* The chance of a clear by best play, from the boards that bags build: against play on the
 * boards of all solutions, and against plain play on empty boards. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clear/ask/choice_odds.h"
#include "clear/find/clear_odds.h"
#include "core/board/field_rows.h"
#include "tests/slow/slow_odds.h"
#include "tests/support/support.h"

enum { MAX_CONTINUATIONS = 1000 };

typedef struct odds_case {
    unsigned width, rows;
} odds_case;

static const odds_case boards[] = {{10, 2}, {5, 4}, {6, 4},  {7, 4}, {4, 4}, {4, 1},
                                   {8, 2},  {4, 5}, {10, 4}, {8, 5}, {7, 3}};

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

/* Fills squares at random, of larger boards all but 20, and no row; also in the air. */
static void fill_field(df_random *random, df_field *field)
{
    const unsigned squares = (unsigned)field->width * field->height;
    unsigned empty = 0;
    bool has_full = false;
    do {
        const unsigned in_16 =
            squares > 28 ? 6 + df_random_below(random, 6) : df_random_below(random, 3) * 4;
        empty = 0;
        has_full = false;
        for (unsigned i = 0; i < squares; i++) {
            const bool full = df_random_below(random, 16) < in_16;
            assert_status(df_field_set(field, i % field->width, i / field->width, full ? 1 : 0),
                          DF_OK);
            empty += full ? 0 : 1;
        }
        for (unsigned y = 0; y < field->height; y++)
            has_full = has_full || field->row[y] == df_field_full_row(field);
    } while (empty % 4 != 0 || empty == 0 || has_full || (squares > 28 && empty > 20));
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

TEST(agrees_with_solutions)
{
    size_t uncertain = 0;
    for (size_t b = 0; b < COUNT(boards); b++) {
        df_random random = test_random(b);
        df_field *field = new_field(boards[b].width, boards[b].rows);
        const bool is_large = boards[b].width * boards[b].rows > 28;
        const unsigned cases = is_large ? test_share(30, 3) : test_cases(30);
        for (unsigned i = 0; i < cases; i++) {
            fill_field(&random, field);
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

/* The answers for all queues of some length, beside those of plain play. */
typedef struct odds_check {
    slow_odds *plain;
    df_clear_request query;
    bool mirrors;
    uint64_t clear;
} odds_check;

static df_status check_queue(void *context, const uint16_t *queue, const df_clear_tally *tally,
                             const df_clear_choice *choices, size_t count)
{
    odds_check *self = context;
    const unsigned seen = (unsigned)self->query.count;
    uint16_t mirrored[DF_TETROMINOES];
    uint64_t total = 0;
    const uint64_t clear =
        slow_odds_find(self->plain, self->query.hold, seen, queue, seen, &total);
    assert_true(tally->clear == clear && tally->total == total);
    assert_true(tally->complete && tally->most == clear);
    for (size_t i = 0; i < seen; i++)
        mirrored[i] = df_graph_mirror[queue[i]];
    assert_true(!self->mirrors || slow_odds_find(self->plain, self->query.hold, seen, mirrored,
                                                 seen, &total) == clear);
    self->clear += clear;
    return DF_OK;
}

/* Compares a board with hold and without, for all numbers of pieces that are seen. */
static void compare_with_plain(unsigned width, unsigned rows, df_rules rules)
{
    df_field *field = new_field(width, rows);
    const df_clear_request board = {
        .set = shared_set, .field = field, .rows = rows, .rules = rules};
    df_clear_solver *solver = NULL;
    unsigned drops = 0;
    assert_status(df_clear_solver_create(&solver, &board, false, &drops, NULL), DF_OK);
    odds_check check = {.plain = slow_odds_create(&board),
                        .mirrors = df_rules_have(rules, DF_TRAIT_MIRRORS)};
    for (unsigned hold = 0; hold < 2; hold++) {
        uint64_t before = 0, total = 0;
        for (unsigned seen = 1; seen <= drops + hold && seen <= DF_TETROMINOES; seen++) {
            check.query = (df_clear_request){.count = seen, .hold = hold == 1};
            check.clear = 0;
            assert_status(df_clear_solver_odds(solver, &check.query, check_queue, &check, NULL),
                          DF_OK);
            assert_int_equal(slow_odds_find(check.plain, hold == 1, seen, NULL, 0, &total),
                             check.clear);
            assert_true(before <= check.clear);
            before = check.clear;
        }
        print_message("# %u x %u, %s, %s, all seen: %" PRIu64 " of %" PRIu64 "\n", width, rows,
                      df_rules_table[rules].name, hold ? "hold" : "no hold", before, total);
    }
    slow_odds_free(check.plain);
    df_clear_solver_free(solver);
    df_field_free(field);
}

/* Plays all queues of a deal that begin with `count` pieces, which make a set; returns how many
 * clear, and adds up the chances. */
static size_t play_all(const clear_odds *odds, uint16_t *queue, size_t count, uint16_t set,
                       uint64_t *chances)
{
    const clear_deal *deal = odds->deal;
    if (count == odds->seen)
        *chances += df_odds_first(odds, queue);
    if (count == deal->length) {
        odds_game game = df_odds_begin(odds, queue, count);
        while (game.level < odds->graph->drops && df_odds_play(odds, &game))
            continue;
        return game.level == odds->graph->drops ? 1 : 0;
    }
    size_t clear = 0;
    for (uint16_t p = 0; p < DF_TETROMINOES; p++) {
        const uint16_t next = deal->sets[count][set].next[p];
        queue[count] = p;
        if (next != DEAL_NONE)
            clear += play_all(odds, queue, count + 1, next, chances);
    }
    return clear;
}

TEST(plays_as_well_as_it_says)
{
    static clear_deal deal;
    for (unsigned hold = 0; hold < 2; hold++) {
        const deal_request dealt = {.length = 5 + hold, .hold = hold == 1};
        assert_status(df_deal_make(&deal, &dealt), DF_OK);
        graph drops = {0};
        const clear_atlas_options options = {
            .set = shared_set, .width = 5, .rows = 4, .rules = DF_RULES_SRS, .deal = &deal};
        assert_status(df_graph_create(&drops, &options), DF_OK);
        for (size_t seen = 1; seen <= deal.length; seen++) {
            clear_odds odds = {.graph = &drops,
                               .deal = &deal,
                               .seen = seen,
                               .hold = hold == 1,
                               .keeps = true,
                               .memory = &drops.memory};
            uint16_t queue[DEAL_MAX_DEALT];
            uint64_t chances = 0;
            assert_status(df_odds_find(&odds), DF_OK);
            const size_t clear = play_all(&odds, queue, 0, 0, &chances);
            assert_true(clear == chances && clear > 0);
            df_odds_free(&odds);
        }
        df_graph_free(&drops);
    }
}

TEST(asks_for_queues_of_bags)
{
    enum { QUEUES = 200 };
    static const odds_case sizes[] = {{5, 4}, {6, 4}, {7, 4}, {8, 4}};
    df_random random = test_random(COUNT(boards));
    const size_t count = test_is_small() ? 2 : COUNT(sizes);
    for (size_t i = 0; i < count; i++) {
        df_field *field = new_field(sizes[i].width, sizes[i].rows);
        const df_clear_request board = {.set = shared_set,
                                        .field = field,
                                        .rows = sizes[i].rows,
                                        .rules = i % 2 == 0 ? DF_RULES_SRS : DF_RULES_HARDDROP};
        df_clear_solver *solver = NULL;
        unsigned drops = 0;
        assert_status(df_clear_solver_create(&solver, &board, false, &drops, NULL), DF_OK);
        uint16_t pieces[QUEUES * 8];
        bool found[QUEUES] = {false}, wanted[QUEUES];
        df_clear_queues queues = {.pieces = pieces, .count = QUEUES, .length = drops};
        for (size_t k = 0; k < (size_t)QUEUES * drops; k++) {
            const size_t first = k - k % drops % DF_TETROMINOES;
            bool is_new = false;
            while (!is_new) {
                pieces[k] = (uint16_t)df_random_below(&random, DF_TETROMINOES);
                is_new = true;
                for (size_t j = first; j < k; j++)
                    is_new = is_new && pieces[j] != pieces[k];
            }
        }
        assert_true(df_choice_has_bags(&queues));
        assert_status(df_choice_ask_odds(solver, &queues, found), DF_OK);
        assert_status(df_clear_solver_ask(solver, &queues, wanted, NULL), DF_OK);
        assert_memory_equal(found, wanted, sizeof found);
        pieces[1] = pieces[0];
        assert_false(df_choice_has_bags(&queues));
        queues = (df_clear_queues){.pieces = pieces, .count = 1, .length = 1, .hold = true};
        assert_false(df_choice_has_bags(&queues));
        df_clear_solver_free(solver);
        df_field_free(field);
    }
}

TEST(agrees_with_plain_play)
{
    static const odds_case sizes[] = {{4, 3}, {4, 4}};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        compare_with_plain(sizes[i].width, sizes[i].rows, DF_RULES_HARDDROP);
        compare_with_plain(sizes[i].width, sizes[i].rows, DF_RULES_SRS);
    }
}

TEST(long_agrees_with_plain_play)
{
    compare_with_plain(10, 2, DF_RULES_SRS);
    for (size_t r = 0; r < COUNT(some_rules); r++) {
        compare_with_plain(5, 4, some_rules[r]);
        compare_with_plain(6, 4, some_rules[r]);
    }
}

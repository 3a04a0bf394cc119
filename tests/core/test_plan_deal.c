/* Plans whose pieces are dealt: what a hand can drop, compared with a search through all ways
 * to use the hold; queues that a dealer does not deal; and that such plans come back from a
 * text. */
#include <string.h>

#include "core/base/random.h"
#include "core/board/plan_deal.h"
#include "core/format/plan_texts.h"
#include "dropforge/plan.h"
#include "tests/support/alloc.h"
#include "tests/support/plans.h"

/* True if some use of the hold serves the pieces. `held` is -1 for none. */
static bool slow_serves(const df_plan_deal *deal, const uint16_t *pieces, size_t count,
                        size_t taken, int held)
{
    if (count == 0)
        return true;
    if (taken >= deal->count)
        return false;
    const int current = deal->queue[taken];
    if (current == pieces[0] && slow_serves(deal, pieces + 1, count - 1, taken + 1, held))
        return true;
    if (!deal->hold)
        return false;
    if (held >= 0)
        return held == pieces[0] &&
               slow_serves(deal, pieces + 1, count - 1, taken + 1, current);
    return taken + 1 < deal->count && deal->queue[taken + 1] == pieces[0] &&
           slow_serves(deal, pieces + 1, count - 1, taken + 2, current);
}

/* Takes the pieces one by one; false if that ends before the last. */
static bool hand_serves(const df_plan_deal *deal, const uint16_t *pieces, size_t count)
{
    df_hand hand = {0};
    for (size_t i = 0; i < count; i++) {
        const df_hand before = hand;
        bool holds = false;
        if (!df_hand_take(&hand, deal, pieces[i], &holds)) {
            assert_memory_equal(&hand, &before, sizeof hand);
            return false;
        }
        assert_int_equal(holds, hand.held != before.held || hand.taken > before.taken + 1 ||
                                    deal->queue[before.taken] != pieces[i]);
    }
    return true;
}

TEST(hands)
{
    df_random random = test_random(0);
    unsigned served = 0, refused = 0;
    for (unsigned n = 0; n < test_cases(20000); n++) {
        uint16_t queue[12], pieces[12];
        const uint32_t kinds = 2 + df_random_below(&random, 3);
        const df_plan_deal deal = {.deal = DF_DEAL_GIVEN,
                                   .hold = n % 4 != 0,
                                   .queue = queue,
                                   .count = df_random_below(&random, COUNT(queue) + 1)};
        const size_t count = df_random_below(&random, COUNT(pieces) + 1);
        for (size_t i = 0; i < deal.count; i++)
            queue[i] = (uint16_t)df_random_below(&random, kinds);
        /* Mostly what some hand would drop. */
        df_hand hand = {0};
        for (size_t i = 0; i < count; i++) {
            pieces[i] = (uint16_t)df_random_below(&random, kinds);
            if (df_random_below(&random, 8) != 0) {
                for (uint16_t k = 0; k < kinds; k++) {
                    if (df_hand_take(&hand, &deal, (uint16_t)((pieces[i] + k) % kinds), NULL)) {
                        pieces[i] = (uint16_t)((pieces[i] + k) % kinds);
                        break;
                    }
                }
            }
        }
        const bool serves = slow_serves(&deal, pieces, count, 0, -1);
        assert_int_equal(hand_serves(&deal, pieces, count), serves);
        served += serves;
        refused += !serves;
    }
    assert_true(served > 0 && refused > 0);
}

static df_plan *new_dealt(const df_piece_set *set, const df_plan_deal *deal)
{
    df_plan *plan = new_plan(set, 10, 20);
    assert_status(df_plan_set_deal(plan, deal), DF_OK);
    return plan;
}

TEST(wrong_deals)
{
    df_piece_set *other = false_tetrominoes();
    uint16_t queue[] = {DF_T, DF_TETROMINOES};
    df_plan_deal deal = {.deal = DF_DEAL_GIVEN, .queue = queue, .count = 1};
    df_plan *plan = new_plan(other, 10, 20);
    assert_status(df_plan_set_deal(plan, &deal), DF_ERROR_ARGUMENT);
    assert_status(df_plan_add_dealt(plan, DF_T), DF_ERROR_ARGUMENT);
    df_plan_free(plan);
    plan = new_dealt(shared_set, &deal);
    deal.count = 2;
    assert_status(df_plan_set_deal(plan, &deal), DF_ERROR_ARGUMENT);
    deal.count = 1;
    deal.deal = (df_deal)(DF_DEALS);
    assert_status(df_plan_set_deal(plan, &deal), DF_ERROR_ARGUMENT);
    assert_int_equal(plan->deal->count, 1);
    assert_status(df_plan_add_dealt(plan, DF_TETROMINOES), DF_ERROR_ARGUMENT);
    assert_status(df_plan_adopt(plan, other), DF_ERROR_ARGUMENT);
    assert_status(df_plan_set_deal(plan, plan->deal), DF_OK);
    assert_int_equal(plan->deal->queue[0], DF_T);
    assert_status(df_plan_set_deal(plan, NULL), DF_OK);
    assert_null(plan->deal);
    df_plan_free(plan);
    df_piece_set_free(other);
}

static void check_refusal(const df_plan *plan, const char *text)
{
    df_error error = {0};
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, &error), DF_ERROR_MOVE);
    assert_string_equal(error.text, text);
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL), DF_ERROR_MOVE);
}

TEST(plays_what_is_dealt)
{
    uint16_t queue[] = {DF_S, DF_I, DF_O, DF_T};
    df_plan_deal deal = {.deal = DF_DEAL_TETRIO, .seed = 7, .queue = queue, .count = 4};
    df_plan *plan = new_dealt(shared_set, &deal);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_S}), DF_OK);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_O, .x = 3}), DF_OK);
    check_refusal(plan, "drop 2, O N in column 3: the current piece is I; drop what comes or "
                        "mend the queue");
    assert_status(df_plan_settle(plan, 20, NULL), DF_ERROR_MOVE);
    plan->deal->hold = true;
    assert_status(df_plan_settle(plan, 20, NULL), DF_OK);
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL), DF_OK);
    assert_int_equal(plan->deal->count, 4);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_Z, .x = 6}), DF_OK);
    check_refusal(plan,
                  "drop 3, Z N in column 6: the current piece is T and hold gives I; drop "
                  "what comes or mend the queue");
    plan->drops[2].piece = DF_T;
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_I, .x = 6, .y = 3}), DF_OK);
    check_refusal(plan, "drop 4, I N in column 6: the queue has ended before this drop; add "
                        "pieces to it");
    plan->deal->seed = 8;
    check_refusal(plan,
                  "piece 2 of the queue is I, and the deal has L there; mend the queue or "
                  "the seed");
    df_text text = {0};
    df_error error = {0};
    plan->deal->seed = 7;
    plan->count = 3;
    plan->colors[DF_J].given = true;
    assert_status(df_blocks_write(&text, plan, &error), DF_ERROR_LIMIT);
    assert_string_equal(error.text,
                        "blocks cannot say how pieces are dealt; write a drop list");
    df_text_free(&text);
    df_plan_free(plan);
}

/* Gives a plan a queue from which its pieces can be taken, with some of them held for a while.
 */
static void deal_backwards(df_plan *plan, df_random *random)
{
    df_plan_deal deal = {.deal = DF_DEAL_GIVEN,
                         .hold = df_random_below(random, 3) != 0,
                         .preview = (uint16_t)df_random_below(random, 7)};
    if (df_random_below(random, 2) == 0)
        deal.preview = DF_PREVIEW_ALL;
    assert_status(df_plan_set_deal(plan, &deal), DF_OK);
    unsigned held = DF_TETROMINOES;
    for (size_t i = 0; i < plan->count; i++) {
        const unsigned piece = plan->drops[i].piece;
        if (deal.hold && held == DF_TETROMINOES && df_random_below(random, 3) == 0) {
            held = df_random_below(random, DF_TETROMINOES);
            assert_status(df_plan_add_dealt(plan, held), DF_OK);
        }
        if (held == piece)
            assert_status(df_plan_add_dealt(plan, held = df_random_below(random, 7)), DF_OK);
        else
            assert_status(df_plan_add_dealt(plan, piece), DF_OK);
    }
}

TEST(dealt_plans_come_back)
{
    df_random random = test_random(1);
    size_t held = 0;
    for (unsigned n = 0; n < test_cases(300); n++) {
        df_plan *plan = random_plan(&random, shared_set, 10, 24, df_random_below(&random, 80));
        deal_backwards(plan, &random);
        held += plan->deal->count > plan->count;
        assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL), DF_OK);
        check_comes_back(plan);
        df_plan_free(plan);
    }
    assert_true(held > 0);
}

/* Every dealer deals what the reader wants of a queue, up to the last piece. */
TEST(dealers_and_texts_agree)
{
    df_random random = test_random(2);
    for (unsigned n = 0; n < test_cases(40); n++) {
        df_dealer dealer;
        df_plan *again = NULL;
        df_error error = {0};
        df_plan_deal deal = {.deal = (df_deal)(n % (DF_DEALS)),
                             .seed = df_random_next(&random),
                             .preview = DF_PREVIEW_ALL};
        df_plan *plan = new_dealt(shared_set, &deal);
        if (deal.deal == DF_DEAL_GIVEN)
            plan->deal->seed = 0;
        assert_status(df_dealer_begin(&dealer, deal.deal, 7, NULL, 0, deal.seed, 0), DF_OK);
        for (unsigned i = 0; deal.deal != DF_DEAL_GIVEN && i < 20 + n; i++)
            assert_status(df_plan_add_dealt(plan, (unsigned)df_dealer_next(&dealer)), DF_OK);
        df_text text = written_drops(plan);
        assert_status(df_drops_read(&again, shared_set, text.bytes, text.length, NULL), DF_OK);
        assert_same_plan(again, plan);
        df_plan_free(again);
        if (plan->deal->count > 0) {
            char *last = &text.bytes[text.length - 2];
            *last = *last == 'I' ? 'O' : 'I';
            assert_status(df_drops_read(&again, shared_set, text.bytes, text.length, &error),
                          DF_ERROR_INPUT);
            assert_true(error.line >= 4);
        }
        df_plan_free(plan);
        df_text_free(&text);
    }
}

static df_status read_and_write(void *text)
{
    df_piece_set *set = NULL;
    df_plan *plan = NULL;
    df_text written = {0};
    df_status status = df_piece_set_tetrominoes(&set);
    if (status == DF_OK)
        status = df_drops_read(&plan, set, text, strlen(text), NULL);
    if (status == DF_OK)
        status = df_plan_set_deal(plan, plan->deal);
    if (status == DF_OK)
        status = df_plan_play(plan, NULL, NULL, NULL, NULL, NULL);
    if (status == DF_OK)
        status = df_drops_write(&written, plan);
    df_text_free(&written);
    df_plan_free(plan);
    df_piece_set_free(set);
    return status;
}

TEST(failed_allocations)
{
    static char text[] = "dropforge-drops 1\nfield 10 20\ndeal given hold preview 5\n"
                         "queue IOTSZJLIOTSZJLIOTSZJL\nO N 0 0\nI N 3 0\n";
    alloc_fail_each(read_and_write, text);
}

/* Plans as games: how their pieces were dealt, and the files that other programs play them
 * from. */
#include "answer.h"
#include "dropforge/game.h"
#include "dropforge/plan.h"

/* The kinds of files: EXPORTS in web/npm/deal.js. */
enum { EXPORT_KEYS, EXPORT_GAME };

static void deal_put_pieces(const df_plan *plan, const char *key)
{
    df_text letters = {0};
    for (size_t i = 0; i < plan->deal->count; i++)
        df_text_put(&letters, plan->set->pieces[plan->deal->queue[i]].name);
    answer_word(key, letters.status == DF_OK && letters.length > 0 ? letters.bytes : "");
    df_text_free(&letters);
}

/* Puts the piece in hold and the pieces taken while each drop falls: pairs of numbers. */
static void deal_put_hands(const df_plan *plan)
{
    df_hand hand = {0};
    answer_open("hands", '[');
    for (size_t i = 0; i < plan->count; i++) {
        (void)df_hand_take(&hand, plan->deal, plan->drops[i].piece, NULL);
        answer_integer(NULL, (int64_t)hand.held - 1);
        answer_number(NULL, hand.taken);
    }
    answer_close(']');
}

/* Answers with the deal of a plan, with its pieces as letters and the hand at each drop; null
 * without a deal. */
WASM_EXPORT(plan_deal) df_status plan_deal(const df_plan *plan)
{
    const df_plan_deal *deal = plan->deal;
    df_text *text = answer_begin();
    if (deal == NULL) {
        df_text_put(text, "null");
        return answer_end(DF_OK, NULL);
    }
    answer_open(NULL, '{');
    answer_word("deal", df_deal_names[deal->deal]);
    answer_big("seed", deal->seed);
    answer_flag("hold", deal->hold);
    answer_number("preview", deal->preview);
    deal_put_pieces(plan, "queue");
    deal_put_hands(plan);
    answer_close('}');
    return answer_end(DF_OK, NULL);
}

/* Answers with a plan for other programs; not JSON of the glue. */
WASM_EXPORT(plan_export) df_status plan_export(const df_plan *plan, unsigned kind)
{
    df_error error = {0};
    df_text *text = answer_begin();
    df_status status = DF_ERROR_ARGUMENT;
    if (kind == EXPORT_KEYS)
        status = df_plan_write_keys(text, plan, &error);
    else if (kind == EXPORT_GAME)
        status = df_game_write_plan(text, plan, 1, &error);
    return answer_end(status, &error);
}

#include "plan_deal.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "piece_list.h"

static bool plan_deal_is_possible(const df_plan *plan, const df_plan_deal *deal)
{
    if ((unsigned)deal->deal >= DF_DEALS || !df_piece_set_is_tetrominoes(plan->set))
        return false;
    for (size_t i = 0; i < deal->count; i++) {
        if (deal->queue[i] >= DF_TETROMINOES)
            return false;
    }
    return true;
}

static void plan_deal_free(df_plan_deal *deal)
{
    if (deal != NULL)
        free(deal->queue);
    free(deal);
}

df_status df_plan_set_deal(df_plan *plan, const df_plan_deal *deal)
{
    df_plan_deal *made = NULL;
    if (deal != NULL) {
        if (!plan_deal_is_possible(plan, deal))
            return DF_ERROR_ARGUMENT;
        made = malloc(sizeof *made);
        if (made == NULL)
            return DF_ERROR_MEMORY;
        *made = *deal;
        made->queue = NULL;
        made->count = made->capacity = 0;
        if (ARRAY_RESERVE(made->queue, made->capacity, 0, deal->count) != DF_OK) {
            free(made);
            return DF_ERROR_MEMORY;
        }
        if (deal->count > 0)
            memcpy(made->queue, deal->queue, deal->count * sizeof made->queue[0]);
        made->count = deal->count;
    }
    plan_deal_free(plan->deal);
    plan->deal = made;
    return DF_OK;
}

df_status df_plan_add_dealt(df_plan *plan, unsigned piece)
{
    df_plan_deal *deal = plan->deal;
    if (deal == NULL || piece >= DF_TETROMINOES)
        return DF_ERROR_ARGUMENT;
    const df_status status = ARRAY_RESERVE(deal->queue, deal->capacity, deal->count, 1);
    if (status == DF_OK)
        deal->queue[deal->count++] = (uint16_t)piece;
    return status;
}

/* Uses the hold; false if that gives no piece. */
static bool hand_swap(df_hand *hand, const df_plan_deal *deal, unsigned *piece)
{
    const size_t taken = hand->taken + (hand->held != 0 ? 1 : 2);
    if (!deal->hold || taken > deal->count)
        return false;
    *piece = hand->held != 0 ? hand->held - 1u : deal->queue[hand->taken + 1];
    hand->held = (uint16_t)(1 + deal->queue[hand->taken]);
    hand->taken = taken;
    return true;
}

bool df_hand_take(df_hand *hand, const df_plan_deal *deal, unsigned piece, bool *holds)
{
    const bool is_current = hand->taken < deal->count && deal->queue[hand->taken] == piece;
    df_hand swapped = *hand;
    unsigned got;
    if (is_current)
        hand->taken++;
    else if (hand_swap(&swapped, deal, &got) && got == piece)
        *hand = swapped;
    else
        return false;
    if (holds != NULL)
        *holds = !is_current;
    return true;
}

df_status df_plan_trim_queue(df_plan *plan)
{
    df_hand hand = {0};
    for (size_t i = 0; i < plan->count; i++) {
        if (!df_hand_take(&hand, plan->deal, plan->drops[i].piece, NULL))
            return DF_ERROR_DEFECT;
    }
    plan->deal->count = hand.taken;
    return DF_OK;
}

df_status df_plan_check_queue(const df_plan *plan, df_error *error)
{
    const df_plan_deal *deal = plan->deal;
    df_dealer dealer;
    if (deal == NULL || deal->deal == DF_DEAL_GIVEN)
        return DF_OK;
    const df_status status =
        df_dealer_begin(&dealer, deal->deal, plan->set->count, NULL, 0, deal->seed, 0);
    for (size_t i = 0; status == DF_OK && i < deal->count; i++) {
        const int dealt = df_dealer_next(&dealer);
        if (dealt != deal->queue[i])
            return df_error_set(error, DF_ERROR_MOVE,
                                "piece %zu of the queue is %s, and the deal has %s there; mend "
                                "the queue or the seed",
                                i + 1, plan->set->pieces[deal->queue[i]].name,
                                plan->set->pieces[dealt].name);
    }
    return status;
}

void df_hand_put_refusal(df_error *error, const df_hand *hand, const df_plan *plan)
{
    const df_plan_deal *deal = plan->deal;
    df_hand swapped = *hand;
    unsigned other;
    if (hand->taken >= deal->count) {
        df_error_append(error, "the queue has ended before this drop; add pieces to it");
        return;
    }
    df_error_append(error, "the current piece is %s",
                    plan->set->pieces[deal->queue[hand->taken]].name);
    if (hand_swap(&swapped, deal, &other))
        df_error_append(error, " and hold gives %s", plan->set->pieces[other].name);
    df_error_append(error, "; drop what comes or mend the queue");
}

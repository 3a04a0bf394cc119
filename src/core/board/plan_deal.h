/* The queue of a plan: that it is what the dealer deals, why a piece cannot be taken, and which
 * pieces may follow which. */
#pragma once

#include "dropforge/plan.h"

/* Bit p of an entry stands for piece p. */
struct df_piece_order {
    uint8_t second[DF_TETROMINOES]; /* after each piece as the first one */
    /* After each piece, for the piece whose number from 1 is index modulo 8. */
    uint8_t next[8][DF_TETROMINOES];
};

/* True if all pieces come once before one comes again. */
static inline bool df_deal_has_bags(df_deal deal)
{
    return deal == DF_DEAL_BAG || deal >= DF_DEAL_TETROMINOES;
}

/* Receives a drop before it is applied, as df_plan_play gives it. */
typedef df_status df_plan_visit(void *context, const df_field *before, const df_drop *drop,
                                const df_landing *landing);

/* Checks that the dealer deals the plan's queue, if it has one. DF_ERROR_MOVE: it does not;
 * *error says where. */
df_status df_plan_check_queue(const df_plan *plan, df_error *error);

/* Leaves of the plan's queue what its drops take. DF_ERROR_DEFECT: they cannot take their
 * pieces from it in this order. */
df_status df_plan_trim_queue(df_plan *plan);

/* Makes room for `more` drops, so that adding them cannot fail. */
df_status df_plan_reserve(df_plan *plan, size_t more);

/* Adds the drops of another plan, whose pieces are the same. */
df_status df_plan_append(df_plan *plan, const df_plan *from);

/* Appends to *error why the hand lacks a piece, and what to do. */
void df_hand_put_refusal(df_error *error, const df_hand *hand, const df_plan *plan);

/* Gives a plan without drops another set, which belongs to it on success, and no colours.
 * DF_ERROR_ARGUMENT: there are drops, a deal, or something in the playfield. */
df_status df_plan_adopt(df_plan *plan, df_piece_set *set);

/* Marks that the drops so far complete a frame of an animation. */
df_status df_plan_add_frame(df_plan *plan);

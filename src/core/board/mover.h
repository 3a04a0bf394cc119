/* A piece that is moved step by step: whether it is free in a place, and what a turn does. */
#pragma once

#include "dropforge/board.h"
#include "mover_types.h"

/* A piece in the air, by the lower left corner of its shape. */
typedef struct piece_at {
    unsigned orientation;
    int x, y;
} piece_at;

/* Returns all columns shifted to the right by x, to the left where that is negative. */
static inline uint64_t df_mask_shifted(uint64_t mask, int x)
{
    if (x <= -64 || x >= 64)
        return 0;
    return x < 0 ? mask >> -x : mask << x;
}

/* True if pieces are shifted and turned on their way. */
static inline bool df_rules_moves(df_rules rules)
{
    return df_rules_have(rules, DF_TRAIT_MOVES);
}

/* Returns the rules by which a piece can be brought to its place if it may be turned in any way
 * before it drops: the same, but where pieces only drop. */
static inline df_rules df_rules_turning(df_rules rules)
{
    return df_rules_moves(rules) ? rules : DF_RULES_SRS_180;
}

/* Prepares a mover in place, as df_mover_create does. */
df_status df_mover_make(df_mover *mover, const df_piece *piece, unsigned width, df_rules rules);

/* Fills in the box and the orientations of all turns, but no tests. */
void df_turns_begin(df_turns *turns, const df_piece *piece, df_rules rules);

/* True if the piece is inside and free. Rows are as in df_moves_find_resting. */
bool df_mover_fits(const df_mover *mover, const uint64_t *rows, unsigned count,
                   const piece_at *at);

/* Returns those of these columns of the corner, in row y, from which the piece is not kicked
 * because of its middle column. */
uint64_t df_mover_unkicked(const df_mover *mover, const uint64_t *rows, unsigned count,
                           const df_turn *turn, int y, uint64_t columns);

/* Turns the piece if possible; returns the number of the test that passed, or -1. */
int df_mover_turn(const df_mover *mover, const uint64_t *rows, unsigned count, unsigned how,
                  piece_at *at);

/* Returns the spin that a turn which has just brought the piece here makes. */
df_spin df_mover_spin(const df_mover *mover, const uint64_t *rows, unsigned count,
                      const piece_at *at, unsigned how, unsigned test);

/* A piece that is moved step by step: whether it is free in a place, and what a turn does. */
#ifndef DROPFORGE_CORE_MOVER_H
#define DROPFORGE_CORE_MOVER_H

#include "dropforge/drop.h"
#include "dropforge/moves.h"

/* A piece in the air, by the lower left corner of its shape. */
typedef struct piece_at {
    unsigned orientation;
    int x, y;
} piece_at;

/* All columns shifted to the right by x, to the left where that is negative. */
static inline uint64_t df_mask_shifted(uint64_t mask, int x)
{
    if (x <= -64 || x >= 64)
        return 0;
    return x < 0 ? mask >> -x : mask << x;
}

/* Whether pieces are shifted and turned on their way, and how they turn then. */
static inline bool df_reach_moves(df_reach reach)
{
    return reach >= DF_REACH_SRS;
}

static inline df_rotation df_reach_rotation(df_reach reach)
{
    if (reach == DF_REACH_NES)
        return DF_ROTATION_NES;
    return reach == DF_REACH_SRS ? DF_ROTATION_SRS : DF_ROTATION_SRS_180;
}

/* Whether the piece is inside and nothing in its way. Rows are as in df_moves_find. */
bool df_mover_fits(const df_mover *mover, const uint64_t *rows, unsigned count,
                   const piece_at *at);

/* Turns the piece if it can; the test that was passed, or -1. */
int df_mover_turn(const df_mover *mover, const uint64_t *rows, unsigned count, unsigned how,
                  piece_at *at);

/* What a turn that has just brought the piece here is as a spin. */
df_spin df_mover_spin(const df_mover *mover, const uint64_t *rows, unsigned count,
                      const piece_at *at, unsigned how, unsigned test);

#endif

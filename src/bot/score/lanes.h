/* Scores of many drops at once: each lane of a vector register is one drop of a piece, scored
 * by what it changes. docs/bot.md explains how it works. */
#ifndef DROPFORGE_BOT_LANES_H
#define DROPFORGE_BOT_LANES_H

#include "evaluate.h"

/* The lanes of a register. */
#define LANES 8
/* The columns of the widest board with its walls, and the registers that hold them. */
#define LANES_COLUMNS 16
#define LANES_PARTS (LANES_COLUMNS / LANES)
/* The columns of wall on either side. */
#define LANES_MARGIN 2
#define LANES_MAX_WIDTH (LANES_COLUMNS - 2 * LANES_MARGIN)
/* The highest board: a column and a piece on it fit into 32 bits. */
#define LANES_MAX_ROWS 28
/* The widest and highest shape. */
#define LANES_MAX_SIDE 4
/* A shape has one of two widths, and two orientations with each. */
#define LANES_MAX_DROPS (4 * LANES_MAX_WIDTH)

/* A piece set prepared for boards of one size. */
typedef struct lanes lanes;

/* True if this machine has the instructions: AVX2. */
bool df_lanes_has(void);

/* Prepares the pieces; the caller owns *l (df_lanes_free). *l is NULL on DF_OK if the machine
 * has no such instructions, or if the board or the set is too large. `e` is borrowed.
 * DF_ERROR_MEMORY. */
df_status df_lanes_create(lanes **l, const evaluator *e, const df_piece_set *set);

/* Frees lanes; NULL is allowed. */
void df_lanes_free(lanes *l);

/* True if df_lanes_list and df_lanes_choose can handle the piece with this index. */
bool df_lanes_fit(const lanes *l, unsigned piece);

/* Writes the same list as df_evaluate_drops. */
size_t df_lanes_list(const lanes *l, const board *b, unsigned piece, scored *list);

/* Writes the first of the best drops of that list, if there is one; returns the length of the
 * list. */
size_t df_lanes_choose(const lanes *l, const board *b, unsigned piece, scored *best);

#endif

/* Scores of eight drops at once: each lane of a vector register is one drop of a piece, and
 * each register is a row of all these boards. docs/method/bot.md explains how it works.
 */
#pragma once

#include "evaluate.h"

/* A row fits into a lane of 16 bits; with fewer columns than a shape may have, a well has two
 * walls. */
#define LANES_MIN_WIDTH 4
#define LANES_MAX_WIDTH 16
/* The highest board: a lane counts up to 31 squares below a well. */
#define LANES_MAX_ROWS 28
/* The widest and highest shape. */
#define LANES_MAX_SIDE 4
#define LANES_MAX_DROPS (DF_ORIENTATIONS * LANES_MAX_WIDTH)

/* The ways to score drops, the slowest first. */
typedef enum lanes_path {
    LANES_NONE,   /* one after the other, with df_evaluate_drops */
    LANES_VECTOR, /* 8 at once, where the compiler has such vectors on every machine */
    LANES_AVX2,   /* the same with longer ones where there is a use for them */
    LANES_PATHS
} lanes_path;

/* A piece set prepared for boards of one size and one path. */
typedef struct lanes lanes;

/* True if this machine has the path. */
bool df_lanes_has(lanes_path path);

/* Returns the fastest path that this machine has. */
lanes_path df_lanes_best(void);

/* Prepares the path; the caller owns *l (df_lanes_free). *l is NULL on DF_OK for
 * LANES_NONE, if the board or the set is too large, or the weights have a feature of
 * MEASURE_OF_WHOLE. `e` and `set` are borrowed. DF_ERROR_ARGUMENT: the machine has no such
 * path. DF_ERROR_MEMORY. */
df_status df_lanes_create(lanes **l, lanes_path path, const evaluator *e,
                          const df_piece_set *set);

/* Frees lanes; NULL is allowed. */
void df_lanes_free(lanes *l);

/* True if df_lanes_list and df_lanes_choose can handle the piece with this index. */
bool df_lanes_fit(const lanes *l, unsigned piece);

/* Writes the same list as df_evaluate_drops. */
size_t df_lanes_list(const lanes *l, const board *b, unsigned piece, scored *list);

/* Writes the first of the best drops of that list, if there is one; returns the length of the
 * list. */
size_t df_lanes_choose(const lanes *l, const board *b, unsigned piece, scored *best);

/* Scores of many drops at once: each lane of a vector register is one drop of a piece, scored
 * as in columns.c. A bot selects the instructions when it is made. docs/method/bot.md explains
 * how it works. */
#ifndef DROPFORGE_BOT_LANES_H
#define DROPFORGE_BOT_LANES_H

#include "evaluate.h"

/* The lanes of the widest registers, and the columns of the widest board with its walls. */
#define LANES_MAX 16
/* The columns of wall on either side. */
#define LANES_MARGIN 2
#define LANES_MAX_WIDTH (LANES_MAX - 2 * LANES_MARGIN)
/* The highest board: a column and a piece on it fit into 32 bits. */
#define LANES_MAX_ROWS 28
/* The widest and highest shape. */
#define LANES_MAX_SIDE 4
/* A shape has one of two widths, and two orientations with each. */
#define LANES_MAX_DROPS (4 * LANES_MAX_WIDTH)

/* The ways to evaluate drops, the slowest first. */
typedef enum lanes_path {
    LANES_NONE,   /* one after the other, in C */
    LANES_AVX2,   /* 8 at once */
    LANES_AVX512, /* 16 at once; AVX-512 with the extensions of Ice Lake and Zen 4 */
    LANES_PATHS
} lanes_path;

/* A piece set prepared for boards of one size and one path. */
typedef struct lanes lanes;

/* Returns the name of a path. Static storage. */
const char *df_lanes_name(lanes_path path);

/* True if this machine has the path. */
bool df_lanes_has(lanes_path path);

/* Returns the fastest path that this machine has. */
lanes_path df_lanes_best(void);

/* Prepares the path; the caller owns *l (df_lanes_free). *l is NULL on DF_OK if the path is
 * LANES_NONE, or if the board or the set is too large for it. `e` is borrowed.
 * DF_ERROR_ARGUMENT: the machine has no such path. DF_ERROR_MEMORY. */
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

#endif

/* Many drops at once: one lane of a vector register is one drop of a piece, and what columns.c
 * does for one drop is done for all lanes. Which instructions a machine has is asked when a bot
 * is made. docs/bot.md tells how it works. */
#ifndef DROPFORGE_BOT_LANES_H
#define DROPFORGE_BOT_LANES_H

#include "bot/evaluate.h"

/* Lanes of the widest registers, which are also the columns of the widest board with its walls.
 */
#define LANES_MOST 16
/* Columns of wall on either side. */
#define LANES_MARGIN 2
#define LANES_MOST_WIDTH (LANES_MOST - 2 * LANES_MARGIN)
/* A column of the highest board and a piece on it fit into 32 bits. */
#define LANES_MOST_ROWS 28
/* The largest shapes. */
#define LANES_MOST_SIDE 4
/* A shape has one of two widths, and two orientations with each. */
#define LANES_MOST_DROPS (4 * LANES_MOST_WIDTH)

/* The ways to evaluate drops, from the plainest to the fastest. */
typedef enum lanes_path {
    LANES_NONE,   /* one after the other, in C */
    LANES_AVX2,   /* 8 at once */
    LANES_AVX512, /* 16 at once; AVX-512 with the extensions of Ice Lake and Zen 4 */
    LANES_PATHS
} lanes_path;

/* A piece set made ready for boards of one size and one path. */
typedef struct lanes lanes;

/* What a path is called. Static storage. */
const char *df_lanes_name(lanes_path path);

/* Whether this machine has the path. */
bool df_lanes_has(lanes_path path);

/* The fastest path that this machine has. */
lanes_path df_lanes_best(void);

/* Prepares the path; the caller owns *l (df_lanes_free). It is NULL on DF_OK if the path is
 * LANES_NONE, or if the board or the set is too large for it. `e` is borrowed.
 * DF_ERROR_ARGUMENT: the machine has no such path. DF_ERROR_MEMORY. */
df_status df_lanes_create(lanes **l, lanes_path path, const evaluator *e,
                          const df_piece_set *set);

/* Frees what df_lanes_create made; NULL is allowed. */
void df_lanes_free(lanes *l);

/* Whether the piece with this index is one for df_lanes_list and df_lanes_choose. */
bool df_lanes_fit(const lanes *l, unsigned piece);

/* The same list as that of df_evaluate_drops. */
size_t df_lanes_list(const lanes *l, const board *b, unsigned piece, scored *list);

/* The first of the best drops of that list, and how many there are in it. Nothing is written if
 * there are none. */
size_t df_lanes_choose(const lanes *l, const board *b, unsigned piece, scored *best);

#endif

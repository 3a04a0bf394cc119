/* Counts fixed polyominoes without listing them: the last three squares are counted at once. */
#pragma once

#include "tree.h"

/* The subtrees that are counted must have at least this many squares still to be added. */
enum { TAIL_SQUARES = 4 };

/* The board, and the sum so far. */
typedef struct tail_counter {
    uint8_t cell[TREE_PLACES];
    int8_t beside[256]; /* the change by a cell beside a square of Y, see tail.c */
    int8_t corner[256]; /* the correction where it is beside two */
    uint64_t twice;     /* twice the number of polyominoes */
    uint64_t nodes;
} tail_counter;

/* Prepares for the first subtree. */
void df_tail_begin(tail_counter *tail);

/* Adds the number of polyominoes of `size` squares in a subtree. */
void df_tail_count(tail_counter *tail, omino_tree *tree, unsigned squares, unsigned size);

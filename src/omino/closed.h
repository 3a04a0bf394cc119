/* Counts fixed polyominoes without making them: the last three squares are counted at once. */
#ifndef DROPFORGE_OMINO_CLOSED_H
#define DROPFORGE_OMINO_CLOSED_H

#include "omino/tree.h"

/* At least so many squares are to be added in the subtrees that it counts. */
enum { CLOSED_SQUARES = 4 };

typedef struct closing {
    uint8_t cell[TREE_PLACES];
    int8_t beside[256]; /* what a cell beside a square of Y changes, see closed.c */
    int8_t corner[256]; /* what is missing where it is beside two */
    uint64_t twice;     /* twice the number of polyominoes */
    uint64_t nodes;
} closing;

/* Before the first subtree. */
void df_closed_begin(closing *closed);

/* Adds the polyominoes of a subtree, of `size` squares each. */
void df_closed_count(closing *closed, omino_tree *tree, unsigned squares, unsigned size);

#endif

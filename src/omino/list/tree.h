/* The tree of all fixed polyominoes (Redelmeier 1981), see include/dropforge/omino.h. It is
 * cut into numbered subtrees at a fixed depth. */
#pragma once

#include "dropforge/omino.h"

/* A place is x + TREE_STRIDE · y. The first square lies in the lowest usable row and the middle
 * column, so that 31 squares fit on both sides of it; column 0 is never used, and one row below
 * and one above are the border. */
enum {
    TREE_STRIDE = 64,
    TREE_ROWS = DF_OMINOES_MAX_SQUARES + 2,
    TREE_PLACES = TREE_STRIDE * TREE_ROWS,
    TREE_FIRST = TREE_STRIDE + TREE_STRIDE / 2,
    /* Each square appends up to three; four are written beyond the end. */
    TREE_LIST = 3 * DF_OMINOES_MAX_SQUARES + 8,
};

/* A position in the tree. */
typedef struct omino_tree {
    unsigned start, end; /* list[start … end - 1] may be added; those before are all seen */
    uint16_t path[DF_OMINOES_MAX_SQUARES]; /* the squares, in the order they were added */
    uint16_t list[TREE_LIST];
    uint8_t seen[TREE_PLACES]; /* 0: has never been on the list; else neighbours, and border */
} omino_tree;

/* A share of the subtrees: those of number first, first + step, … */
typedef struct tree_share {
    uint64_t first;
    uint64_t step; /* at least 1 */
} tree_share;

/* Called for each subtree, with `squares` squares on the path. It may use all of the tree, and
 * leaves it as it was. Any status but DF_OK ends the walk. */
typedef df_status tree_visitor(void *context, omino_tree *tree, unsigned squares);

/* Returns the depth at which the tree of polyominoes of `size` squares is cut: at least two
 * squares are still to come, except for size 1. */
unsigned df_tree_cut(unsigned size);

/* True if a place of an empty board is not usable. */
bool df_tree_is_border(unsigned place);

/* Returns the number of subtrees of a share. */
uint64_t df_tree_subtrees(unsigned size, tree_share share);

/* Visits the subtrees of a share in their order. */
df_status df_tree_walk(unsigned size, tree_share share, tree_visitor *visitor, void *context);

/* Appends the neighbours of a place that were never on the list to it; returns its new end.
 * Without branches, as they would be unpredictable. */
static inline unsigned tree_append(omino_tree *tree, unsigned place, unsigned end)
{
    const unsigned right = place + 1, above = place + TREE_STRIDE;
    const unsigned left = place - 1, below = place - TREE_STRIDE;
    tree->list[end] = (uint16_t)right;
    end += tree->seen[right] == 0;
    tree->list[end] = (uint16_t)above;
    end += tree->seen[above] == 0;
    tree->list[end] = (uint16_t)left;
    end += tree->seen[left] == 0;
    tree->list[end] = (uint16_t)below;
    end += tree->seen[below] == 0;
    return end;
}

/* Marks the neighbours of a place (by +1) or removes the mark (by -1). */
static inline void tree_mark(omino_tree *tree, unsigned place, int by)
{
    tree->seen[place + 1] = (uint8_t)(tree->seen[place + 1] + by);
    tree->seen[place + TREE_STRIDE] = (uint8_t)(tree->seen[place + TREE_STRIDE] + by);
    tree->seen[place - 1] = (uint8_t)(tree->seen[place - 1] + by);
    tree->seen[place - TREE_STRIDE] = (uint8_t)(tree->seen[place - TREE_STRIDE] + by);
}

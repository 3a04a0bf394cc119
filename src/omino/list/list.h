/* Lists the polyominoes of a subtree, or counts them if a filter must look at each. */
#pragma once

#include "filter.h"
#include "tree.h"

/* A list in progress. */
typedef struct omino_lister {
    const omino_filter *filter;
    unsigned size;
    df_ominoes_visit *visitor;
    void *context;
    df_ominoes_batch batch; /* handed to the visitor */
    uint64_t rest;          /* number that may still be visited */
    bool full;              /* the limit was reached */
    uint64_t nodes;
    omino_tree *tree;
    /* The squares on the path as a board, see image.h, and the last squares that pass. */
    uint64_t rows[TREE_ROWS];
    uint64_t mirrored[TREE_ROWS];
    uint16_t kept[TREE_LIST];
} omino_lister;

/* Begins a list of at most `limit` > 0 polyominoes. `filter` is borrowed. If the visitor is
 * NULL they are only counted. */
void df_list_begin(omino_lister *l, const omino_filter *filter, unsigned size, uint64_t limit,
                   df_ominoes_visit *visitor, void *context);

/* Lists a subtree with `squares` squares. Returns the error of the visitor or of
 * df_filter_check that ended the list; at the limit it sets `full` and returns
 * DF_ERROR_CANCELLED. */
df_status df_list_subtree(omino_lister *l, omino_tree *tree, unsigned squares);

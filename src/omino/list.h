/* Lists the polyominoes of a subtree, or counts them where a filter must look at each. */
#ifndef DROPFORGE_OMINO_LIST_H
#define DROPFORGE_OMINO_LIST_H

#include "omino/filter.h"
#include "omino/tree.h"

typedef struct lister {
    const sieve *filter;
    unsigned size;
    df_ominoes_visitor *visitor;
    void *context;
    df_ominoes_batch batch; /* what the visitor sees */
    uint64_t rest;          /* how many more may be visited */
    bool full;              /* there were as many */
    uint64_t nodes;
    omino_tree *tree;
    /* The squares on the path as a board, see image.h, and the last squares that are kept. */
    uint64_t rows[TREE_ROWS];
    uint64_t mirrored[TREE_ROWS];
    uint16_t kept[TREE_LIST];
} lister;

/* `filter` is borrowed, and `limit` at least 1. Without a visitor they are only counted. */
void df_list_begin(lister *l, const sieve *filter, unsigned size, uint64_t limit,
                   df_ominoes_visitor *visitor, void *context);

/* Lists a subtree with `squares` squares. What ends the list is the visitor's status, an error
 * of df_filter_check, or the limit: then `full` is set and the answer DF_ERROR_SINK. */
df_status df_list_subtree(lister *l, omino_tree *tree, unsigned squares);

#endif

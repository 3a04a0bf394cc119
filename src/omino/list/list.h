/* Lists the polyominoes of a subtree, or counts them if a filter must look at each. */
#pragma once

#include "dropforge/omino.h"
#include "omino/shape/image.h"
#include "tree.h"

/* ---- a filter prepared for speed: the allowed boxes, and other conditions ---- */

enum { FILTER_NEVER = 255 };

/* The answers for polyominoes of a box that their first rows do not exclude. */
enum { REFUSED, ACCEPTED, UNDECIDED };

typedef struct omino_filter {
    df_ominoes_filter wanted;
    bool all;    /* all fixed ones */
    bool shapes; /* there are conditions besides the class and the box */
    bool slow;   /* some of them need a df_omino */
    /* The fewest squares that turn a box of this height and width into an allowed one. */
    uint8_t missing[DF_OMINOES_MAX_SQUARES + 2][DF_OMINOES_MAX_SQUARES + 2];
    /* One of the answers above for each height and width. */
    uint8_t fit[DF_OMINOES_MAX_SQUARES + 2][DF_OMINOES_MAX_SQUARES + 2];
} omino_filter;

/* Prepares a filter; `wanted` may be NULL. DF_ERROR_ARGUMENT: it is not valid. */
df_status df_filter_prepare(omino_filter *filter, const df_ominoes_filter *wanted);

/* Sets *keeps to whether a polyomino of `size` squares meets the conditions besides the class
 * and the box. DF_ERROR_LIMIT: the search for a path was given up. */
df_status df_filter_check(const omino_filter *filter, const bit_board *board, unsigned size,
                          bool *keeps);

/* ---- lists ---- */

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

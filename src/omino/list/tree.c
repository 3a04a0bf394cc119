#include "tree.h"

/* Deep enough to divide the work evenly, shallow enough for a fast walk. */
enum { MAX_DEPTH = 9 };

/* The subtrees by depth: as many as fixed polyominoes (OEIS A001168), and 1 for depth 0. */
static const uint16_t subtrees[MAX_DEPTH + 1] = {1, 1, 2, 6, 19, 63, 216, 760, 2725, 9910};

/* A walk over the subtrees of a share. */
typedef struct tree_walk {
    omino_tree tree;
    unsigned depth;
    uint64_t wait; /* subtrees to skip before the next one of the share */
    uint64_t step;
    uint64_t left; /* subtrees of the share still to come */
    tree_visitor *visitor;
    void *context;
} tree_walk;

unsigned df_tree_cut(unsigned size)
{
    const unsigned max = size < 2 ? 0 : size - 2;
    return max < MAX_DEPTH ? max : MAX_DEPTH;
}

bool df_tree_is_border(unsigned place)
{
    const unsigned x = place % TREE_STRIDE, y = place / TREE_STRIDE;
    return x == 0 || y == 0 || y == TREE_ROWS - 1 || place < TREE_FIRST;
}

uint64_t df_ominoes_subtrees(unsigned size)
{
    if (size == 0 || size > DF_OMINOES_MAX_SQUARES)
        return 0;
    return subtrees[df_tree_cut(size)];
}

static df_status walk_branch(tree_walk *w, unsigned start, unsigned end, unsigned squares)
{
    omino_tree *tree = &w->tree;
    if (squares == w->depth) {
        if (w->wait-- > 0)
            return DF_OK;
        w->wait = w->step - 1;
        w->left--;
        tree->start = start;
        tree->end = end;
        return w->visitor(w->context, tree, squares);
    }
    /* No need to walk to subtrees that are skipped. */
    if (squares + 1 == w->depth && w->wait >= end - start) {
        w->wait -= end - start;
        return DF_OK;
    }
    df_status status = DF_OK;
    for (unsigned i = start; i < end && w->left > 0 && status == DF_OK; i++) {
        const unsigned place = tree->list[i];
        tree->path[squares] = (uint16_t)place;
        const unsigned grown = tree_append(tree, place, end);
        tree_mark(tree, place, 1);
        status = walk_branch(w, i + 1, grown, squares + 1);
        tree_mark(tree, place, -1);
    }
    return status;
}

uint64_t df_tree_subtrees(unsigned size, tree_share share)
{
    const uint64_t all = df_ominoes_subtrees(size);
    return share.first < all ? (all - share.first - 1) / share.step + 1 : 0;
}

df_status df_tree_walk(unsigned size, tree_share share, tree_visitor *visitor, void *context)
{
    tree_walk w = {.depth = df_tree_cut(size),
                   .wait = share.first,
                   .step = share.step,
                   .left = df_tree_subtrees(size, share),
                   .visitor = visitor,
                   .context = context};
    for (unsigned place = 0; place < TREE_PLACES; place++)
        w.tree.seen[place] = df_tree_is_border(place) || place == TREE_FIRST;
    w.tree.list[0] = TREE_FIRST;
    return walk_branch(&w, 0, 1, 0);
}

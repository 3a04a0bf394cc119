#include "omino/list.h"

#include <string.h>

/* The box of the squares on the path: columns left … right, rows 1 … top. */
typedef struct extent {
    unsigned left, right, top;
} extent;

void list_begin(lister *l, const sieve *filter, unsigned size, uint64_t limit,
                df_ominoes_visitor *visitor, void *context)
{
    *l = (struct lister){
        .filter = filter, .size = size, .visitor = visitor, .context = context, .rest = limit};
}

/* Hands out polyominoes that differ in their last square. */
static inline df_status give(lister *l, const uint16_t *last, unsigned count)
{
    if (count >= l->rest)
        count = (unsigned)l->rest;
    l->rest -= count;
    l->count += count;
    if (l->visitor != NULL && count > 0) {
        const df_ominoes_batch batch = {
            .size = l->size, .count = count, .stem = l->tree->path, .last = last};
        const df_status status = l->visitor(l->context, &batch);
        if (status != DF_OK)
            return status;
    }
    l->full = l->rest == 0;
    return l->full ? DF_ERROR_SINK : DF_OK;
}

/* All fixed ones: those of a polyomino short of one square are what is left of the list. */
static df_status list_all(lister *l, unsigned start, unsigned end, unsigned squares)
{
    omino_tree *tree = l->tree;
    l->nodes++;
    if (squares + 1 == l->size)
        return give(l, &tree->list[start], end - start);
    const bool last = squares + 2 == l->size;
    df_status status = DF_OK;
    for (unsigned i = start; i < end && status == DF_OK; i++) {
        const unsigned place = tree->list[i];
        tree->path[squares] = (uint16_t)place;
        const unsigned grown = tree_append(tree, place, end);
        if (last) {
            l->nodes++;
            status = give(l, &tree->list[i + 1], grown - i - 1);
            continue;
        }
        tree_mark(tree, place, 1);
        status = list_all(l, i + 1, grown, squares + 1);
        tree_mark(tree, place, -1);
    }
    return status;
}

static inline unsigned place_x(unsigned place)
{
    return place % TREE_STRIDE;
}

static inline unsigned place_y(unsigned place)
{
    return place / TREE_STRIDE;
}

/* Puts a square on the board, or takes it away. */
static inline void flip(lister *l, unsigned place)
{
    l->rows[place_y(place)] ^= UINT64_C(1) << place_x(place);
    l->mirrored[place_y(place)] ^= UINT64_C(1) << (63 - place_x(place));
}

static inline extent widen(extent box, unsigned place)
{
    const unsigned x = place_x(place), y = place_y(place);
    box.left = x < box.left ? x : box.left;
    box.right = x > box.right ? x : box.right;
    box.top = y > box.top ? y : box.top;
    return box;
}

static inline unsigned missing(const lister *l, extent box)
{
    return l->filter->missing[box.top][box.right - box.left + 1];
}

/* Hands out those of the last squares that make what is wanted. */
static df_status sift(lister *l, unsigned start, unsigned end, extent outer)
{
    const sieve *filter = l->filter;
    unsigned kept = 0;
    for (unsigned i = start; i < end; i++) {
        const unsigned place = l->tree->list[i];
        const extent box = widen(outer, place);
        if (missing(l, box) > 0)
            continue;
        flip(l, place);
        const bit_board board = {.left = box.left,
                                 .right = box.right,
                                 .height = box.top,
                                 .rows = &l->rows[1],
                                 .mirrored = &l->mirrored[1]};
        bool keeps = image_is_canonical(&board, filter->wanted.kind);
        df_status status = DF_OK;
        if (keeps && filter->shapes)
            status = filter_check(filter, &board, l->size, &keeps);
        flip(l, place);
        if (status != DF_OK)
            return status;
        l->kept[kept] = (uint16_t)place;
        kept += keeps;
    }
    return give(l, l->kept, kept);
}

static df_status list_some(lister *l, unsigned start, unsigned end, unsigned squares,
                           extent outer)
{
    omino_tree *tree = l->tree;
    l->nodes++;
    if (squares + 1 == l->size)
        return sift(l, start, end, outer);
    df_status status = DF_OK;
    for (unsigned i = start; i < end && status == DF_OK; i++) {
        const unsigned place = tree->list[i];
        const extent box = widen(outer, place);
        /* Where even all squares still to come do not make an allowed box, nothing does. */
        if (missing(l, box) > l->size - squares - 1)
            continue;
        tree->path[squares] = (uint16_t)place;
        const unsigned grown = tree_append(tree, place, end);
        tree_mark(tree, place, 1);
        flip(l, place);
        status = list_some(l, i + 1, grown, squares + 1, box);
        flip(l, place);
        tree_mark(tree, place, -1);
    }
    return status;
}

df_status list_subtree(lister *l, omino_tree *tree, unsigned squares)
{
    l->tree = tree;
    if (l->filter->all)
        return list_all(l, tree->start, tree->end, squares);
    /* Without squares there is no box yet: that of the first square, where it must come. */
    extent box = {TREE_STRIDE / 2, TREE_STRIDE / 2, 1};
    memset(l->rows, 0, sizeof l->rows);
    memset(l->mirrored, 0, sizeof l->mirrored);
    for (unsigned i = 0; i < squares; i++) {
        flip(l, tree->path[i]);
        box = widen(box, tree->path[i]);
    }
    if (missing(l, box) > l->size - squares)
        return DF_OK;
    return list_some(l, tree->start, tree->end, squares, box);
}

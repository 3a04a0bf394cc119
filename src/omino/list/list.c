#include "list.h"

#include <string.h>

/* The box of the squares on the path: columns left … right, rows 1 … top. */
typedef struct list_extent {
    unsigned left, right, top;
} list_extent;

/* The visitor if polyominoes are only counted. */
static df_status list_ignore(void *context, const df_ominoes_batch *batch)
{
    (void)context;
    (void)batch;
    return DF_OK;
}

void df_list_begin(omino_lister *l, const omino_filter *filter, unsigned size, uint64_t limit,
                   df_ominoes_visit *visitor, void *context)
{
    *l = (omino_lister){.filter = filter,
                        .size = size,
                        .visitor = visitor != NULL ? visitor : list_ignore,
                        .context = context,
                        .batch.size = size,
                        .rest = limit};
}

/* Hands out the last polyominoes that the limit allows. */
static df_status give_last(omino_lister *l)
{
    l->batch.count = (unsigned)l->rest;
    l->rest = 0;
    const df_status status = l->visitor(l->context, &l->batch);
    l->full = status == DF_OK;
    return l->full ? DF_ERROR_CANCELLED : status;
}

/* Hands out polyominoes that differ in their last square. */
static inline df_status list_give(omino_lister *l, const uint16_t *last, unsigned count)
{
    if (count == 0)
        return DF_OK;
    l->batch.last = last;
    if (count >= l->rest)
        return give_last(l);
    l->rest -= count;
    l->batch.count = count;
    return l->visitor(l->context, &l->batch);
}

/* Lists all fixed ones: all squares left on the list complete a polyomino that lacks one. */
static df_status list_all(omino_lister *l, unsigned start, unsigned end, unsigned squares)
{
    omino_tree *tree = l->tree;
    const bool last = squares + 2 == l->size;
    df_status status = DF_OK;
    l->nodes += end - start;
    for (unsigned i = start; i < end && status == DF_OK; i++) {
        const unsigned place = tree->list[i];
        tree->path[squares] = (uint16_t)place;
        const unsigned grown = tree_append(tree, place, end);
        if (last) {
            status = list_give(l, &tree->list[i + 1], grown - i - 1);
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
static inline void list_flip(omino_lister *l, unsigned place)
{
    l->rows[place_y(place)] ^= UINT64_C(1) << place_x(place);
    l->mirrored[place_y(place)] ^= UINT64_C(1) << (63 - place_x(place));
}

static inline list_extent list_widen(list_extent box, unsigned place)
{
    const unsigned x = place_x(place), y = place_y(place);
    box.left = x < box.left ? x : box.left;
    box.right = x > box.right ? x : box.right;
    box.top = y > box.top ? y : box.top;
    return box;
}

static inline unsigned list_missing(const omino_lister *l, list_extent box)
{
    return l->filter->missing[box.top][box.right - box.left + 1];
}

/* The answer if the box and the first rows of the four images of that box do not suffice. */
enum { UNKNOWN = UNDECIDED + 1 };

/* Where a square lies that is added to a polyomino of at least two rows: x | y. */
enum {
    WITHIN = 0,
    LEFT = 1,
    RIGHT = 2,
    INNER = 0,
    BOTTOM = 4,
    TOP = 8,
    ABOVE = 12,
    PLACES = 16
};

static inline uint64_t list_greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Combines the answer for a box with a comparison of first rows. Without branches, as they
 * would be unpredictable. */
static inline unsigned list_weigh(unsigned fit, uint64_t first, uint64_t other)
{
    const unsigned answer = first < other ? REFUSED : fit;
    return answer + ((answer == ACCEPTED) & (first == other));
}

/* Returns the answer for the path with one more square, which makes this box. */
static inline unsigned list_judge(const omino_lister *l, unsigned place, list_extent box,
                                  df_omino_class kind)
{
    const unsigned fit = l->filter->fit[box.top][box.right - box.left + 1];
    if (kind == DF_OMINO_FIXED)
        return fit;
    const unsigned x = place_x(place), y = place_y(place), back = 63 - box.right;
    const uint64_t bit = UINT64_C(1) << x, mirrored = UINT64_C(1) << (63 - x);
    const uint64_t below = 0 - (uint64_t)(y == 1), above = 0 - (uint64_t)(y == box.top);
    const uint64_t first = (l->rows[1] | (bit & below)) >> box.left;
    uint64_t other = (l->mirrored[box.top] | (mirrored & above)) >> back;
    if (kind == DF_OMINO_FREE) {
        other = list_greater(other, (l->mirrored[1] | (mirrored & below)) >> back);
        other = list_greater(other, (l->rows[box.top] | (bit & above)) >> box.left);
    }
    return list_weigh(fit, first, other);
}

/* Returns the answers for the path with one more square, two bits for each place of the square.
 * Inner squares do not change the first rows, and those of the top row make only the other
 * images greater. A new column to the left shifts the rows that are not mirrored, and one to
 * the right those that are. */
static inline uint32_t list_foresee(const omino_lister *l, list_extent box, df_omino_class kind)
{
    if (box.top == 1 || kind == DF_OMINO_FIXED)
        return UINT32_MAX;
    const unsigned back = 63 - box.right, width = box.right - box.left + 1;
    const uint64_t first = l->rows[1] >> box.left;
    const uint64_t turned = l->mirrored[box.top] >> back;
    uint64_t mirrored = 0, last = 0;
    if (kind == DF_OMINO_FREE) {
        mirrored = l->mirrored[1] >> back;
        last = l->rows[box.top] >> box.left;
    }
    const uint64_t backward = list_greater(mirrored, turned);
    const uint8_t *fit = &l->filter->fit[box.top][width];
    const unsigned within = list_weigh(fit[0], first, list_greater(last, backward));
    const unsigned left = list_weigh(fit[1], first << 1, list_greater(last << 1, backward));
    const unsigned right = list_weigh(fit[1], first, list_greater(last, backward << 1));
    const uint32_t inner = within | left << 2 * LEFT | right << 2 * RIGHT;
    const uint32_t any = inner | inner >> 1;
    const uint32_t top = (any & 0x15) * UNKNOWN;
    const uint32_t above = first >= mirrored ? UNKNOWN : REFUSED;
    return inner | UINT32_C(0xff) << 2 * BOTTOM | top << 2 * TOP | above << 2 * ABOVE;
}

/* Returns the place of a square; the path has at least two rows. */
static inline unsigned list_locate(unsigned place, list_extent box)
{
    const unsigned x = place_x(place), y = place_y(place);
    return (unsigned)(x < box.left) * LEFT + (unsigned)(x > box.right) * RIGHT +
           (unsigned)(y == 1) * BOTTOM + (unsigned)(y >= box.top) * TOP +
           (unsigned)(y > box.top) * (ABOVE - TOP);
}

/* Decides whether the path with one more square passes. */
static df_status list_examine(omino_lister *l, unsigned place, list_extent box, bool *keeps)
{
    const omino_filter *filter = l->filter;
    const bit_board board = {.left = box.left,
                             .right = box.right,
                             .height = box.top,
                             .rows = &l->rows[1],
                             .mirrored = &l->mirrored[1]};
    df_status status = DF_OK;
    list_flip(l, place);
    *keeps = df_image_is_canonical(&board, filter->wanted.kind);
    if (*keeps && filter->shapes)
        status = df_filter_check(filter, &board, l->size, keeps);
    list_flip(l, place);
    return status;
}

/* Hands out those of the last squares that pass. */
static inline df_status list_sift(omino_lister *l, unsigned start, unsigned end,
                                  list_extent outer, df_omino_class kind)
{
    const uint32_t known = list_foresee(l, outer, kind);
    unsigned kept = 0;
    for (unsigned i = start; i < end; i++) {
        const unsigned place = l->tree->list[i];
        unsigned answer = known >> 2 * list_locate(place, outer) & 3;
        if (answer >= UNDECIDED) {
            const list_extent box = list_widen(outer, place);
            if (answer == UNKNOWN)
                answer = list_judge(l, place, box, kind);
            bool keeps = answer != REFUSED;
            if (answer == UNDECIDED) {
                const df_status status = list_examine(l, place, box, &keeps);
                if (status != DF_OK)
                    return status;
            }
            answer = keeps;
        }
        l->kept[kept] = (uint16_t)place;
        kept += answer;
    }
    return list_give(l, l->kept, kept);
}

static inline df_status list_kind(omino_lister *l, unsigned start, unsigned end,
                                  unsigned squares, list_extent outer, df_omino_class kind);

/* A copy of list_kind for each class: it asks for the class so often that this takes time. */
static df_status list_fixed(omino_lister *l, unsigned start, unsigned end, unsigned squares,
                            list_extent outer)
{
    return list_kind(l, start, end, squares, outer, DF_OMINO_FIXED);
}

static df_status list_one_sided(omino_lister *l, unsigned start, unsigned end, unsigned squares,
                                list_extent outer)
{
    return list_kind(l, start, end, squares, outer, DF_OMINO_ONE_SIDED);
}

static df_status list_free(omino_lister *l, unsigned start, unsigned end, unsigned squares,
                           list_extent outer)
{
    return list_kind(l, start, end, squares, outer, DF_OMINO_FREE);
}

static inline df_status list_kind(omino_lister *l, unsigned start, unsigned end,
                                  unsigned squares, list_extent outer, df_omino_class kind)
{
    omino_tree *tree = l->tree;
    const bool last = squares + 2 == l->size;
    df_status status = DF_OK;
    for (unsigned i = start; i < end && status == DF_OK; i++) {
        const unsigned place = tree->list[i];
        const list_extent box = list_widen(outer, place);
        /* Not even all squares still to come make an allowed box. */
        if (list_missing(l, box) > l->size - squares - 1)
            continue;
        l->nodes++;
        tree->path[squares] = (uint16_t)place;
        const unsigned grown = tree_append(tree, place, end);
        list_flip(l, place);
        if (last) {
            status = list_sift(l, i + 1, grown, box, kind);
        } else {
            tree_mark(tree, place, 1);
            status =
                (kind == DF_OMINO_FREE        ? list_free
                 : kind == DF_OMINO_ONE_SIDED ? list_one_sided
                                              : list_fixed)(l, i + 1, grown, squares + 1, box);
            tree_mark(tree, place, -1);
        }
        list_flip(l, place);
    }
    return status;
}

/* Hands out the polyomino of one square. */
static df_status list_single(omino_lister *l, list_extent box)
{
    bool keeps = false;
    const df_status status = list_examine(l, TREE_FIRST, box, &keeps);
    if (status != DF_OK)
        return status;
    l->kept[0] = TREE_FIRST;
    return list_give(l, l->kept, keeps);
}

df_status df_list_subtree(omino_lister *l, omino_tree *tree, unsigned squares)
{
    l->tree = tree;
    l->batch.stem = tree->path;
    /* Without squares there is no box yet: take that of the first square to come. */
    list_extent box = {TREE_STRIDE / 2, TREE_STRIDE / 2, 1};
    memset(l->rows, 0, sizeof l->rows);
    memset(l->mirrored, 0, sizeof l->mirrored);
    for (unsigned i = 0; i < squares; i++) {
        list_flip(l, tree->path[i]);
        box = list_widen(box, tree->path[i]);
    }
    if (list_missing(l, box) > l->size - (squares > 0 ? squares : 1))
        return DF_OK;
    if (l->size == 1)
        return list_single(l, box);
    if (l->filter->all)
        return list_all(l, tree->start, tree->end, squares);
    switch (l->filter->wanted.kind) {
    case DF_OMINO_FREE:
        return list_free(l, tree->start, tree->end, squares, box);
    case DF_OMINO_ONE_SIDED:
        return list_one_sided(l, tree->start, tree->end, squares, box);
    default:
        return list_fixed(l, tree->start, tree->end, squares, box);
    }
}

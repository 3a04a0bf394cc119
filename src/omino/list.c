#include "omino/list.h"

#include <string.h>

/* The box of the squares on the path: columns left … right, rows 1 … top. */
typedef struct extent {
    unsigned left, right, top;
} extent;

/* The visitor of those who only count. */
static df_status ignore(void *context, const df_ominoes_batch *batch)
{
    (void)context;
    (void)batch;
    return DF_OK;
}

void df_list_begin(lister *l, const sieve *filter, unsigned size, uint64_t limit,
                   df_ominoes_visitor *visitor, void *context)
{
    *l = (struct lister){.filter = filter,
                         .size = size,
                         .visitor = visitor != NULL ? visitor : ignore,
                         .context = context,
                         .batch.size = size,
                         .rest = limit};
}

/* Hands out the last ones that may be visited. */
static df_status give_last(lister *l)
{
    l->batch.count = (unsigned)l->rest;
    l->rest = 0;
    const df_status status = l->visitor(l->context, &l->batch);
    l->full = status == DF_OK;
    return l->full ? DF_ERROR_SINK : status;
}

/* Hands out polyominoes that differ in their last square. */
static inline df_status give(lister *l, const uint16_t *last, unsigned count)
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

/* All fixed ones: those of a polyomino short of one square are what is left of the list. */
static df_status list_all(lister *l, unsigned start, unsigned end, unsigned squares)
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

/* What is known of a polyomino by its box and by the first rows of its four images that lie as
 * it does. */
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

static inline uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* All of this is put together without branches, for nobody can foretell them. */
static inline unsigned weigh(unsigned fit, uint64_t first, uint64_t other)
{
    const unsigned answer = first < other ? REFUSED : fit;
    return answer + ((answer == ACCEPTED) & (first == other));
}

/* What is known of the path with one square more, which makes this box. */
static inline unsigned judge(const lister *l, unsigned place, extent box, df_omino_class kind)
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
        other = greater(other, (l->mirrored[1] | (mirrored & below)) >> back);
        other = greater(other, (l->rows[box.top] | (bit & above)) >> box.left);
    }
    return weigh(fit, first, other);
}

/* What is known of the path with one square more, by where this lies: two bits for each place.
 * Inner squares do not change the first rows, and those of the top row make only the other
 * images greater. A new column to the left shifts what is not mirrored, and one to the right
 * what is. */
static inline uint32_t foresee(const lister *l, extent box, df_omino_class kind)
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
    const uint64_t backward = greater(mirrored, turned);
    const uint8_t *fit = &l->filter->fit[box.top][width];
    const unsigned within = weigh(fit[0], first, greater(last, backward));
    const unsigned left = weigh(fit[1], first << 1, greater(last << 1, backward));
    const unsigned right = weigh(fit[1], first, greater(last, backward << 1));
    const uint32_t inner = within | left << 2 * LEFT | right << 2 * RIGHT;
    const uint32_t any = inner | inner >> 1;
    const uint32_t top = (any & 0x15) * UNKNOWN;
    const uint32_t above = first >= mirrored ? UNKNOWN : REFUSED;
    return inner | UINT32_C(0xff) << 2 * BOTTOM | top << 2 * TOP | above << 2 * ABOVE;
}

/* Where a square lies; the path has at least two rows. */
static inline unsigned locate(unsigned place, extent box)
{
    const unsigned x = place_x(place), y = place_y(place);
    return (unsigned)(x < box.left) * LEFT + (unsigned)(x > box.right) * RIGHT +
           (unsigned)(y == 1) * BOTTOM + (unsigned)(y >= box.top) * TOP +
           (unsigned)(y > box.top) * (ABOVE - TOP);
}

/* The full answer. */
static df_status examine(lister *l, unsigned place, extent box, bool *keeps)
{
    const sieve *filter = l->filter;
    const bit_board board = {.left = box.left,
                             .right = box.right,
                             .height = box.top,
                             .rows = &l->rows[1],
                             .mirrored = &l->mirrored[1]};
    df_status status = DF_OK;
    flip(l, place);
    *keeps = df_image_is_canonical(&board, filter->wanted.kind);
    if (*keeps && filter->shapes)
        status = df_filter_check(filter, &board, l->size, keeps);
    flip(l, place);
    return status;
}

/* Hands out those of the last squares that make what is wanted. */
static inline df_status sift(lister *l, unsigned start, unsigned end, extent outer,
                             df_omino_class kind)
{
    const uint32_t known = foresee(l, outer, kind);
    unsigned kept = 0;
    for (unsigned i = start; i < end; i++) {
        const unsigned place = l->tree->list[i];
        unsigned answer = known >> 2 * locate(place, outer) & 3;
        if (answer >= UNDECIDED) {
            const extent box = widen(outer, place);
            if (answer == UNKNOWN)
                answer = judge(l, place, box, kind);
            bool keeps = answer != REFUSED;
            if (answer == UNDECIDED) {
                const df_status status = examine(l, place, box, &keeps);
                if (status != DF_OK)
                    return status;
            }
            answer = keeps;
        }
        l->kept[kept] = (uint16_t)place;
        kept += answer;
    }
    return give(l, l->kept, kept);
}

static inline df_status list_kind(lister *l, unsigned start, unsigned end, unsigned squares,
                                  extent outer, df_omino_class kind);

/* The same once for each class: which it is, is asked so often that it takes time. */
static df_status list_fixed(lister *l, unsigned start, unsigned end, unsigned squares,
                            extent outer)
{
    return list_kind(l, start, end, squares, outer, DF_OMINO_FIXED);
}

static df_status list_one_sided(lister *l, unsigned start, unsigned end, unsigned squares,
                                extent outer)
{
    return list_kind(l, start, end, squares, outer, DF_OMINO_ONE_SIDED);
}

static df_status list_free(lister *l, unsigned start, unsigned end, unsigned squares,
                           extent outer)
{
    return list_kind(l, start, end, squares, outer, DF_OMINO_FREE);
}

static inline df_status list_kind(lister *l, unsigned start, unsigned end, unsigned squares,
                                  extent outer, df_omino_class kind)
{
    omino_tree *tree = l->tree;
    const bool last = squares + 2 == l->size;
    df_status status = DF_OK;
    for (unsigned i = start; i < end && status == DF_OK; i++) {
        const unsigned place = tree->list[i];
        const extent box = widen(outer, place);
        /* Where even all squares still to come do not make an allowed box, nothing does. */
        if (missing(l, box) > l->size - squares - 1)
            continue;
        l->nodes++;
        tree->path[squares] = (uint16_t)place;
        const unsigned grown = tree_append(tree, place, end);
        flip(l, place);
        if (last) {
            status = sift(l, i + 1, grown, box, kind);
        } else {
            tree_mark(tree, place, 1);
            status =
                (kind == DF_OMINO_FREE        ? list_free
                 : kind == DF_OMINO_ONE_SIDED ? list_one_sided
                                              : list_fixed)(l, i + 1, grown, squares + 1, box);
            tree_mark(tree, place, -1);
        }
        flip(l, place);
    }
    return status;
}

/* The one polyomino of one square. */
static df_status list_single(lister *l, extent box)
{
    bool keeps = false;
    const df_status status = examine(l, TREE_FIRST, box, &keeps);
    if (status != DF_OK)
        return status;
    l->kept[0] = TREE_FIRST;
    return give(l, l->kept, keeps);
}

df_status df_list_subtree(lister *l, omino_tree *tree, unsigned squares)
{
    l->tree = tree;
    l->batch.stem = tree->path;
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

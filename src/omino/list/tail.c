/* Counts the last three squares in closed form.
 *
 * Suppose that a polyomino lacks three squares. U is the set of squares that may be added, F
 * that of free squares, which were never on the list. To add three squares means to choose a
 * set of three from U and F of which each connected part has a square of U. For x in U let b(x)
 * be the number of its neighbours in F; for f in F let a(f) be the number of its neighbours in
 * U, and c(f) that in F; u = |U|, E = Σ b = Σ a. The sets have
 *     three squares of U:                   C(u, 3)
 *     two, and an f beside one of them:     Σ C(u, 2) - C(u - a, 2) = Σ a (2 u - a - 1) / 2
 *     one x, and two of F beside it:        Σ C(b, 2)
 *     one x, an f beside it, one beside f:  Σ a c
 * and there are no others, as no two neighbours of a square are neighbours. Together they are
 *     C(u, 3) + (u - 1) E + H / 2  where  H = Σ b² - Σ a² + 2 Σ a c.
 *
 * These numbers are added up for each square p of a list, after p has become part of the
 * polyomino; U then consists of W, all squares after p, and Y, the free neighbours of p. So W
 * is built from the end of the list, and E and H with it. Each y of Y is moved from F to U,
 * which changes the sums by
 *     E:  c(y) - a(y)
 *     H:  (a(y) - c(y))² + Σ over the neighbours z of y:  1 - 2 b(z)           for z in W,
 *                                                         2 c(z) - 4 a(z) - 3  for z in F,
 * except for a z that is beside two squares of Y. Such a z touches p at a corner, and the
 * changes need a correction there: + 2 for z in W, - 6 for z in F. */
#include "tail.h"

/* The fields of a cell: its neighbours in W, its free neighbours, "is free", "is in W". */
enum { NEAR = 1, FREE_NEAR = 1 << 3, FREE = 1 << 6, WAITING = 1 << 7, MAX_NEAR = 7 };

/* The sums over a list. */
typedef struct list_sums {
    int64_t waiting; /* u */
    int64_t edges;   /* E */
    int64_t inner;   /* H */
} list_sums;

static int waiting_near(unsigned cell)
{
    return (int)(cell & MAX_NEAR);
}

static int free_near(unsigned cell)
{
    return (int)(cell / FREE_NEAR & MAX_NEAR);
}

/* Adds `by` to the four cells around a place. */
static inline void tail_around(uint8_t *cell, unsigned place, int by)
{
    cell[place + 1] = (uint8_t)(cell[place + 1] + by);
    cell[place + TREE_STRIDE] = (uint8_t)(cell[place + TREE_STRIDE] + by);
    cell[place - 1] = (uint8_t)(cell[place - 1] + by);
    cell[place - TREE_STRIDE] = (uint8_t)(cell[place - TREE_STRIDE] + by);
}

static void tail_take(tail_counter *tail, unsigned place)
{
    tail->cell[place] ^= FREE;
    tail_around(tail->cell, place, -FREE_NEAR);
}

static void tail_give_back(tail_counter *tail, unsigned place)
{
    tail->cell[place] ^= FREE;
    tail_around(tail->cell, place, FREE_NEAR);
}

void df_tail_begin(tail_counter *tail)
{
    *tail = (tail_counter){0};
    for (unsigned cell = 0; cell < 256; cell++) {
        const int a = waiting_near(cell), c = free_near(cell);
        if ((cell & WAITING) != 0 && (cell & FREE) == 0) {
            tail->beside[cell] = (int8_t)(1 - 2 * c);
            tail->corner[cell] = 2;
        } else if ((cell & FREE) != 0) {
            tail->beside[cell] = (int8_t)(2 * c - 4 * a - 3);
            tail->corner[cell] = -6;
        }
    }
    for (unsigned place = 0; place < TREE_PLACES; place++)
        if (!df_tree_is_border(place))
            tail_give_back(tail, place);
}

/* Moves y, one of Y, from F to U. Returns how much H grows at y as its neighbour p joins W. */
static inline int tail_move(const tail_counter *tail, unsigned y, list_sums *sums)
{
    const uint8_t *cell = &tail->cell[y];
    const int a = waiting_near(*cell), c = free_near(*cell);
    sums->waiting++;
    sums->edges += c - a;
    sums->inner += (a - c) * (a - c) + tail->beside[cell[1]] + tail->beside[cell[-1]] +
                   tail->beside[cell[TREE_STRIDE]] + tail->beside[cell[-TREE_STRIDE]];
    return 2 * (c - a) - 1;
}

/* Returns twice the number of ways to add p and then three squares; moves p to W. */
static inline uint64_t tail_add(tail_counter *tail, unsigned p, list_sums *sums)
{
    uint8_t *cell = &tail->cell[p];
    const unsigned right = cell[1] & FREE, above = cell[TREE_STRIDE] & FREE;
    const unsigned left = cell[-1] & FREE, below = cell[-TREE_STRIDE] & FREE;
    list_sums with = *sums;
    const int b = free_near(*cell);
    int grows = b * b;
    if (right != 0)
        grows += tail_move(tail, p + 1, &with);
    if (above != 0)
        grows += tail_move(tail, p + TREE_STRIDE, &with);
    if (left != 0)
        grows += tail_move(tail, p - 1, &with);
    if (below != 0)
        grows += tail_move(tail, p - TREE_STRIDE, &with);
    if ((right & above) != 0)
        with.inner += tail->corner[cell[TREE_STRIDE + 1]];
    if ((left & above) != 0)
        with.inner += tail->corner[cell[TREE_STRIDE - 1]];
    if ((right & below) != 0)
        with.inner += tail->corner[cell[1 - TREE_STRIDE]];
    if ((left & below) != 0)
        with.inner += tail->corner[cell[-1 - TREE_STRIDE]];
    const int64_t u = with.waiting;
    sums->waiting++;
    sums->edges += b;
    sums->inner += grows;
    *cell |= WAITING;
    tail_around(tail->cell, p, NEAR);
    return (uint64_t)(u * (u - 1) * (u - 2) / 3 + 2 * (u - 1) * with.edges + with.inner);
}

/* Counts the ways to add the last four squares, of which the first is on the list. */
static void tail_count_last(tail_counter *tail, const uint16_t *list, unsigned count)
{
    list_sums sums = {0, 0, 0};
    uint64_t twice = 0;
    for (unsigned i = count; i-- > 0;)
        twice += tail_add(tail, list[i], &sums);
    for (unsigned i = 0; i < count; i++) {
        tail->cell[list[i]] ^= WAITING;
        tail_around(tail->cell, list[i], -NEAR);
    }
    tail->twice += twice;
    tail->nodes += count;
}

/* Takes a neighbour and appends it to the list if it is free; returns the list's new end. */
static inline unsigned take_free(tail_counter *tail, uint16_t *list, unsigned end,
                                 unsigned place)
{
    if ((tail->cell[place] & FREE) == 0)
        return end;
    tail_take(tail, place);
    list[end] = (uint16_t)place;
    return end + 1;
}

static void count_branch(tail_counter *tail, uint16_t *list, unsigned start, unsigned end,
                         unsigned missing)
{
    if (missing == TAIL_SQUARES) {
        tail_count_last(tail, &list[start], end - start);
        return;
    }
    tail->nodes += end - start;
    for (unsigned i = start; i < end; i++) {
        const unsigned place = list[i];
        unsigned grown = take_free(tail, list, end, place + 1);
        grown = take_free(tail, list, grown, place + TREE_STRIDE);
        grown = take_free(tail, list, grown, place - 1);
        grown = take_free(tail, list, grown, place - TREE_STRIDE);
        count_branch(tail, list, i + 1, grown, missing - 1);
        while (grown > end)
            tail_give_back(tail, list[--grown]);
    }
}

void df_tail_count(tail_counter *tail, omino_tree *tree, unsigned squares, unsigned size)
{
    /* All squares that were ever on the list are still in front of its end. */
    for (unsigned i = 0; i < tree->end; i++)
        tail_take(tail, tree->list[i]);
    count_branch(tail, tree->list, tree->start, tree->end, size - squares);
    for (unsigned i = 0; i < tree->end; i++)
        tail_give_back(tail, tree->list[i]);
}

/* The last three squares in closed form.
 *
 * A polyomino has been built but for three squares. U is the set of squares that may be added,
 * F that of free squares: those that were never on the list. To add three squares is to choose
 * a set of three from U and F such that each of its connected parts has a square of U. For x in
 * U let b(x) be the number of its neighbours in F; for f in F let a(f) be the number of its
 * neighbours in U, and c(f) that in F; u = |U|, E = Σ b = Σ a. The sets have
 *     three squares of U:                   C(u, 3)
 *     two, and an f beside one of them:     Σ C(u, 2) - C(u - a, 2) = Σ a (2 u - a - 1) / 2
 *     one x, and two of F beside it:        Σ C(b, 2)
 *     one x, an f beside it, one beside f:  Σ a c
 * and no other, for no square of the grid has two neighbours that are neighbours. Together
 *     C(u, 3) + (u - 1) E + H / 2  where  H = Σ b² - Σ a² + 2 Σ a c.
 *
 * What must be added up are these numbers after one square p of a list has become part of the
 * polyomino, for each p of the list; U is then W, all that comes after p, and Y, the free
 * neighbours of p. So W is built from the end of the list, E and H along with it. For each y of
 * Y, which is taken from F and put into U, the sums change by
 *     E:  c(y) - a(y)
 *     H:  (a(y) - c(y))² + Σ over the neighbours z of y:  1 - 2 b(z)         for z in W,
 *                                                         2 c(z) - 4 a(z) - 3  for z in F,
 * but for a z that is beside two of Y. Such a z touches p at a corner, and the changes do not
 * add up there: 2 are missing for z in W, 6 too many for z in F. */
#include "omino/closed.h"

/* A cell: its neighbours in W, and those that are free; whether it is free, or in W. */
enum { NEAR = 1, FREE_NEAR = 1 << 3, FREE = 1 << 6, WAITING = 1 << 7, MOST_NEAR = 7 };

/* What is summed up over a list. */
typedef struct list_sums {
    int64_t waiting; /* u */
    int64_t edges;   /* E */
    int64_t inner;   /* H */
} list_sums;

static int waiting_near(unsigned cell)
{
    return (int)(cell & MOST_NEAR);
}

static int free_near(unsigned cell)
{
    return (int)(cell / FREE_NEAR & MOST_NEAR);
}

/* Adds `by` to the four cells around a place. */
static inline void around(uint8_t *cell, unsigned place, int by)
{
    cell[place + 1] = (uint8_t)(cell[place + 1] + by);
    cell[place + TREE_STRIDE] = (uint8_t)(cell[place + TREE_STRIDE] + by);
    cell[place - 1] = (uint8_t)(cell[place - 1] + by);
    cell[place - TREE_STRIDE] = (uint8_t)(cell[place - TREE_STRIDE] + by);
}

static void take(closing *closed, unsigned place)
{
    closed->cell[place] ^= FREE;
    around(closed->cell, place, -FREE_NEAR);
}

static void give_back(closing *closed, unsigned place)
{
    closed->cell[place] ^= FREE;
    around(closed->cell, place, FREE_NEAR);
}

void df_closed_begin(closing *closed)
{
    *closed = (struct closing){.nodes = 0};
    for (unsigned cell = 0; cell < 256; cell++) {
        const int a = waiting_near(cell), c = free_near(cell);
        if ((cell & WAITING) != 0 && (cell & FREE) == 0) {
            closed->beside[cell] = (int8_t)(1 - 2 * c);
            closed->corner[cell] = 2;
        } else if ((cell & FREE) != 0) {
            closed->beside[cell] = (int8_t)(2 * c - 4 * a - 3);
            closed->corner[cell] = -6;
        }
    }
    for (unsigned place = 0; place < TREE_PLACES; place++)
        if (!df_tree_is_border(place))
            give_back(closed, place);
}

/* Takes y, one of Y, from F and puts it into U. Returns by how much its H grows when its
 * neighbour p becomes one of W. */
static inline int move(const closing *closed, unsigned y, list_sums *sums)
{
    const uint8_t *cell = &closed->cell[y];
    const int a = waiting_near(*cell), c = free_near(*cell);
    sums->waiting++;
    sums->edges += c - a;
    sums->inner += (a - c) * (a - c) + closed->beside[cell[1]] + closed->beside[cell[-1]] +
                   closed->beside[cell[TREE_STRIDE]] + closed->beside[cell[-TREE_STRIDE]];
    return 2 * (c - a) - 1;
}

/* Adds twice the number of ways to add p and then three squares; makes p one of W. */
static inline uint64_t add(closing *closed, unsigned p, list_sums *sums)
{
    uint8_t *cell = &closed->cell[p];
    const unsigned right = cell[1] & FREE, above = cell[TREE_STRIDE] & FREE;
    const unsigned left = cell[-1] & FREE, below = cell[-TREE_STRIDE] & FREE;
    list_sums with = *sums;
    const int b = free_near(*cell);
    int grows = b * b;
    if (right != 0)
        grows += move(closed, p + 1, &with);
    if (above != 0)
        grows += move(closed, p + TREE_STRIDE, &with);
    if (left != 0)
        grows += move(closed, p - 1, &with);
    if (below != 0)
        grows += move(closed, p - TREE_STRIDE, &with);
    if ((right & above) != 0)
        with.inner += closed->corner[cell[TREE_STRIDE + 1]];
    if ((left & above) != 0)
        with.inner += closed->corner[cell[TREE_STRIDE - 1]];
    if ((right & below) != 0)
        with.inner += closed->corner[cell[1 - TREE_STRIDE]];
    if ((left & below) != 0)
        with.inner += closed->corner[cell[-1 - TREE_STRIDE]];
    const int64_t u = with.waiting;
    sums->waiting++;
    sums->edges += b;
    sums->inner += grows;
    *cell |= WAITING;
    around(closed->cell, p, NEAR);
    return (uint64_t)(u * (u - 1) * (u - 2) / 3 + 2 * (u - 1) * with.edges + with.inner);
}

/* The last four squares, of which the first is on the list. */
static void count_last(closing *closed, const uint16_t *list, unsigned count)
{
    list_sums sums = {0, 0, 0};
    uint64_t twice = 0;
    for (unsigned i = count; i-- > 0;)
        twice += add(closed, list[i], &sums);
    for (unsigned i = 0; i < count; i++) {
        closed->cell[list[i]] ^= WAITING;
        around(closed->cell, list[i], -NEAR);
    }
    closed->twice += twice;
    closed->nodes += count;
}

/* Takes a neighbour and appends it to the list if it is free; returns the list's new end. */
static inline unsigned take_free(closing *closed, uint16_t *list, unsigned end, unsigned place)
{
    if ((closed->cell[place] & FREE) == 0)
        return end;
    take(closed, place);
    list[end] = (uint16_t)place;
    return end + 1;
}

static void count_branch(closing *closed, uint16_t *list, unsigned start, unsigned end,
                         unsigned missing)
{
    if (missing == CLOSED_SQUARES) {
        count_last(closed, &list[start], end - start);
        return;
    }
    closed->nodes += end - start;
    for (unsigned i = start; i < end; i++) {
        const unsigned place = list[i];
        unsigned grown = take_free(closed, list, end, place + 1);
        grown = take_free(closed, list, grown, place + TREE_STRIDE);
        grown = take_free(closed, list, grown, place - 1);
        grown = take_free(closed, list, grown, place - TREE_STRIDE);
        count_branch(closed, list, i + 1, grown, missing - 1);
        while (grown > end)
            give_back(closed, list[--grown]);
    }
}

void df_closed_count(closing *closed, omino_tree *tree, unsigned squares, unsigned size)
{
    /* All that was ever on the list still stands before its end. */
    for (unsigned i = 0; i < tree->end; i++)
        take(closed, tree->list[i]);
    count_branch(closed, tree->list, tree->start, tree->end, size - squares);
    for (unsigned i = 0; i < tree->end; i++)
        give_back(closed, tree->list[i]);
}

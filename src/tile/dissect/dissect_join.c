/* Bounds on what pieces of the frontier can become; docs/method/dissections.md has proofs. */
#include "dissect_frontier.h"

/* Columns i < j where a path of free squares between two pieces begins and ends. */
typedef struct join_ends {
    unsigned i, j;
} join_ends;

/* Returns how many free squares a path from column i to column j encloses at most, with `more`
 * squares above the fewest that it has. */
static unsigned join_enclosed(const dissect_board *board, const dissect_place *place,
                              const join_ends *ends, unsigned more)
{
    const unsigned column = place->column, width = ends->j - ends->i - 1;
    const unsigned above = ends->i + 1 < column && ends->j >= column ? ends->j - column : 0;
    const unsigned first_row = place->row + (ends->i + 1 < column);
    const unsigned most_rows = unsigned_min(more / 2, board->height - 1 - first_row);
    unsigned most = 0;
    for (unsigned rows = 0; rows <= most_rows; rows++)
        most = unsigned_max(most, rows * (width + more - 2 * rows) + above);
    return most;
}

/* True if a path at `ends` of a and b leaves room for the pieces that it encloses. */
static bool join_leaves_room(const dissect_board *board, const dissect_place *place,
                             const frontier *self, const join_ends *ends, unsigned a,
                             unsigned b, unsigned spare)
{
    const unsigned between = ((1u << ends->j) - 1) & ~((2u << ends->i) - 1);
    const unsigned beside = frontier_beside(self, place, a) | frontier_beside(self, place, b);
    const unsigned apart = self->apart[a] | self->apart[b];
    unsigned inside = 0, squares = 0, confined = 0, free_ones = 0, touching = 0,
             columns_confined = 0;
    for (unsigned i = ends->i + 1; i < ends->j; i++) {
        const unsigned piece = self->piece[i];
        if (self->size[piece] == 0 || (inside >> piece & 1) != 0)
            continue;
        if ((self->columns[piece] & ~between) != 0)
            return true;
        inside |= 1u << piece;
        if ((apart >> piece & 1) != 0 || (self->columns[piece] & beside) != 0 ||
            self->size[piece] > spare) {
            touching |= (self->apart[piece] & confined) |
                        (frontier_beside(self, place, piece) & columns_confined);
            columns_confined |= self->columns[piece];
            confined |= 1u << piece;
            squares += self->size[piece];
        } else {
            free_ones |= 1u << piece;
        }
    }
    if (confined == 0)
        return true;
    unsigned least = 1;
    if (free_ones == 0) {
        unsigned pieces = (squares + board->size - 1) / board->size;
        if (pieces < 2 && touching != 0)
            pieces = 2;
        least = pieces * board->size - squares;
    }
    return join_enclosed(board, place, ends, spare) >= least;
}

/* True if pieces may become one by a path of at most `room` squares from a column of `left` to
 * one of `right`, which are right of these. */
static bool join_from_to(const dissect_board *board, const dissect_place *place,
                         const frontier *self, unsigned a, unsigned b, unsigned left,
                         unsigned right, unsigned room)
{
    const join_ends ends = {bits_highest(left), bits_lowest(right)};
    const unsigned need = place->need[ends.i][ends.j];
    /* All others are farther apart. */
    if (need > room)
        return false;
    if (ends.j - ends.i < 2 || board->no_pocket ||
        join_leaves_room(board, place, self, &ends, a, b, room - need))
        return true;
    left ^= 1u << ends.i;
    right ^= 1u << ends.j;
    return (left != 0 && place->need[bits_highest(left)][ends.j] <= room) ||
           (right != 0 && place->need[ends.i][bits_lowest(right)] <= room);
}

/* True if two pieces that are not known to be apart may become one by free squares alone. */
static bool dissect_may_join(const dissect_board *board, const dissect_place *place,
                             const frontier *self, unsigned a, unsigned b)
{
    const unsigned both = (unsigned)self->size[a] + self->size[b];
    if (both >= board->size)
        return false;
    const unsigned of_a = self->columns[a], of_b = self->columns[b];
    const unsigned last = bits_highest(of_b), after = of_a >> last << last;
    return join_from_to(board, place, self, a, b, of_a & ((1u << b) - 1), of_b,
                        board->size - both) ||
           (after != 0 &&
            join_from_to(board, place, self, a, b, of_b, after, board->size - both));
}

/* Returns how many squares connect two pieces at least. */
static unsigned join_need(const dissect_place *place, const frontier *self, unsigned a,
                          unsigned b)
{
    const unsigned first = unsigned_min(a, b), other = unsigned_max(a, b);
    const unsigned before = self->columns[first] & ((1u << other) - 1);
    const unsigned last = bits_highest(self->columns[other]);
    const unsigned after = (unsigned)self->columns[first] >> last;
    const unsigned need = place->need[bits_highest(before)][other];
    return after == 0 ? need : unsigned_min(need, place->need[last][last + bits_lowest(after)]);
}

bool df_dissect_may_meet(const dissect_board *board, const dissect_place *place,
                         const frontier *self, unsigned a, unsigned b)
{
    if (dissect_may_join(board, place, self, a, b))
        return true;
    const unsigned both = (unsigned)self->size[a] + self->size[b];
    if (board->no_pocket || both + join_need(place, self, a, b) > board->size)
        return false;
    unsigned others = self->pieces & ~(1u << a | 1u << b | self->apart[a] | self->apart[b]);
    for (; others != 0; others &= others - 1) {
        const unsigned c = bits_lowest(others);
        if (((frontier_beside(self, place, a) | frontier_beside(self, place, b)) &
             self->columns[c]) == 0 &&
            both + self->size[c] + join_need(place, self, a, c) +
                    join_need(place, self, c, b) <=
                board->size)
            return true;
    }
    return false;
}

/* A component: pieces that may become one with the first of them, directly or by others. */
typedef struct join_component {
    unsigned squares, members;
    unsigned ends; /* pieces that they end in at least */
} join_component;

static inline void join_component_add(join_component *self, const dissect_board *board,
                                      unsigned squares)
{
    self->squares += squares;
    self->members++;
    while (self->squares + self->members > self->ends * (board->size + 1))
        self->ends++;
}

/* True if the pieces of the frontier, `count`, may end in at most `most` pieces. Those that are
 * in no component yet count as one each, so that the number only falls. */
static bool join_may_end_in(const dissect_board *board, const dissect_place *place,
                            const frontier *self, unsigned count, unsigned most)
{
    unsigned ends = 0, left = self->pieces;
    while (left != 0) {
        unsigned fresh = left & (~left + 1);
        join_component component = {0, 0, 0};
        join_component_add(&component, board, self->size[bits_lowest(fresh)]);
        left ^= fresh;
        count--;
        while (fresh != 0) {
            const unsigned a = bits_lowest(fresh);
            fresh ^= 1u << a;
            const unsigned beside = frontier_beside(self, place, a);
            unsigned others = left & ~(unsigned)self->apart[a];
            for (; others != 0; others &= others - 1) {
                const unsigned b = bits_lowest(others);
                if ((self->columns[b] & beside) != 0 ||
                    !dissect_may_join(board, place, self, unsigned_min(a, b),
                                      unsigned_max(a, b)))
                    continue;
                fresh |= 1u << b;
                left ^= 1u << b;
                count--;
                join_component_add(&component, board, self->size[b]);
                if (ends + component.ends + count <= most)
                    return true;
            }
        }
        ends += component.ends;
    }
    return false;
}

bool df_dissect_fits(const dissect_board *board, const dissect_place *place,
                     const frontier *self)
{
    if (board->no_bound)
        return true;
    unsigned squares = 0, pieces = 0;
    for (unsigned left = self->pieces; left != 0; left &= left - 1) {
        squares += self->size[bits_lowest(left)];
        pieces++;
    }
    const unsigned filled = place->row * board->width + place->column;
    const unsigned rest = board->width * board->height - filled + squares;
    return pieces * board->size <= rest ||
           join_may_end_in(board, place, self, pieces, rest / board->size);
}

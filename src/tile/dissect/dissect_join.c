/* Bounds on what pieces of the frontier can become. docs/dissections.md has the proofs. */
#include "dissect_frontier.h"

/* Columns i of one piece and j of another, i < j, where a path of free squares between the two
 * may begin and end. */
typedef struct join_ends {
    unsigned i, j;
    bool is_near; /* neither piece has a column between them */
} join_ends;

/* Finds the pairs of columns of two pieces, a < b: on each side of b the near one, and the two
 * that are next. All others are farther apart. */
static unsigned join_find_ends(const frontier *self, unsigned a, unsigned b, join_ends *ends)
{
    const unsigned of_a = self->columns[a], of_b = self->columns[b];
    const unsigned last = columns_highest(of_b);
    const unsigned before = of_a & ((1u << b) - 1), after = of_a >> last << last;
    unsigned count = 0;
    const unsigned i = columns_highest(before);
    ends[count++] = (join_ends){i, b, true};
    if ((before ^ 1u << i) != 0)
        ends[count++] = (join_ends){columns_highest(before ^ 1u << i), b, false};
    if (last != b)
        ends[count++] = (join_ends){i, bits_lowest(of_b ^ 1u << b), false};
    if (after == 0)
        return count;
    const unsigned j = bits_lowest(after);
    ends[count++] = (join_ends){last, j, true};
    if ((after ^ 1u << j) != 0)
        ends[count++] = (join_ends){last, bits_lowest(after ^ 1u << j), false};
    if (last != b)
        ends[count++] = (join_ends){columns_highest(of_b ^ 1u << last), j, false};
    return count;
}

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

bool df_dissect_may_join(const dissect_board *board, const dissect_place *place,
                         const frontier *self, unsigned a, unsigned b)
{
    const unsigned both = (unsigned)self->size[a] + self->size[b];
    if (both >= board->size)
        return false;
    const unsigned room = board->size - both;
    join_ends ends[6];
    const unsigned count = join_find_ends(self, a, b, ends);
    for (unsigned k = 0; k < count; k++) {
        const unsigned need = place->need[ends[k].i][ends[k].j];
        if (need <= room &&
            (board->no_pocket || !ends[k].is_near || ends[k].j - ends[k].i < 2 ||
             join_leaves_room(board, place, self, &ends[k], a, b, room - need)))
            return true;
    }
    return false;
}

/* Returns how many squares connect two pieces at least. */
static unsigned join_need(const dissect_place *place, const frontier *self, unsigned a,
                          unsigned b)
{
    join_ends ends[6];
    const unsigned count = join_find_ends(self, unsigned_min(a, b), unsigned_max(a, b), ends);
    unsigned need = UINT8_MAX;
    for (unsigned k = 0; k < count; k++)
        need = unsigned_min(need, place->need[ends[k].i][ends[k].j]);
    return need;
}

bool df_dissect_may_meet(const dissect_board *board, const dissect_place *place,
                         const frontier *self, unsigned a, unsigned b)
{
    if (df_dissect_may_join(board, place, self, a, b))
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

/* Returns a number of pieces that `members` pieces of `squares` squares in all end in at
 * least. */
static inline unsigned join_ends_of(const dissect_board *board, unsigned squares,
                                    unsigned members)
{
    return (squares + members + board->size) / (board->size + 1);
}

/* Returns a number of pieces that those of the frontier end in at least. Only pieces of one
 * component can become one. */
static unsigned join_count_ends(const dissect_board *board, const dissect_place *place,
                                const frontier *self)
{
    unsigned ends = 0, left = self->pieces;
    while (left != 0) {
        unsigned fresh = left & (~left + 1), squares = 0, members = 0;
        left ^= fresh;
        for (; fresh != 0; members++) {
            const unsigned a = bits_lowest(fresh);
            unsigned others = left & ~(unsigned)self->apart[a];
            const unsigned beside = frontier_beside(self, place, a);
            fresh &= fresh - 1;
            squares += self->size[a];
            for (; others != 0; others &= others - 1) {
                const unsigned b = bits_lowest(others);
                if ((self->columns[b] & beside) == 0 &&
                    df_dissect_may_join(board, place, self, unsigned_min(a, b),
                                        unsigned_max(a, b))) {
                    fresh |= 1u << b;
                    left ^= 1u << b;
                }
            }
        }
        ends += join_ends_of(board, squares, members);
    }
    return ends;
}

bool df_dissect_fits(const dissect_board *board, const dissect_place *place,
                     const frontier *self)
{
    if (board->no_bound)
        return true;
    const unsigned filled = place->row * board->width + place->column;
    unsigned squares = 0, pieces = 0;
    for (unsigned left = self->pieces; left != 0; left &= left - 1) {
        squares += self->size[bits_lowest(left)];
        pieces++;
    }
    const unsigned complete = (filled - squares) / board->size;
    const unsigned most = board->width * board->height / board->size;
    if (complete + pieces <= most)
        return true;
    if (complete + join_ends_of(board, squares, pieces) > most)
        return false;
    return complete + join_count_ends(board, place, self) <= most;
}

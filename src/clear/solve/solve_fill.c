#include "solver.h"

/* True if places of the pieces fill the rest of a board whose columns before `x` are full. */
static bool fill_from(const solve_board *board, solve_filled *known, uint64_t full,
                      uint64_t pieces, unsigned x)
{
    const clear_board *layout = &board->play.layout;
    if (full == layout->full)
        return true;
    const uint64_t hash =
        (full ^ pieces * UINT64_C(0xd6e8feb86659fd93)) * UINT64_C(0x9e3779b97f4a7c15);
    solve_filled *entry = &known[hash >> 32 & (SOLVE_FILLED_SIZE - 1)];
    if (entry->full == full && entry->pieces == pieces)
        return entry->can;
    uint64_t column = ~full >> x & board->row_starts;
    while (column == 0)
        column = ~full >> ++x & board->row_starts;
    const unsigned square = layout->rows * x + bits_lowest(column) / layout->width;
    bool can = false;
    for (size_t i = board->begin[square]; i < board->begin[square + 1] && !can; i++) {
        const solve_place *place = &board->places[i];
        can = (place->squares & full) == 0 && solve_count_has(pieces, place->piece) &&
              fill_from(board, known, full | place->squares,
                        pieces - solve_count_one(place->piece), x);
    }
    *entry = (solve_filled){.full = full, .pieces = pieces, .can = can};
    return can;
}

bool df_solve_fill(const solve_board *board, solve_filled *known, uint64_t full,
                   uint64_t pieces)
{
    return fill_from(board, known, full, pieces, 0);
}

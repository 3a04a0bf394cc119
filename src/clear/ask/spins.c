#include "spins.h"

#include "core/board/mover.h"

df_spin df_spins_find(const solve_order *order, const solve_standing *at, unsigned index,
                      unsigned *rows)
{
    const solve_board *board = order->board;
    const clear_board *layout = &board->play.layout;
    const uint16_t number = order->places[index];
    const solve_place *place = &board->places[number];
    const unsigned cleared = df_clear_board_cleared(layout, at->settled);
    const uint64_t after = df_clear_board_settle(layout, at->squares | place->squares);
    *rows = df_clear_board_cleared(layout, after) - cleared;
    if (*rows == 0 || board->play.movers == NULL || !board->play.movers[place->piece].spins)
        return DF_SPIN_NONE;
    const df_mover *mover = &board->play.movers[place->piece];
    uint64_t row[DF_CLEAR_SOLVER_MAX_ROWS];
    for (unsigned y = cleared; y < layout->rows; y++)
        row[y - cleared] = at->settled >> (layout->width * y) & layout->row;
    int x = 0, y = 0;
    df_mover_spawn(mover, CLEAR_SPAWN_ROW, &x, &y);
    df_moves_find_all(board->play.moves, mover, row, layout->rows - cleared, x, y);
    const uint64_t settled = board->settled[(size_t)number << layout->rows | at->cleared];
    const unsigned corner = bits_lowest(settled) / layout->width * layout->width + place->x;
    const df_drop drop =
        df_clear_drop_at(layout, &layout->shapes[place->shape], at->settled, corner);
    const df_place end = {.orientation = drop.orientation, .x = drop.x, .y = drop.y};
    return df_spins_best(df_moves_spins(board->play.moves, row, layout->rows - cleared, &end));
}

df_spin df_spins_best(unsigned spins)
{
    return (spins >> DF_SPIN_FULL & 1) != 0   ? DF_SPIN_FULL
           : (spins >> DF_SPIN_MINI & 1) != 0 ? DF_SPIN_MINI
                                              : DF_SPIN_NONE;
}

bool df_spins_fit(df_clear_spins wanted, df_spin spin, unsigned rows)
{
    switch (wanted) {
    case DF_CLEAR_NO_SPIN:
        return true;
    case DF_CLEAR_ANY_SPIN:
        return spin != DF_SPIN_NONE;
    case DF_CLEAR_SPIN_SINGLE:
    case DF_CLEAR_SPIN_DOUBLE:
    case DF_CLEAR_SPIN_TRIPLE:
        break;
    }
    return spin == DF_SPIN_FULL && rows >= (unsigned)(wanted - DF_CLEAR_SPIN_SINGLE) + 1;
}

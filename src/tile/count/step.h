/* Recognizes dead and mirrored states, for walking over a board and for making its graph. */
#pragma once

#include "moves.h"

/* Returns the same squares upside down. */
static inline window step_flip(const tile_moves *moves, window squares)
{
    const unsigned rows = moves->flip_rows;
    for (unsigned low = 0, high = rows - 1; low < high; low++, high--) {
        const window a = window_down(squares, low), b = window_down(squares, high);
        const window swap =
            window_meet((window){a.low ^ b.low, a.high ^ b.high}, moves->flip_row);
        const window down = window_up(swap, low), up = window_up(swap, high);
        squares.low ^= down.low ^ up.low;
        squares.high ^= down.high ^ up.high;
    }
    return squares;
}

/* Returns the lesser of the squares that stick out of a column and the same upside down. */
static inline window step_choose(const tile_moves *moves, window squares)
{
    const window flipped = step_flip(moves, squares);
    return window_is_less(flipped, squares) ? flipped : squares;
}

/* True if some free square of a column or beyond has only filled squares around it. Square 0 of
 * the window is `y` squares above the lowest one of its column. */
static inline bool step_has_hole(const tile_moves *moves, window state, unsigned y)
{
    const unsigned rows = (unsigned)moves->period;
    window below = window_join(window_up(state, 1), moves->lowest[y]);
    below.low |= 1;
    window closed = window_join(window_down(state, 1), moves->highest[y]);
    closed = window_meet(closed, below);
    closed = window_meet(closed, window_down(state, rows));
    closed = window_meet(closed, window_join(window_up(state, rows), window_below(rows)));
    return ((closed.low & ~state.low) | (closed.high & ~state.high)) != 0;
}

/* True if the state is found to have no completion; not all such states are found. Square 0 of
 * the window is free, `y` squares above the lowest one of its column, and is filled by a move
 * of `list`. */
static inline bool step_is_dead(const tile_moves *moves, size_t list, unsigned y, window state)
{
    if (moves->highest != NULL && step_has_hole(moves, state, y))
        return true;
    for (size_t i = moves->begin[list]; i < moves->begin[list + 1]; i++) {
        if (!window_meets(state, moves->moves[i].squares))
            return false;
    }
    return true;
}

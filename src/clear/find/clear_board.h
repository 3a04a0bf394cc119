/* The rows of a perfect clear as one word, and where pieces land in it.
 *
 * Bit width * y + x is square (x, y). Rows that have cleared are kept, full, at the bottom:
 * pieces rest on them as on the floor, so nothing else need be known of them, and the last
 * of all boards is the full one. */
#ifndef DROPFORGE_CLEAR_BOARD_H
#define DROPFORGE_CLEAR_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/bits.h"
#include "dropforge/board.h"

typedef struct clear_shape {
    uint16_t piece;
    uint8_t orientation;
    uint8_t size;
    uint64_t mask;                        /* with its lower left corner in square (0, 0) */
    uint64_t places;                      /* where that corner may be */
    uint8_t offset[DF_PIECE_MAX_SQUARES]; /* the bits of `mask` */
} clear_shape;

typedef struct clear_board {
    unsigned width;
    unsigned rows;
    uint64_t full;     /* all squares */
    uint64_t row;      /* those of row 0 */
    unsigned unit;     /* divides the size of every piece */
    uint64_t left[64]; /* columns 0 … x */
    /* Shapes that fit into the rows; those of piece p from first[p] to first[p + 1]. */
    clear_shape *shapes;
    size_t *first;
} clear_board;

/* Creates the rows and shapes. width * rows is at most 64. On success df_clear_board_free frees
 * what *made owns. */
df_status df_clear_board_create(clear_board *made, const df_piece_set *set, unsigned width,
                                unsigned rows);
void df_clear_board_free(clear_board *self);

/* True if some column boundary that no piece can cross any more has a number of empty squares
 * to its left that no pieces fill. A piece can cross where both squares beside the boundary are
 * empty in one row; clearing rows only removes such places. */
bool df_clear_board_is_hopeless(const clear_board *self, uint64_t board);

/* Moves the full rows to the bottom. */
uint64_t df_clear_board_settle(const clear_board *self, uint64_t board);

/* Returns the number of full rows of a settled board. */
unsigned df_clear_board_cleared(const clear_board *self, uint64_t board);

/* Returns the squares that are occupied or lie below occupied ones. */
static inline uint64_t clear_board_shadow(const clear_board *self, uint64_t board)
{
    for (unsigned step = self->width; step < self->width * self->rows; step *= 2)
        board |= board >> step;
    return board;
}

/* Returns the places of the lower left corner where the shape comes to rest, one for each
 * column in which it stays within the rows. */
static inline uint64_t clear_board_landings(const clear_board *self, const clear_shape *shape,
                                            uint64_t shadow)
{
    const uint64_t open = self->full & ~shadow;
    uint64_t fits = shape->places;
    for (unsigned i = 0; i < shape->size; i++)
        fits &= open >> shape->offset[i];
    return self->rows == 1 ? fits : fits & ~(fits << self->width);
}

#endif

/* The rows of a perfect clear as one word, and where pieces land in it.
 *
 * Bit width * y + x is square (x, y). Rows that have cleared are kept, full, at the bottom:
 * pieces rest on them as on the floor, so nothing else need be known of them, and the last
 * of all boards is the full one. */
#ifndef DROPFORGE_TILE_CLEAR_GROUND_H
#define DROPFORGE_TILE_CLEAR_GROUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bits.h"
#include "dropforge/piece.h"

typedef struct ground_shape {
    uint16_t piece;
    uint8_t orientation;
    uint8_t size;
    uint64_t mask;                        /* with its lower left corner in square (0, 0) */
    uint64_t places;                      /* where that corner may be */
    uint8_t offset[DF_PIECE_MAX_SQUARES]; /* the bits of `mask` */
} ground_shape;

typedef struct ground {
    unsigned width;
    unsigned rows;
    uint64_t full;     /* all squares */
    uint64_t row;      /* those of row 0 */
    unsigned unit;     /* divides the size of every piece */
    uint64_t left[64]; /* columns 0 … x */
    /* Shapes that fit into the rows; those of piece p from first[p] to first[p + 1]. */
    ground_shape *shapes;
    size_t *first;
} ground;

/* width * rows is at most 64. On success df_ground_free frees what *made owns. */
df_status df_ground_create(ground *made, const df_piece_set *set, unsigned width,
                           unsigned rows);
void df_ground_free(ground *own);

/* Whether some column boundary that no piece can cross any more has a number of empty squares
 * to its left that no pieces fill. A piece crosses where both squares beside the boundary are
 * empty in one row; cleared rows only take such places away. */
bool df_ground_is_hopeless(const ground *own, uint64_t board);

/* Puts the full rows at the bottom. */
uint64_t df_ground_settle(const ground *own, uint64_t board);

/* How many rows are full; the board is settled. */
unsigned df_ground_cleared(const ground *own, uint64_t board);

/* The squares that are occupied or lie below occupied ones. */
static inline uint64_t ground_shadow(const ground *own, uint64_t board)
{
    for (unsigned step = own->width; step < own->width * own->rows; step *= 2)
        board |= board >> step;
    return board;
}

/* Where the shape comes to rest, as places of its lower left corner: one for each column in
 * which it stays within the rows. */
static inline uint64_t ground_landings(const ground *own, const ground_shape *shape,
                                       uint64_t shadow)
{
    const uint64_t open = own->full & ~shadow;
    uint64_t fits = shape->places;
    for (unsigned i = 0; i < shape->size; i++)
        fits &= open >> shape->offset[i];
    return own->rows == 1 ? fits : fits & ~(fits << own->width);
}

#endif

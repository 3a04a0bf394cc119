/* The frontier of a partial dissection, and which of its pieces may become one. */
#pragma once

#include "core/base/bits.h"
#include "dissect_state.h"

/* A state in the open. A piece is known by its first column; a square of a complete one is a
 * piece of its own of size 0. */
typedef struct frontier {
    uint8_t piece[DISSECT_MAX_WIDTH]; /* first column of the piece of each square */
    uint8_t size[DISSECT_MAX_WIDTH];  /* squares so far, by first column */
    /* By first column: its columns, and the pieces that it has touched elsewhere. */
    uint16_t columns[DISSECT_MAX_WIDTH], apart[DISSECT_MAX_WIDTH];
    uint16_t pieces; /* first columns of all that are not complete */
} frontier;

/* Returns the columns whose squares are side by side with those of some. */
static inline unsigned columns_beside(unsigned columns, const dissect_place *place)
{
    const unsigned step = 1u << place->column;
    return (columns << 1 & ~step) | (columns & ~step) >> 1;
}

static inline unsigned frontier_beside(const frontier *self, const dissect_place *place,
                                       unsigned piece)
{
    return columns_beside(self->columns[piece], place);
}

/* True if two pieces may end in the same one. */
bool df_dissect_may_meet(const dissect_board *board, const dissect_place *place,
                         const frontier *self, unsigned a, unsigned b);

/* True if there are not too many pieces already. */
bool df_dissect_fits(const dissect_board *board, const dissect_place *place,
                     const frontier *self);

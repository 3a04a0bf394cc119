/* Signatures: all that is needed of the squares on one side of a boundary to continue on the
 * other side (Jensen 2001).
 *
 * A strip of some rows is filled column by column, each from row 0 upwards. The boundary has
 * one square in each row: those below the current row lie in the current column, the others in
 * the column before. Squares next to each other on the same side of that kink make up a run.
 * The runs of one connected part of the polyomino are linked into a chain from the lowest to
 * the highest. As parts cannot cross, links are nested like parentheses, so that the places
 * where links begin and end suffice.
 *
 * Turns that leave a polyomino unmoved roll the strip up into a cone: then the highest row
 * meets the lowest one at a seam. Links may cross it, upwards from a run near the top to one
 * near the bottom, and a part whose links go all the way round contains the turns of its
 * squares. */
#pragma once

#include <stdbool.h>

#include "core/base/bits.h"

enum {
    SIGNATURE_ROWS = 24,
    SIGNATURE_BITS = 2 * SIGNATURE_ROWS + 3, /* of a packed signature */
    SIGNATURE_BOTTOM = 1,
    SIGNATURE_TOP = 2,
    SIGNATURE_BOTH = 3,
    SIGNATURE_NEVER = 1000, /* squares that nothing has */
};

/* A seam at which squares can meet from now on, or cannot. */
typedef enum signature_seam { SEAM_NONE, SEAM_CLOSED, SEAM_OPEN } signature_seam;

/* Bit y stands for row y. */
typedef struct signature {
    uint32_t squares; /* the filled ones */
    uint32_t down;    /* lowest squares of runs that are linked to a run further down */
    uint32_t up;      /* highest squares of runs that are linked to a run further up */
    uint32_t touched; /* the edges of the strip that have been touched */
} signature;

/* Packs a signature into one word; `row` is the current row. Where a run begins, the square
 * below is empty, so its link bit can hold the run's bit of `down`; only at the kink it may not
 * be empty. */
static inline uint64_t signature_pack(signature s, unsigned row)
{
    const uint32_t links = s.up | (s.down & ~(UINT32_C(1) << row)) >> 1;
    return s.squares | (uint64_t)links << SIGNATURE_ROWS |
           (uint64_t)(s.down >> row & 1) << (2 * SIGNATURE_ROWS) |
           (uint64_t)s.touched << (2 * SIGNATURE_ROWS + 1);
}

static inline signature signature_unpack(uint64_t word, unsigned row)
{
    const uint64_t rows = (UINT64_C(1) << SIGNATURE_ROWS) - 1;
    signature s = {.squares = (uint32_t)(word & rows)};
    const uint32_t links = (uint32_t)(word >> SIGNATURE_ROWS & rows);
    s.up = links & s.squares;
    s.down = (links & ~s.squares) << 1 | (uint32_t)(word >> (2 * SIGNATURE_ROWS) & 1) << row;
    s.touched = (uint32_t)(word >> (2 * SIGNATURE_ROWS + 1) & SIGNATURE_BOTH);
    return s;
}

/* Removes the run of one square in `row`, which has links, from its chain. Returns false if it
 * is linked with itself only. */
bool df_signature_unlink(signature *s, unsigned row);

/* Joins the run that ends below `row` with the one that begins there, and makes one chain of
 * their parts. */
void df_signature_join(signature *s, unsigned row);

/* Connects the highest and the lowest square, which are filled, across the seam. */
void df_signature_close(signature *s, unsigned rows);

/* Makes place for two more rows on a cone of four turns, whose highest square is a corner: the
 * next column has neighbours of it both in the new row 0 and below the highest row. */
signature df_signature_turn(signature s, unsigned rows);

/* Leaves the square in `row` empty. Returns false if that cuts off a part of the polyomino. */
static inline bool signature_leave(signature *s, unsigned row)
{
    const uint32_t bit = UINT32_C(1) << row;
    if ((s->squares & bit) == 0)
        return true;
    if ((s->squares >> 1 & bit) != 0) {
        /* The run goes on above without its lowest square. */
        if ((s->down & bit) != 0)
            s->down ^= bit | bit << 1;
    } else {
        if (((s->down | s->up) & bit) == 0 || !df_signature_unlink(s, row))
            return false;
    }
    s->squares ^= bit;
    return true;
}

/* Fills the square in `row` of a strip of `rows`. */
static inline void signature_fill(signature *s, unsigned row, unsigned rows)
{
    const uint32_t bit = UINT32_C(1) << row, below = bit >> 1;
    if ((s->squares & bit) == 0) {
        if ((s->up & below) != 0)
            s->up ^= below | bit;
        s->squares |= bit;
    } else {
        if ((s->squares & below) != 0)
            df_signature_join(s, row);
        /* The run before the kink loses its lowest square, but stays connected with it. */
        if ((s->squares >> 1 & bit) != 0) {
            s->up |= bit;
            s->down |= bit << 1;
        }
    }
    s->touched |= (row == 0 ? (uint32_t)SIGNATURE_BOTTOM : 0u) |
                  (row + 1 == rows ? (uint32_t)SIGNATURE_TOP : 0u);
}

/* Returns the signature upside down, for row 0. */
signature df_signature_mirror(signature s, unsigned rows);

/* True if everything is connected, and with its turns if there is a seam; `row` is the current
 * row. There is one part if each run but one is linked to a lower one, and across a seam if
 * each run is. */
static inline bool signature_is_whole(signature s, unsigned row, signature_seam seam)
{
    const uint32_t begin = s.squares & (~(s.squares << 1) | UINT32_C(1) << row);
    return bits_count(begin) == bits_count(s.down) + (seam == SEAM_NONE);
}

/* Returns a lower bound on the squares that must be filled until all parts are connected, both
 * edges of the strip are touched and `columns` columns after the current one are used. With a
 * seam, touching either edge is enough. */
unsigned df_signature_need(const signature *s, unsigned row, unsigned rows, unsigned columns,
                           signature_seam seam);

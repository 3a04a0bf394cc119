/* The transfer matrix: builds, square by square, all polyominoes that touch both edges of a
 * strip of some rows and are at least as long as the strip is high (Jensen 2001). */
#pragma once

#include "fold.h"
#include "transfer_store.h"

enum { TRANSFER_QUEUE = 64 };

/* A state that was reached, and that waits to be looked up. */
typedef struct transfer_offer {
    uint64_t key;
    uint64_t *from; /* the record it was reached from */
    bool filled;
    bool same; /* it needs as many squares as the one it was reached from */
} transfer_offer;

typedef struct transfer {
    const fold *fold;
    unsigned size;    /* most squares */
    unsigned rows;    /* of the current column */
    unsigned narrow;  /* the largest size whose numbers have one word */
    bool keeps;       /* Finished layers are not emptied, and records have a second word: the
                         places reached by leaving the next square empty (lower half) and by
                         filling it, 0 for none; in a dead record the state's new place. */
    unsigned columns; /* number needed */
    unsigned column;  /* the next square, columns from 1 */
    unsigned row;
    transfer_memory memory;
    transfer_index index;
    bool overflow;          /* a number of one word did not fit */
    uint64_t steps;         /* states looked at */
    uint64_t max;           /* most states in a layer */
    uint64_t totals[64][2]; /* whole polyominoes by size */
    /* While a layer is made: */
    transfer_layer *to;
    unsigned weight; /* squares of the polyomino for the next square */
    df_status status;
    unsigned added, looked, done; /* numbers of offers */
    transfer_offer queue[TRANSFER_QUEUE];
} transfer;

/* Begins a strip whose fold, size, rows, narrow, keeps and memory.limit are set and all else 0:
 * puts its starts into `first`, which is {0}. After a failure too the caller frees *t with
 * df_transfer_end, and the layer. */
df_status df_transfer_begin(transfer *t, transfer_layer *first);
void df_transfer_end(transfer *t);

/* Makes the states of the next layer, `to`, which is empty, from those of `from`, which is
 * empty afterwards unless t->keeps. */
df_status df_transfer_step(transfer *t, transfer_layer *from, transfer_layer *to);

/* Returns the number of words of a record before its numbers. */
static inline size_t transfer_header(const transfer *t)
{
    return t->keeps ? 2 : 1;
}

/* Returns how often the polyominoes count that are finished in `column`: for
 * themselves, and turned by a quarter if they are longer than high. */
static inline unsigned transfer_times(const transfer *t, unsigned column)
{
    return column == t->columns && df_fold_is_square(t->fold, t->rows) ? 1 : t->fold->times;
}

/* Fills the next square of a state. */
static inline void transfer_fill(const transfer *t, signature *s)
{
    signature_fill(s, t->row, t->rows);
    if (t->fold->seam == SEAM_CLOSED && s->touched != 0)
        s->touched = SIGNATURE_BOTH;
    if (t->fold->seam == SEAM_OPEN && t->row + 1 == t->rows && (s->squares & 1) != 0)
        df_signature_close(s, t->rows);
}

/* True if filling the square in t's row gave `s` and that finishes a polyomino. */
static inline bool transfer_is_finished(const transfer *t, signature s)
{
    const unsigned next = t->row + 1 == t->rows ? 0 : t->row + 1;
    return s.touched == SIGNATURE_BOTH && t->column >= t->columns &&
           signature_is_whole(s, next, t->fold->seam);
}

/* Packs a signature into a key, and back. Across a seam the lowest run may have a link, whose
 * place in the word is below the strip: it takes that of the second edge. */
static inline uint64_t transfer_pack(const transfer *t, signature s, unsigned row)
{
    if (t->fold->seam != SEAM_NONE)
        s.touched = (s.touched & SIGNATURE_BOTTOM) | (s.down & 1) << 1;
    return signature_pack(s, row);
}

static inline signature transfer_unpack(const transfer *t, uint64_t key, unsigned row)
{
    signature s = signature_unpack(key & TRANSFER_KEY, row);
    if (t->fold->seam != SEAM_NONE) {
        s.down |= s.touched >> 1;
        s.touched = (s.touched & SIGNATURE_BOTTOM) != 0 ? SIGNATURE_BOTH : 0;
    }
    return s;
}

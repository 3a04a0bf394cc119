/* The transfer matrix: builds, square by square, all polyominoes that touch both edges of a
 * strip of some rows and are at least as long as the strip is high (Jensen 2001). */
#pragma once

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
    unsigned size; /* most squares */
    unsigned rows;
    unsigned narrow; /* the largest size whose numbers have one word */
    bool keeps;      /* Finished layers are not emptied, and records have a second word: the
                        places reached by leaving the next square empty (lower half) and by
                        filling it, 0 for none; in a dead record the state's new place. */
    unsigned column; /* the next square, columns from 1 */
    unsigned row;
    transfer_memory memory;
    transfer_index index;
    bool overflow;          /* a number of one word did not fit */
    uint64_t steps;         /* states looked at */
    uint64_t max;           /* most states in a layer */
    uint64_t totals[64][2]; /* whole polyominoes by size; twice where longer than `rows` */
    /* While a layer is made: */
    transfer_layer *to;
    df_status status;
    unsigned added, looked, done; /* numbers of offers */
    transfer_offer queue[TRANSFER_QUEUE];
} transfer;

/* Begins a strip, with the empty state in `first`, which is {0}. Sets all fields of *t. After a
 * failure too the caller frees *t with df_transfer_end, and the layer. */
df_status df_transfer_begin(transfer *t, transfer_layer *first, unsigned size, unsigned rows,
                            uint64_t memory, unsigned narrow, bool keeps);
void df_transfer_end(transfer *t);

/* Makes the states of the next layer, `to`, which is empty, from those of `from`, which is
 * empty afterwards unless t->keeps. */
df_status df_transfer_step(transfer *t, transfer_layer *from, transfer_layer *to);

/* Returns the number of words of a record before its numbers. */
static inline size_t transfer_header(const transfer *t)
{
    return t->keeps ? 2 : 1;
}

/* Returns the one of a state in row 0 and its mirror image that is kept. */
signature df_transfer_choose(signature s, unsigned rows, bool *mirrored);

/* True if filling the square in t's row gave `s` and that finishes a polyomino. */
static inline bool transfer_is_finished(const transfer *t, signature s)
{
    const unsigned next = t->row + 1 == t->rows ? 0 : t->row + 1;
    return s.touched == SIGNATURE_BOTH && t->column >= t->rows && signature_is_whole(s, next);
}

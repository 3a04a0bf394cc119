/* The picture as it is to stand in the playfield, as rows of bits, with the pieces that may
 * leave each square, and the weights and prices of its lower bound. */
#ifndef DROPFORGE_PRINT_TARGET_H
#define DROPFORGE_PRINT_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/board.h"
#include "dropforge/picture.h"

/* The place and the pieces with which a picture is printed. */
typedef struct target_place {
    const df_picture *picture;
    const df_piece_set *tetrominoes;
    unsigned width; /* of the playfield */
    unsigned left;  /* column of the picture's column 0 */
    /* What lies in the playfield at first; borrowed; as wide, without full rows; NULL: nothing.
     */
    const df_field *begin;
    bool anchors; /* an empty row gets one square of the first colour beside the picture */
    /* Bit p of an entry: piece p may leave squares of that colour. */
    uint8_t carriers[DF_TETROMINOES];
} target_place;

typedef struct target_row {
    uint64_t squares;                  /* columns in which the row has a square */
    uint64_t by_piece[DF_TETROMINOES]; /* those that a piece may leave */
    uint64_t hanging;                  /* those without a square in the row below */
    unsigned hanging_above;            /* hanging squares of this row and of all above */
    int64_t weight_above;              /* of the squares of this row and of all above */
    int64_t price;                     /* of a whole row that clears just below this one */
} target_row;

typedef struct drop_target {
    unsigned width;
    unsigned height;
    uint64_t full;    /* a full row */
    size_t squares;   /* of the picture, with anchors */
    unsigned carried; /* bit p: piece p may leave some square */
    target_row *rows; /* height + 1; the last is empty */
    /* For each row and column of the playfield: the weight of a square of the picture, and the
     * price of a square that clears just below that row, height + 1 rows of them, in units of
     * a row's price (PROOF_ROW). All zero if nothing is proven for these pieces. */
    int64_t *weight;
    int64_t *price;
} drop_target;

/* *made is the caller's (df_target_free). Without `weighs` nothing is proven, and all weights
 * and prices are zero. */
df_status df_target_create(drop_target *made, const target_place *place, bool weighs);
void df_target_free(drop_target *self);

#endif

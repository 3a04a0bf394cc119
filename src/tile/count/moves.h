/* The ways to fill the first free square of a board. */
#ifndef DROPFORGE_TILE_MOVES_H
#define DROPFORGE_TILE_MOVES_H

#include <stdbool.h>

#include "dropforge/tile.h"
#include "window.h"

/* One way: the piece, and the squares that it fills besides the first one. */
typedef struct tile_move {
    window squares;
    uint32_t piece;
} tile_move;

/* Squares are numbered in the order in which they are filled. Square p has the moves of list
 * p % period while p < tail, then those of list period + p - tail. */
typedef struct tile_moves {
    uint64_t squares; /* of the whole board */
    uint64_t tail;
    uint64_t period;
    size_t *begin; /* lists + 1: where the moves of a list begin */
    tile_move *moves;
    size_t lists;
    unsigned bits;      /* the highest bit of a window */
    unsigned flip_rows; /* 0, or the rows of columns that may be turned upside down */
    window flip_row;    /* the lowest squares of the columns that are */
    window
        *highest;   /* NULL, or for each square of a column the windows' squares at the upper */
    window *lowest; /* and at the lower edge: then a closed single square cannot be filled */
} tile_moves;

/* The order of filling a board: column by column along its longer side. */
typedef struct tile_order {
    unsigned rows;    /* squares of a column */
    unsigned columns; /* along the longer side */
    bool turned;      /* columns of the order are rows of the board */
} tile_order;

/* A shape as squares relative to the first of them in the order of filling. */
typedef struct tile_shape {
    unsigned count;
    unsigned columns;
    uint32_t piece;
    int x[DF_PIECE_MAX_SQUARES];
    int y[DF_PIECE_MAX_SQUARES];
} tile_shape;

/* Finds all different orientations of all pieces, `turned` as in tile_order. The caller frees
 * *shapes with free. */
df_status df_tile_shapes_create(tile_shape **shapes, size_t *count, const df_piece_set *pieces,
                                bool turned);

/* True if the shapes upside down are the same shapes. */
bool df_tile_shapes_can_flip(const tile_shape *shapes, size_t count);

tile_order df_tile_order(unsigned width, unsigned height);

/* Finds the moves on a board. `open`: pieces may stick out at its end, so that states do not
 * depend on the distance to it. On failure there is nothing to free. DF_ERROR_LIMIT: a window
 * is too large; *error says so. */
df_status df_tile_moves_create(tile_moves *moves, const df_piece_set *pieces, tile_order order,
                               bool open, df_error *error);

void df_tile_moves_free(tile_moves *moves);

static inline size_t tile_moves_list(const tile_moves *moves, uint64_t square)
{
    return (size_t)(square < moves->tail ? square % moves->period
                                         : moves->period + (square - moves->tail));
}

#endif

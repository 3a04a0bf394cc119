/* The 19 shapes of the seven tetrominoes, as searches look at them. */
#pragma once

#include "dropforge/board.h"

#define PRINT_SHAPES 19
#define PRINT_REACH 4 /* columns that a shape can cover */
#define PRINT_LANE 16 /* bits of a column in a window of PRINT_REACH columns */

typedef struct print_shape {
    uint8_t piece;
    uint8_t orientation;
    uint8_t width;
    uint8_t height;
    uint8_t bottom[PRINT_REACH];
    uint8_t top[PRINT_REACH];
    uint8_t row[PRINT_REACH];     /* bit x: square (x, y) belongs to it */
    bool flat;                    /* all its columns have the same bottom */
    uint16_t column[PRINT_REACH]; /* bit y: square (x, y) belongs to it */
    uint64_t window;              /* its columns in one word: bit PRINT_LANE * x + y */
    uint8_t places[4];            /* the bits of its squares there */
} print_shape;

void df_shapes_init(print_shape shapes[PRINT_SHAPES], const df_piece_set *tetrominoes);

#define PRINT_UNDER 2 /* rows that a shape goes below its first column, at most */

/* Which shapes cover a square of some rows, if they begin in a square: bit s of column[i][rows]
 * for shape s and its column i. Bit PRINT_UNDER of `rows` is the row of that square, the lowest
 * of the shape's first column; bits go up to the highest row that a shape can cover. */
typedef struct shape_overlaps {
    uint32_t column[PRINT_REACH][1 << (PRINT_UNDER + PRINT_REACH)];
} shape_overlaps;

void df_shapes_overlap(shape_overlaps *made, const print_shape shapes[PRINT_SHAPES]);

/* True if a shape can close a platform from above: its top row is its widest, and it hangs on
 * the squares beside it. */
bool df_shape_closes(const print_shape *self);

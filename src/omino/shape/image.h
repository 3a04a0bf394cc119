/* A polyomino as a board of bits, and its images under the symmetries of the square. */
#pragma once

#include "dropforge/omino.h"

/* Append one of the texts that df_omino_write knows. */
void df_omino_code_write(df_text *text, const df_omino *omino);
void df_omino_drawing_write(df_text *text, const df_omino *omino);

enum { BOARD_ROWS = 32 };

/* Bit x of rows[y] is the square (x, y), and so is bit 63 - x of mirrored[y]. The polyomino has
 * the columns left … right and the rows 0 … height - 1. */
typedef struct bit_board {
    unsigned left, right, height;
    const uint64_t *rows;
    const uint64_t *mirrored;
} bit_board;

static inline unsigned board_width(const bit_board *board)
{
    return board->right - board->left + 1;
}

/* Returns row y as a number with bit x for column x of the polyomino. */
static inline uint64_t board_row(const bit_board *board, unsigned y)
{
    return board->rows[y] >> board->left;
}

/* Returns the same of the polyomino reflected from left to right. */
static inline uint64_t board_mirrored(const bit_board *board, unsigned y)
{
    return board->mirrored[y] >> (63 - board->right);
}

/* True if none of the images that the class does not tell apart comes before the polyomino in
 * the order of df_omino_compare. */
bool df_image_is_canonical(const bit_board *board, df_omino_class kind);

/* Returns the symmetry of a polyomino. */
df_omino_symmetry df_image_symmetry(const bit_board *board);

/* Makes the image in which df_omino_piece spawns a piece. `spawn` may be `omino`. */
void df_omino_spawn(const df_omino *omino, df_omino *spawn);

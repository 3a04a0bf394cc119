/* The taken squares of the plane around a growing polyomino. The board is a torus: it is wider
 * than the polyomino, which may leave over one edge and come back over the other. */
#ifndef DROPFORGE_OMINO_RANDOM_BOARD_H
#define DROPFORGE_OMINO_RANDOM_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "dropforge/omino.h"

/* Places are y · side + x modulo side²; side is a power of two. */
typedef struct random_board {
    uint32_t side;
    uint64_t *taken;
} random_board;

/* Makes a board wider than `size` squares and a border around them. False: no memory. */
static inline bool random_board_create(random_board *board, unsigned size)
{
    board->side = 8;
    while (board->side < size + 2)
        board->side *= 2;
    board->taken = calloc((size_t)board->side * board->side / 64, sizeof *board->taken);
    return board->taken != NULL;
}

static inline uint32_t random_board_place(const random_board *board, df_square at)
{
    const uint32_t within = board->side - 1;
    return (at.y & within) * board->side + (at.x & within);
}

static inline bool random_board_has(const random_board *board, df_square at)
{
    const uint32_t place = random_board_place(board, at);
    return (board->taken[place / 64] >> place % 64 & 1) != 0;
}

/* Takes a square, or gives it back. */
static inline void random_board_flip(random_board *board, df_square at)
{
    const uint32_t place = random_board_place(board, at);
    board->taken[place / 64] ^= UINT64_C(1) << place % 64;
}

static inline void random_board_free(random_board *board)
{
    free(board->taken);
}

/* Returns the neighbour to the right, above, to the left or below; coordinates count modulo
 * 2^16. */
static inline df_square random_board_step(df_square at, unsigned direction)
{
    return (df_square){(uint16_t)(at.x + (direction == 0) - (direction == 2)),
                       (uint16_t)(at.y + (direction == 1) - (direction == 3))};
}

#endif

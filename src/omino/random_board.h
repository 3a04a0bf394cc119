/* The plane, as far as a growing polyomino can see it: squares that were taken. As it is never
 * wider than the board, it may run over one edge and come back over the other. */
#ifndef DROPFORGE_OMINO_RANDOM_BOARD_H
#define DROPFORGE_OMINO_RANDOM_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Places are y · side + x modulo side²; side is a power of two. */
typedef struct random_board {
    uint32_t side;
    uint64_t *taken;
} random_board;

/* A board that is wider than `size` squares and a border around them. */
static inline bool random_board_create(random_board *board, unsigned size)
{
    board->side = 8;
    while (board->side < size + 2)
        board->side *= 2;
    board->taken = calloc((size_t)board->side * board->side / 64, sizeof *board->taken);
    return board->taken != NULL;
}

static inline uint32_t random_board_place(const random_board *board, uint32_t x, uint32_t y)
{
    const uint32_t within = board->side - 1;
    return (y & within) * board->side + (x & within);
}

static inline bool random_board_has(const random_board *board, uint32_t place)
{
    return (board->taken[place / 64] >> place % 64 & 1) != 0;
}

/* Takes a place, or gives it back. */
static inline void random_board_flip(random_board *board, uint32_t place)
{
    board->taken[place / 64] ^= UINT64_C(1) << place % 64;
}

static inline void random_board_free(random_board *board)
{
    free(board->taken);
}

/* Steps to the right, up, to the left and down; coordinates count modulo 2^16. */
static inline uint16_t random_step_x(uint16_t x, unsigned direction)
{
    return (uint16_t)(x + (direction == 0) - (direction == 2));
}

static inline uint16_t random_step_y(uint16_t y, unsigned direction)
{
    return (uint16_t)(y + (direction == 1) - (direction == 3));
}

#endif

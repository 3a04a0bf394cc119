/* A packing problem, prepared column by column for the search. */
#ifndef DROPFORGE_PRINT_BOARD_H
#define DROPFORGE_PRINT_BOARD_H

#include "print/pack.h"

/* Bit y of a column stands for row y. The columns beyond the last are full. */
typedef struct pack_board {
    const pack_problem *problem;
    uint16_t full;
    uint16_t clearing; /* rows that clear */
    uint16_t met;      /* rows that need no piece to meet condition (3) */
    int8_t least_label;
    uint16_t taken[DF_FIELD_MAX_WIDTH + PACK_WINDOW]; /* not to be filled */
    uint16_t later[DF_FIELD_MAX_WIDTH + PACK_WINDOW];
    uint16_t empty[DF_FIELD_MAX_WIDTH + PACK_WINDOW];
    uint16_t optional[DF_FIELD_MAX_WIDTH + PACK_WINDOW];
    uint16_t allowed[DF_TETROMINOES][DF_FIELD_MAX_WIDTH + PACK_WINDOW];
    /* The largest label of a piece whose lowest square in the column is in row y, if only
     * that column carries it; BOARD_NOTHING where nothing does. */
    int8_t bound[DF_FIELD_MAX_WIDTH][PACK_MAX_ROWS];
} pack_board;

#define BOARD_NOTHING (-2)

void df_board_init(pack_board *board, const pack_problem *problem);

/* The largest label that condition (2) leaves for a shape with its lowest row at y. Where an
 * optional square of the picture should carry it, `there` tells by column which squares are
 * known to be there; with NULL all of them are hoped for. */
int df_board_label_bound(const pack_board *board, const pack_shape *shape, unsigned x,
                         unsigned y, const uint16_t *there);

/* Whether a shape whose leftmost column has its lowest square at (x, y) stays inside, covers
 * only squares that its piece may cover, and can have some label. */
bool df_board_fits(const pack_board *board, const pack_shape *shape, unsigned x, unsigned y);

#endif

/* A playfield whose rows are labelled by their fate. Seen from the end of a plan each row
 * either stays, and is the next row of the picture then, or clears. Rows keep their order and
 * new ones appear only on top, so a search over such playfields misses no plan. */
#ifndef DROPFORGE_PRINT_BOARD_H
#define DROPFORGE_PRINT_BOARD_H

#include "print/base/shapes.h"
#include "supply.h"
#include "target.h"

#define BOARD_ROWS 48 /* above the finished rows of the picture */

/* Without its unused rows it is a state of the search; there is no padding before them. */
typedef struct drop_board {
    uint64_t stays;   /* bit r: row r stays */
    int64_t weight;   /* of the squares of the picture that are not left yet */
    int64_t price;    /* of the empty squares of the rows that clear */
    int32_t value;    /* of the squares of the picture that are not left yet, for the score */
    uint32_t left;    /* their number */
    uint16_t settled; /* finished rows of the picture at the bottom; row 0 is above them */
    uint16_t begun;   /* rows of the picture that have been begun, with the finished ones */
    uint16_t cleared; /* rows */
    uint8_t count;    /* rows from row 0 up that are not empty */
    uint8_t held;     /* by the supply */
    uint16_t target;  /* its number among those of the rules */
    uint16_t unused[3];
    uint64_t row[BOARD_ROWS]; /* bit x: column x is occupied */
} drop_board;

#define BOARD_HEADER offsetof(drop_board, row)

/* A drop with the fate of the rows that it is the first in. */
typedef struct board_move {
    uint8_t shape;
    uint8_t x;
    uint8_t y;     /* above the finished rows */
    uint8_t stays; /* bit i: row i of the shape is a new one that stays */
    uint8_t held;  /* after it */
} board_move;

/* A board with all that its moves need to know of it. Wanted are the empty squares of rows that
 * clear, and in rows that stay those that the picture still lacks. */
typedef struct board_view {
    const drop_board *board;
    unsigned open_rows;                    /* occupied rows that will clear */
    uint16_t picture_row[BOARD_ROWS];      /* of a row that stays; the gap of one that clears */
    uint64_t wanted[BOARD_ROWS];           /* squares of a row */
    uint64_t wanted_below[BOARD_ROWS + 1]; /* columns with wanted squares below a row */
    int16_t top[DF_FIELD_MAX_WIDTH];       /* row above the highest square; negative: none */
} board_view;

typedef struct tuck_rules tuck_rules; /* tucks.h */

typedef struct board_rules {
    const drop_target *targets; /* the picture in other places, of the same size */
    unsigned target_count;
    const int32_t *value; /* of the squares of each target, height * width */
    unsigned max_rows;    /* that may be occupied above the finished ones, at most BOARD_ROWS */
    unsigned max_height;  /* of the playfield; 0: as many rows as needed */
    const tuck_rules *tucks; /* how pieces get under others; NULL: all drops are straight */
    print_shape shapes[PRINT_SHAPES];
} board_rules;

/* Returns the target of a board. */
static inline const drop_target *board_target(const board_rules *rules, const drop_board *board)
{
    return &rules->targets[board->target];
}

/* Begins with the empty playfield, for a target by its number. */
void df_board_begin(drop_board *made, const board_rules *rules, unsigned number);

/* Adds a row on top of the others, as it lies in the playfield at first. Its squares are those
 * of each piece and, at index DF_TETROMINOES, those of no piece, which may stay only where any
 * piece may leave them. False, and the board is as it was, if it is full, if it cannot have
 * that fate, or if there is no room for it. */
bool df_board_add_row(drop_board *board, const board_rules *rules,
                      const uint64_t squares[DF_TETROMINOES + 1], bool stays);

void df_board_look(board_view *view, const drop_board *board, const board_rules *rules);

/* Returns the row in which the shape would come to rest; negative if that is among the finished
 * rows. x + width of the shape <= width. */
int df_board_landing(const board_view *view, const print_shape *shape, unsigned x);

/* True if the picture has all squares that the drop leaves and, if all drops are straight, none
 * of them ends up above a wanted square, which nothing could fill any more. */
bool df_board_allows(const board_view *view, const board_rules *rules, const board_move *move);

/* Makes a drop that is allowed. */
void df_board_apply(drop_board *made, const board_view *view, const board_rules *rules,
                    const board_move *move);

/* True when the picture is finished and nothing else is left. */
static inline bool board_is_finished(const drop_board *board)
{
    return board->left == 0 && board->count == 0;
}

/* Returns a number of rows that every way to the end clears in all, at least. */
unsigned df_board_min_cleared(const drop_board *board);

/* Hashes what decides the rest of the search. Not 0. */
uint64_t df_board_hash(const drop_board *board);

#endif

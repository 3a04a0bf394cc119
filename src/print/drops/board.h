/* A playfield whose rows are labelled by their fate. Seen from the end of a plan each row
 * either stays, and is the next row of the picture then, or clears. Rows keep their order and
 * new ones appear only on top, so a search over such playfields misses no plan. */
#pragma once

#include "dropforge/picture.h"
#include "print/base/shapes.h"
#include "supply.h"

/* The picture as it is to stand in the playfield, as rows of bits, with the pieces that may
 * leave each square, and the weights and prices of its lower bound. */

/* The place and the pieces with which a picture is printed. */
typedef struct target_place {
    const df_picture *picture;
    const df_piece_set *tetrominoes;
    unsigned width; /* of the playfield */
    unsigned left;  /* column of the picture's column 0 */
    /* What lies in the playfield at first; borrowed; as wide, without full rows; or NULL. */
    const df_field *begin;
    bool anchors;    /* an empty row gets one square of the first colour beside the picture */
    bool has_colors; /* squares of no piece, which have none of them, do not stay */
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
    bool has_colors;  /* as of the place */
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

/* Makes an allowed drop on a board of which there is no view; not in place. */
void df_board_make(drop_board *made, const drop_board *board, const board_rules *rules,
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

/* Placements that no straight drop makes: pieces that slip under what hangs over them, or are
 * turned into place. Only squares with something above them need these. */

/* How pieces are moved in playfields of one size. */
struct tuck_rules {
    df_mover *movers[DF_TETROMINOES]; /* owned */
    unsigned height;                  /* of the playfield; pieces are spawned above it */
};

/* The placements on one board. Begin with all zero; used again and again. */
typedef struct tuck_finder {
    df_moves *moves; /* owned */
    uint64_t rows[DF_FIELD_MAX_HEIGHT];
    unsigned count;
    uint64_t covered[BOARD_ROWS + PRINT_REACH]; /* wanted squares with something above them */
    bool takes_all; /* the board is so high that straight drops have to be looked for, too */
} tuck_finder;

/* Makes the rules of a movement with turns. The caller frees them with df_tuck_rules_end, also
 * after a failure. */
df_status df_tuck_rules_begin(tuck_rules *self, const df_piece_set *tetrominoes, unsigned width,
                              unsigned height, df_rules rules);
void df_tuck_rules_end(tuck_rules *self);

void df_tuck_finder_free(tuck_finder *self);

/* Looks at a board. *any is false if there are none but straight drops, all of which can be
 * made. */
df_status df_tucks_look(tuck_finder *self, const board_view *view, const board_rules *rules,
                        bool *any);

/* Finds the placements of a piece on the board that was looked at. */
void df_tucks_find(tuck_finder *self, const board_rules *rules, unsigned piece);

/* Returns the columns in which a shape of that piece gets to row y, above the finished rows,
 * and rests there: those where it covers a square with something above it, or all. */
uint64_t df_tucks_columns(const tuck_finder *self, const board_view *view,
                          const print_shape *shape, unsigned y);

/* Boards from which no straight drops lead to the picture. The tests are exact: where the
 * answer is true there is no way. */

/* True if wanted squares that no piece from above can share with a new row are not a multiple
 * of four, or if some wanted square cannot be covered by a piece that may leave it there. */
bool df_board_is_dead_end(const drop_board *board, const board_rules *rules);

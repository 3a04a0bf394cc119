/* The insides of df_mover and df_moves. */
#pragma once

#include "turns.h"

/* Beyond these rows no piece comes to rest; and they have room for the margin of a mover. */
#define DF_MOVES_MAX_ROWS (DF_FIELD_MAX_HEIGHT + DF_PIECE_MAX_SQUARES + 4 * DF_MOVES_MAX_REACH)
#define DF_MOVES_MAX_REACH 12

/* Low playfields of few columns are flooded as a few words. The limits: their number, and the
 * bits from row to row. */
#define DF_PACKED_MAX_WORDS 4
#define DF_PACKED_MAX_PITCH 24

/* The longest part into which runs of squares in a row of a shape are cut. */
#define DF_PACKED_MAX_RUN 4

/* Data that df_mover_make prepares for that. Bit y * pitch + x of the words is (x, y). */
typedef struct df_packed_piece {
    uint8_t pitch;  /* 0: the piece or the playfield is too large */
    uint8_t shapes; /* orientations that look different: 1, 2 or 4 */
    uint8_t above;  /* rows to keep above the highest square of the playfield */
    bool lanes;     /* the machine floods all orientations at once */
    /* Where the corner may be, by word and orientation. */
    uint64_t inside[DF_PACKED_MAX_WORDS][DF_ORIENTATIONS];
    /* Shifts by orientation; for all orientations at once those of a test are told apart. */
    uint8_t runs[DF_ORIENTATIONS];                         /* of squares in a row: how many, */
    uint8_t run[DF_ORIENTATIONS][DF_PIECE_MAX_SQUARES];    /* one bit after the first, */
    uint8_t length[DF_ORIENTATIONS][DF_PIECE_MAX_SQUARES]; /* and of how many squares */
    int8_t test[DF_ORIENTATIONS][DF_TURNS][DF_TURN_MAX_TESTS]; /* of each test */
    uint8_t squares;
    uint8_t square[DF_PIECE_MAX_SQUARES][DF_ORIENTATIONS];
    uint8_t tests[DF_TURNS]; /* the most of any orientation */
    uint8_t up[DF_TURNS][DF_TURN_MAX_TESTS][DF_ORIENTATIONS];
    uint8_t down[DF_TURNS][DF_TURN_MAX_TESTS][DF_ORIENTATIONS];
} df_packed_piece;

/* Plain data; the piece is borrowed. */
struct df_mover {
    const df_piece *piece;
    unsigned width;
    df_turns turns;
    uint64_t inside[DF_ORIENTATIONS]; /* bit x: the shape's corner may be in column x */
    /* The same, or 0 for an orientation that it cannot be turned to even in the open. */
    uint64_t open[DF_ORIENTATIONS];
    df_packed_piece packed;
    /* If turns lift or lower the box in the open, four times the most rows they do; else 0. */
    unsigned margin;
    bool spins; /* it is T, whose turns into tight places are spins */
};

/* All places of a piece on a low playfield of few columns, in `words` words. */
typedef struct df_moves_packed {
    unsigned rows, words;
    bool sky; /* it is reached */
    uint64_t reached[DF_PACKED_MAX_WORDS][DF_ORIENTATIONS];
    /* Of these, where nothing falls; for the first of the orientations that look alike. */
    uint64_t resting[DF_PACKED_MAX_WORDS][DF_ORIENTATIONS];
} df_moves_packed;

/* All places of a piece on one playfield, as found by df_moves_find_resting. Words are indexed
 * by the row of the shape's lower left corner and by the orientation; bit x is its column. The
 * rows from `rows` up are not written. It is large (100 kB): keep one and use it again. */
struct df_moves {
    const df_mover *mover;
    unsigned top; /* rows up to the highest square of the playfield */
    bool whole;   /* made by df_moves_find */
    bool sky;     /* all places are reached that it can be turned to in the open */
    int spawn_x, spawn_y;
    bool is_packed; /* then all is in `packed`, and the rest is not written */
    df_moves_packed packed;
    unsigned rows;
    uint64_t free[DF_MOVES_MAX_ROWS][DF_ORIENTATIONS];    /* where nothing is in the way */
    uint64_t reached[DF_MOVES_MAX_ROWS][DF_ORIENTATIONS]; /* of these, what is reached */
    uint64_t fresh[DF_MOVES_MAX_ROWS][DF_ORIENTATIONS];   /* room to work in; 0 afterwards */
};

/* Every place that a piece can be brought to: by shifts, turns with kicks, and falling. */
#ifndef DROPFORGE_MOVES_H
#define DROPFORGE_MOVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/field.h"
#include "dropforge/rotation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Beyond these rows no piece comes to rest. */
#define DF_MOVES_MAX_ROWS (DF_FIELD_MAX_HEIGHT + DF_PIECE_MAX_SQUARES)

/* Low playfields of few columns are flooded as a few words: so many, and at most so many bits
 * from row to row. */
#define DF_PACKED_MAX_WORDS 4
#define DF_PACKED_MAX_PITCH 24

/* The runs of squares in a row of a shape are taken in pieces of at most so many. */
#define DF_PACKED_MAX_RUN 4

/* What df_mover_make prepares for that. Bit y * pitch + x of all words is column x of row y. */
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

/* A piece in playfields of one width: made once, used for any number of playfields. Plain
 * data; the piece is borrowed. */
typedef struct df_mover {
    const df_piece *piece;
    unsigned width;
    df_turns turns;
    uint64_t inside[DF_ORIENTATIONS]; /* bit x: the shape's corner may be in column x */
    /* The same, or 0 for an orientation that it cannot be turned to even in the open. */
    uint64_t open[DF_ORIENTATIONS];
    df_packed_piece packed;
    bool spins; /* it is T, whose turns into tight places are spins */
} df_mover;

/* All places of a piece on a low playfield of few columns, in `words` words. */
typedef struct df_moves_packed {
    unsigned rows, words;
    bool sky; /* it is reached */
    uint64_t reached[DF_PACKED_MAX_WORDS][DF_ORIENTATIONS];
    /* Of these, where nothing falls; for the first of the orientations that look alike. */
    uint64_t resting[DF_PACKED_MAX_WORDS][DF_ORIENTATIONS];
} df_moves_packed;

/* All places of a piece on one playfield, as found by df_moves_find. Words are indexed by the
 * row of the shape's lower left corner and by the orientation; bit x is its column. The rows
 * from `rows` up are not written. It is large (100 kB): keep one and use it again. */
typedef struct df_moves {
    const df_mover *mover;
    unsigned top; /* rows up to the highest square of the playfield */
    bool whole;   /* made by df_moves_find_all */
    bool sky;     /* all places are reached that it can be turned to in the open */
    int spawn_x, spawn_y;
    bool is_packed; /* then all is in `packed`, and the rest is not written */
    df_moves_packed packed;
    unsigned rows;
    uint64_t free[DF_MOVES_MAX_ROWS][DF_ORIENTATIONS];    /* where nothing is in the way */
    uint64_t reached[DF_MOVES_MAX_ROWS][DF_ORIENTATIONS]; /* of these, what is reached */
    uint64_t fresh[DF_MOVES_MAX_ROWS][DF_ORIENTATIONS];   /* room to work in; 0 afterwards */
} df_moves;

/* A piece at rest: x and y as in a df_drop. */
typedef struct df_place {
    uint8_t orientation;
    uint8_t x;
    uint16_t y;
} df_place;

/* How T was turned into its place. Its last move was a turn, and of the four squares that
 * touch the centre of T by a corner at least three are full; walls and floor are full. The
 * spin is full when both squares beside the arm that points from the bar are, or the turn came
 * by the last kick of a quarter turn; else mini. (The rule of the guideline,
 * https://tetris.wiki/T-Spin.) */
typedef enum df_spin { DF_SPIN_NONE, DF_SPIN_MINI, DF_SPIN_FULL, DF_SPINS } df_spin;

/* Prepares a piece for playfields of 1 to 64 columns. DF_ERROR_ARGUMENT: another width, or a
 * rotation that is none. */
df_status df_mover_make(df_mover *mover, const df_piece *piece, unsigned width,
                        df_rotation rotation);

/* The usual spawn over a playfield of that height: orientation N, centred (rounded to the
 * left), its lowest squares in the first row above the playfield. */
void df_mover_spawn(const df_mover *mover, unsigned height, int *x, int *y);

/* Where the centre of an orientation is, counted from the lower left corner of its shape: the
 * square in the middle of orientation N (rounded to the left and down), turned with the box.
 * For the tetrominoes it is the centre of the Super Rotation System's "true rotation", by
 * which the Tetris Bot Protocol tells places. */
void df_mover_center(const df_mover *mover, unsigned orientation, int *x, int *y);

/* Finds all places at rest that can be reached by shifts of one column, turns, and falls of one
 * row, where the piece is spawned in orientation N with its lower left corner in (x, y). Row i
 * of the playfield is rows[i], bit x for column x; `count` rows, at most DF_FIELD_MAX_HEIGHT.
 * All squares above them are free, without end. When the piece is not free where it is
 * spawned, it reaches nothing. *mover must live as long as *moves is asked.
 *
 * Method: a flood of whole rows at once. All columns of a row and orientation are one word,
 * and each kick is tried for all of them together (docs/moves.md); cobra-movegen floods in
 * this way too. */
void df_moves_find(df_moves *moves, const df_mover *mover, const uint64_t *rows, unsigned count,
                   int x, int y);

/* The same, and finds all places on the way too, for df_moves_spins and df_moves_reached;
 * df_moves_find ends as soon as it knows the places at rest. */
void df_moves_find_all(df_moves *moves, const df_mover *mover, const uint64_t *rows,
                       unsigned count, int x, int y);

/* Where the piece can be at rest: reached, and one row lower something is in the way. Bit x
 * stands for the corner in (x, y). What looks alike is counted once, for the first of such
 * orientations; for the others the answer is 0. */
uint64_t df_moves_resting(const df_moves *moves, unsigned orientation, unsigned y);

/* How many places at rest there are; no two have the same squares. */
size_t df_moves_count(const df_moves *moves);

/* Goes to the next place at rest, by orientation, row and column; false after the last. To
 * begin, *place is {.orientation = DF_ORIENTATIONS}. */
bool df_moves_next(const df_moves *moves, df_place *place);

/* Whether the piece gets to (x, y) in just this orientation, at rest or not. After
 * df_moves_find, of a place at rest it may be known for one only of orientations that look
 * alike, and of other places nothing. */
bool df_moves_reached(const df_moves *moves, unsigned orientation, int x, int y);

/* The spins with which the piece can come to a place at rest: the sum of 1 << spin. *moves is
 * of df_moves_find_all, on these rows. For all pieces but T it is 1 << DF_SPIN_NONE. */
unsigned df_moves_spins(const df_moves *moves, const uint64_t *rows, unsigned count,
                        const df_place *place);

#ifdef __cplusplus
}
#endif
#endif

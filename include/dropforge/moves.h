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

/* A piece in playfields of one width: made once, used for any number of playfields. Plain
 * data; the piece is borrowed. */
typedef struct df_mover {
    const df_piece *piece;
    unsigned width;
    df_turns turns;
    uint64_t inside[DF_ORIENTATIONS]; /* bit x: the shape's corner may be in column x */
    /* The same, or 0 for an orientation that it cannot be turned to even in the open. */
    uint64_t open[DF_ORIENTATIONS];
} df_mover;

/* All places of a piece on one playfield, as found by df_moves_find. Words are indexed by the
 * row of the shape's lower left corner and by the orientation; bit x is its column. The rows
 * from `rows` up are not written. It is large (100 kB): keep one and use it again. */
typedef struct df_moves {
    const df_mover *mover;
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

/* Prepares a piece for playfields of 1 to 64 columns, else DF_ERROR_ARGUMENT. */
df_status df_mover_make(df_mover *mover, const df_piece *piece, unsigned width,
                        df_rotation rotation);

/* The usual spawn over a playfield of that height: orientation N, centred (rounded to the
 * left), its lowest squares in the first row above the playfield. */
void df_mover_spawn(const df_mover *mover, unsigned height, int *x, int *y);

/* Finds all places that can be reached by shifts of one column, turns, and falls of one row,
 * where the piece is spawned in orientation N with its lower left corner in (x, y). Row i of
 * the playfield is rows[i], bit x for column x; `count` rows, at most DF_FIELD_MAX_HEIGHT.
 * All squares above them are free, without end. When the piece is not free where it is
 * spawned, it reaches nothing. *mover must live as long as *moves is asked.
 *
 * Method: a flood of whole rows at once. All columns of a row and orientation are one word,
 * and each kick is tried for all of them together (docs/moves.md); cobra-movegen floods in
 * this way too. */
void df_moves_find(df_moves *moves, const df_mover *mover, const uint64_t *rows, unsigned count,
                   int x, int y);

/* Where the piece can be at rest: reached, and one row lower something is in the way. Bit x
 * stands for the corner in (x, y). What looks alike is counted once, for the first of such
 * orientations; for the others the answer is 0. */
uint64_t df_moves_resting(const df_moves *moves, unsigned orientation, unsigned y);

/* How many places at rest there are; no two have the same squares. */
size_t df_moves_count(const df_moves *moves);

/* Goes to the next place at rest, by orientation, row and column; false after the last. To
 * begin, *place is {.orientation = DF_ORIENTATIONS}. */
bool df_moves_next(const df_moves *moves, df_place *place);

#ifdef __cplusplus
}
#endif
#endif

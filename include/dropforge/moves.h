/* Every place that a piece can be brought to: by shifts, turns with kicks, and falling. */
#ifndef DROPFORGE_MOVES_H
#define DROPFORGE_MOVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/field.h"
#include "dropforge/rotation.h"

DF_BEGIN_DECLARATIONS

/* A piece in playfields of one width: made once, used for any number of playfields. Immutable.
 */
typedef struct df_mover df_mover;

/* All places of a piece on one playfield, as df_moves_find or df_moves_find_all has found them.
 * Use one again and again: it is large (100 kB). */
typedef struct df_moves df_moves;

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

/* Prepares a piece for playfields of 1 to 64 columns. The caller owns *mover (df_mover_free);
 * the piece is borrowed until then. DF_ERROR_ARGUMENT: another width, or no such rotation. */
df_status df_mover_create(df_mover **mover, const df_piece *piece, unsigned width,
                          df_rotation rotation);

/* Frees a mover; NULL is allowed. */
void df_mover_free(df_mover *mover);

/* Makes room for the places of a piece. The caller owns *moves (df_moves_free). Find the places
 * before you ask for any. */
df_status df_moves_create(df_moves **moves);

/* Frees moves; NULL is allowed. */
void df_moves_free(df_moves *moves);

/* Finds the usual spawn over a playfield of that height: orientation N, centred (rounded to the
 * left), its lowest squares in the first row above the playfield. */
void df_mover_spawn(const df_mover *mover, unsigned height, int *x, int *y);

/* Finds the centre of an orientation, counted from the lower left corner of its shape: the
 * square in the middle of orientation N (rounded to the left and down), turned with the box.
 * For the tetrominoes it is the centre of the Super Rotation System's "true rotation", by which
 * the Tetris Bot Protocol gives places. */
void df_mover_center(const df_mover *mover, unsigned orientation, int *x, int *y);

/* Finds all places at rest that can be reached by shifts of one column, turns, and falls of one
 * row, where the piece is spawned in orientation N with its lower left corner in (x, y). Row i
 * of the playfield is rows[i], bit x for column x; `count` rows, at most DF_FIELD_MAX_HEIGHT.
 * All squares above them are free, without end. If the piece is not free where it is spawned,
 * it reaches nothing. *mover must outlive the use of *moves.
 *
 * * Method: a flood of whole rows at once. All columns of a row and orientation are one word,
 * and each kick is tried for all of them together (docs/moves.md); cobra-movegen floods in this
 * way too. */
void df_moves_find(df_moves *moves, const df_mover *mover, const uint64_t *rows, unsigned count,
                   int x, int y);

/* Does the same and also finds all places on the way, for df_moves_spins and df_moves_reached;
 * df_moves_find ends as soon as it knows the places at rest. */
void df_moves_find_all(df_moves *moves, const df_mover *mover, const uint64_t *rows,
                       unsigned count, int x, int y);

/* Returns the places in which the piece can be at rest: it gets there, and is blocked one row
 * lower. Bit x stands for the corner in (x, y). Orientations that look alike are counted once,
 * for the first of them; the others give 0. */
uint64_t df_moves_resting(const df_moves *moves, unsigned orientation, unsigned y);

/* Returns how many places at rest there are; no two have the same squares. */
size_t df_moves_count(const df_moves *moves);

/* Goes to the next place at rest, by orientation, row and column; false after the last. To
 * begin, *place is {.orientation = DF_ORIENTATIONS}. */
bool df_moves_next(const df_moves *moves, df_place *place);

/* True if the piece gets to (x, y) in just this orientation, at rest or not. After
 * df_moves_find only places at rest are known, and of orientations that look alike perhaps only
 * one. */
bool df_moves_reached(const df_moves *moves, unsigned orientation, int x, int y);

/* Returns the spins with which the piece can get to a place at rest: the sum of 1 << spin.
 * *moves is of df_moves_find_all, on these rows. For all pieces but T it is 1 << DF_SPIN_NONE.
 */
unsigned df_moves_spins(const df_moves *moves, const uint64_t *rows, unsigned count,
                        const df_place *place);

DF_END_DECLARATIONS

#endif

/* Turning a piece: rotation systems, as places that are tried one after another. */
#ifndef DROPFORGE_ROTATION_H
#define DROPFORGE_ROTATION_H

#include <stddef.h>
#include <stdint.h>

#include "dropforge/piece.h"

DF_BEGIN_DECLARATIONS

/* How pieces turn. Each piece turns in a square box, whose side is the longer side of
 * orientation N. N is in the middle of the box, rounded to the left and up; a turn turns the
 * box. When the turned piece is not free there, it is tried in other places: the kicks.
 *
 * The seven tetrominoes, drawn as df_piece_set_tetrominoes has them, have the kicks of the
 * Super Rotation System (the tables of the Tetris guideline; https://tetris.wiki/SRS), O has
 * none. All other pieces have none. */
typedef enum df_rotation {
    DF_ROTATION_SRS, /* quarter turns */
    /* The same and half turns, with the kicks that TETR.IO has for them. */
    DF_ROTATION_SRS_180,
    /* Quarter turns as in the NES game of 1989, for all pieces, and without kicks. N is in the
     * middle of the box, rounded to the left and down. A piece that looks the same after a half
     * turn has two places alone: that of N, and that of W for E. */
    DF_ROTATION_NES,
    /* SRS+ of TETR.IO: its half turns, and its own kicks for the quarter turns of I. */
    DF_ROTATION_TETRIO,
    DF_ROTATION_JSTRIS, /* SRS and the half turns of Jstris, with one kick each */
    /* SRS and the half turns of NullpoMino ("Standard"), with up to eleven kicks. */
    DF_ROTATION_NULLPOMINO_180,
    DF_ROTATION_NO_KICKS, /* the quarter turns of SRS in their boxes, without kicks */
    /* No turn where squares can be in the way: the piece is turned while its box is wholly
     * above the highest square, then shifted and lowered. df_turns_make gives no tests. */
    DF_ROTATION_TUCKS,
    DF_ROTATIONS,
} df_rotation;

/* How the piece gets above its column. */
typedef enum df_movement {
    /* It is spawned in orientation N, its bounding box centred (rounded to the left) with
     * its top in the top row of the playfield; each turn (the shorter way; clockwise for a
     * half turn) puts the turned piece at the same centred place; then it is shifted
     * column by column, and dropped. Every position on the way must be free. */
    DF_MOVEMENT_SPAWN,
    /* It falls straight down from above the playfield; it must come to rest inside. */
    DF_MOVEMENT_ABOVE,
    /* It is spawned right above the playfield and gets to its place by shifts, turns with the
     * kicks of the Super Rotation System and falling row by row (docs/formats.md). Here a
     * drop says its row too: the piece must come to rest there, inside the playfield. */
    DF_MOVEMENT_SRS,
    /* The same, with half turns (DF_ROTATION_SRS_180). */
    DF_MOVEMENT_SRS_180,
    /* The same, with the turns of DF_ROTATION_NES. */
    DF_MOVEMENT_NES,
} df_movement;

/* The turns there are from each orientation. */
enum { DF_TURN_CLOCKWISE, DF_TURN_ANTICLOCKWISE, DF_TURN_HALF, DF_TURNS };

#define DF_TURN_MAX_TESTS 12

/* One turn. Test i moves the lower left corner of the shape (its bounding box, not the box it
 * turns in) by (x[i], y[i]). The first test whose place is free is what the turn does; its
 * number is the kick that was used, 0 for none. Where no place is free nothing turns. */
typedef struct df_turn {
    uint8_t to; /* orientation */
    uint8_t tests;
    int8_t x[DF_TURN_MAX_TESTS];
    int8_t y[DF_TURN_MAX_TESTS];
} df_turn;

/* All turns of a piece. */
typedef struct df_turns {
    /* The first `count` of turn[o]; 0 for a piece that no turn changes, such as O. */
    uint8_t count;
    uint8_t side;                      /* of the box */
    uint8_t corner_x[DF_ORIENTATIONS]; /* the shape's lower left corner in the box */
    uint8_t corner_y[DF_ORIENTATIONS];
    df_turn turn[DF_ORIENTATIONS][DF_TURNS];
} df_turns;

/* Fills in the turns of a piece. */
void df_turns_make(df_turns *turns, const df_piece *piece, df_rotation rotation);

/* Reads a table of kicks for the seven tetrominoes of df_piece_set_tetrominoes, DF_I … DF_L, in
 * the form that solution-finder has for them (docs/formats.md): T.NE=(0,0)(-1,0)(-1,+1). Half
 * turns are there for all pieces or for none. DF_ERROR_INPUT: *error (may be NULL) gives the
 * line. */
df_status df_turns_read(df_turns turns[DF_TETROMINOES], const char *text, size_t length,
                        df_error *error);

DF_END_DECLARATIONS

#endif

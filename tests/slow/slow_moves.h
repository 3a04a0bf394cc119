/* Where a piece can be brought to, by walking from square to square. */
#pragma once

#include "core/board/mover.h"
#include "dropforge/base.h"
#include "dropforge/board.h"

enum { SLOW_MOVES_ROWS = 160 };

/* Places at rest: bit x of word [orientation][y] as df_moves_resting answers them. */
typedef struct slow_moves {
    uint64_t resting[DF_ORIENTATIONS][SLOW_MOVES_ROWS];
    unsigned count;
} slow_moves;

/* Walks all states of the piece, one by one, from its spawn; rows from `count` up are empty.
 * A state must stay below SLOW_MOVES_ROWS, which therefore is far above all rows. */
void slow_moves_find(slow_moves *moves, const df_piece *piece, unsigned width, df_rules rules,
                     const uint64_t *rows, unsigned count, int x, int y);

typedef struct slow_pair {
    int x, y;
} slow_pair;

/* The tests of one turn. */
typedef struct slow_kick_row {
    slow_pair test[DF_TURN_MAX_TESTS];
    int tests;
} slow_kick_row;

/* Finds how the box of I, or of the other tetrominoes, is moved by a turn: as
 * docs/format/rules.md has it. */
const slow_kick_row *slow_kicks_find(df_rules rules, bool is_i, unsigned from, unsigned to);

/* Reads the squares of a piece by ARS in its box, in each orientation, from the same document.
 */
void slow_kicks_draw_ars(unsigned piece, int side, slow_pair square[][DF_PIECE_MAX_SQUARES]);

/* Given tests: by piece, orientation, and one less than the quarters of the turn. They move the
 * centre of the piece. */
typedef struct slow_kicks {
    bool half;
    slow_kick_row row[DF_TETROMINOES][DF_ORIENTATIONS][DF_ORIENTATIONS - 1];
} slow_kicks;

/* As slow_moves_find, by given tests. */
void slow_moves_find_kicks(slow_moves *moves, const df_piece *piece, unsigned width,
                           const slow_kicks *kicks, const uint64_t *rows, unsigned count, int x,
                           int y);

/* Fills at most `max` rows with squares, each empty with a chance of 1 in `holes`; with
 * tunnels, so that there is something to slip and spin into. */
unsigned slow_moves_fill(df_random *random, uint64_t *rows, unsigned max, unsigned width);

/* A piece in a player's hands, and its playfield. Its box, not its shape, is at (x, y). */
typedef struct slow_player {
    const df_piece *piece;
    unsigned width;
    df_rules rules;
    const uint64_t *rows;
    unsigned count;
    char letter; /* of the tetromino that it is, or P */
    int orientation, x, y;
    df_spin spin; /* that the last input has made */
} slow_player;

/* Puts the lower left corner of the shape to (x, y), in orientation N; whether it is free. */
bool slow_player_spawn(slow_player *player, int x, int y);

/* Does one input. True if it had an effect; a hard drop always has one. */
bool slow_player_press(slow_player *player, df_input input);

/* Where the lower left corner of the shape is. */
void slow_player_corner(const slow_player *player, int *x, int *y);

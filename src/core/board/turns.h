/* How a piece turns: its box, and its kicks. */
#pragma once

#include "dropforge/board.h"

/* The turns there are from each orientation. */
enum { DF_TURN_CLOCKWISE, DF_TURN_ANTICLOCKWISE, DF_TURN_HALF, DF_TURNS };

#define DF_TURN_MAX_TESTS 12

/* One turn. Test i moves the lower left corner of the shape (its bounding box, not the box it
 * turns in) by (x[i], y[i]). The first test whose place is free is what the turn does; its
 * number is the kick that was used, 0 for none. Where no place is free nothing turns. */
typedef struct df_turn {
    uint8_t to; /* orientation */
    uint8_t tests;
    /* If it is not 0, there are no kicks where the first full square of the first test, by rows
     * from the top and from the left, is in column middle - 1 of the turned shape. */
    uint8_t middle;
    uint16_t full; /* bit i: a spin of T by test i is full */
    int8_t x[DF_TURN_MAX_TESTS];
    int8_t y[DF_TURN_MAX_TESTS];
} df_turn;

/* All turns of a piece. */
typedef struct df_turns {
    /* The first `count` of turn[o]; 0 for a piece that no turn changes, such as O. */
    uint8_t count;
    uint8_t spawn;                     /* the orientation in which it is spawned */
    uint8_t side;                      /* of the box */
    uint8_t corner_x[DF_ORIENTATIONS]; /* the shape's lower left corner in the box */
    uint8_t corner_y[DF_ORIENTATIONS];
    df_turn turn[DF_ORIENTATIONS][DF_TURNS];
} df_turns;

/* Fills in the turns of a piece; for rules by which it only drops, those without kicks. By
 * DF_RULES_TUCKS there are no tests. */
void df_turns_make(df_turns *turns, const df_piece *piece, df_rules rules);

/* Reads a table of kicks for the seven tetrominoes. */
df_status df_turns_read(df_turns turns[DF_TETROMINOES], const char *text, size_t length,
                        df_error *error);

/* Makes a copy of a set whose pieces have a copy of these kicks. */
df_status df_piece_set_copy(df_piece_set **copy, const df_piece_set *set,
                            const df_turns kicks[DF_TETROMINOES]);

/* Finds the rules of a name; false without them. */
bool df_rules_find(df_rules *rules, const char *name, size_t length);

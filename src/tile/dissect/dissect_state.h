/* Partial dissections of a rectangle into pieces of equal size, square by square, row by row
 * from the top. The rest depends on the frontier alone: the lowest filled square of each
 * column. */
#pragma once

#include "dropforge/tile.h"

enum {
    DISSECT_MAX_WIDTH = DF_TILE_DISSECTION_MAX_WIDTH,
    DISSECT_KEY_WORDS = 4, /* of the longest state */
    DISSECT_STEPS = 4,     /* at most, from a state */
};

typedef struct dissect_board {
    unsigned width, height; /* the width is at most DISSECT_MAX_WIDTH */
    unsigned size;          /* squares of a piece */
    unsigned digit_bits;
    /* Of the states of this board: bytes, words, digits in one of these, and where the bits of
     * pairs begin. */
    unsigned key_bytes, key_words, word_digits, key_pairs;
    /* For tests: without the bound on the number of pieces, or on what a path encloses. */
    bool no_bound, no_pocket;
} dissect_board;

/* The next square to be filled, and for two columns, i < j, how many free squares at least
 * connect pieces there: need[i][j]. Those where pieces may still meet are numbered. */
typedef struct dissect_place {
    unsigned row, column; /* row == height: all are filled */
    uint8_t need[DISSECT_MAX_WIDTH][DISSECT_MAX_WIDTH],
        pair[DISSECT_MAX_WIDTH][DISSECT_MAX_WIDTH];
    unsigned pairs;
    uint8_t left[DISSECT_MAX_WIDTH * DISSECT_MAX_WIDTH / 2];
    uint8_t right[DISSECT_MAX_WIDTH * DISSECT_MAX_WIDTH / 2];
} dissect_place;

/* Fits the length of states to the board; false if none does. */
bool df_dissect_board_begin(dissect_board *board);

dissect_place df_dissect_place(const dissect_board *board, unsigned row, unsigned column);

/* True if a key that comes from a file is one that the functions below may take. */
bool df_dissect_key_is_valid(const dissect_board *board, const dissect_place *place,
                             const uint64_t *key);

/* Fills the square at `from` in all ways. Writes the states that follow, for `to`, the place
 * after it, and returns their number. The same state may come twice. A state of an empty board
 * and of a full one is all zeros. */
unsigned df_dissect_step(const dissect_board *board, const dissect_place *from,
                         const dissect_place *to, const uint64_t *key,
                         uint64_t next[DISSECT_STEPS][DISSECT_KEY_WORDS]);

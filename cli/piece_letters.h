/* Tetrominoes chosen by their letters. */
#ifndef CLI_PIECE_LETTERS_H
#define CLI_PIECE_LETTERS_H

#include <stdbool.h>

#include "dropforge/piece.h"

/* What a choice has room for: each letter once, and a NUL. */
enum { PIECE_LETTERS_SIZE = DF_TETROMINOES + 1 };

/* Takes different letters of IOTSZJL in either case; false when there is anything else. */
bool piece_letters_take(char letters[PIECE_LETTERS_SIZE], const char *value);

/* The capital of a letter of a tetromino in either case, or NUL. */
char piece_letter(char letter);

/* The set of these tetrominoes, in this order; all seven for "". -1 and *set, for the caller
 * to free, or the exit code after a message. */
int piece_letters_set(const char *letters, df_piece_set **set);

#endif

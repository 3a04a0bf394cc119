/* Tetrominoes chosen by their letters, also those that leave the colours of a picture. */
#pragma once

#include "cli/base/message.h"
#include "dropforge/print.h"

/* The bytes of a choice: each letter once, and a NUL. */
enum { PIECE_LETTERS_SIZE = DF_TETROMINOES + 1 };

/* Returns the number of the tetromino with this capital letter, or -1. */
int piece_letter_number(char letter);

/* Takes different letters of IOTSZJL in either case; false if there is anything else. */
bool piece_letters_take(char letters[PIECE_LETTERS_SIZE], const char *value);

/* Takes the pieces of a picture's colours, as df_print_options has them: "any", "single",
 * letters, or groups of letters between commas; "" for auto. For option_spec, its field is a
 * char [DF_PRINT_PIECES_SIZE]. */
bool piece_groups_take(void *field, const char *value);

/* Says which letter stands in refused pieces twice. For option_spec. */
void piece_groups_explain(char *text, size_t size, const char *value);
#define PIECE_GROUPS_EXPECTS                                                                   \
    "auto, single, any, different letters of IOTSZJL such as JTL, or groups of them such as "  \
    "JL,T,S"

/* Returns the capital of a letter of a tetromino in either case, or NUL. */
char piece_letter(char letter);

/* Makes the set of these tetrominoes, in this order; all seven for "". */
cli_status piece_letters_set(const char *letters, df_piece_set **set);

/* Reads names of pieces of one letter, IOTSZJL in either case. Returns the number of pieces,
 * less than `length` if the next letter is no piece. */
size_t piece_letters_read(uint16_t *queue, const char *letters, size_t length,
                          const df_piece_set *set);

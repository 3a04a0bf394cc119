/* The letters with which a user names the pieces that carry a picture's colours. */
#ifndef DROPFORGE_PRINT_LETTERS_H
#define DROPFORGE_PRINT_LETTERS_H

#include "dropforge/picture.h"
#include "dropforge/piece.h"
#include "dropforge/status.h"

/* Refuses letters that are not of different tetrominoes, one for each colour at least. More
 * letters than colours are well, so that one set serves pictures of fewer colours too. NULL
 * leaves the choice open. DF_ERROR_ARGUMENT: *mishap (may be NULL) says what is wrong. */
df_status df_letters_check(const char *letters, const df_picture *picture,
                           const df_piece_set *tetrominoes, df_mishap *mishap);

#endif

/* What a user can do about a picture that is refused: options of the program, with values that
 * help. */
#ifndef DROPFORGE_PRINT_ADVICE_H
#define DROPFORGE_PRINT_ADVICE_H

#include "dropforge/picture.h"
#include "dropforge/status.h"

/* Adds "scale it down (--fit WxH …)" to a error: the size of the picture within so many
 * columns and rows, and the options that keep what comes of it printable in at most so many
 * colours. */
void df_advice_put_fit(df_error *error, const df_picture *picture, unsigned width,
                       unsigned height, unsigned colors);

/* Adds "--pieces LETTERS": those of the colours, of which the one at `index` gets another
 * piece. With `index` at or beyond the number of letters, more pieces for `count` colours.
 * Where there are none left, "--colors 6". */
void df_advice_put_pieces(df_error *error, const char *letters, size_t count, size_t index);

#endif

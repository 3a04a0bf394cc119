/* Advice about a picture that is refused: options of the program, with values that
 * help. */
#ifndef DROPFORGE_PRINT_ADVICE_H
#define DROPFORGE_PRINT_ADVICE_H

#include "dropforge/base.h"
#include "dropforge/picture.h"
#include "dropforge/print.h"

/* Adds "scale it down (--fit WxH …)" to a error: the size of the picture within so many
 * columns and rows, and the options that keep what comes of it printable in at most so many
 * colours. With 0 colours it names no options: frames of an animation are printed as they are.
 */
void df_advice_put_fit(df_error *error, const df_picture *picture, unsigned width,
                       unsigned height, unsigned colors);

/* Adds "--pieces": those of `count` colours, as in df_print_options, of which the colour at
 * `index` gets another piece, and those without any get one. Where there are none left,
 * "--pieces auto", or "--colors 6" if there are too many colours for that. */
void df_advice_put_pieces(df_error *error, const char *pieces, unsigned count, unsigned index);

/* Adds the options that keep a search from other plans, or else how to look harder. */
void df_advice_put_ways_out(df_error *error, const df_print_options *options);

#endif

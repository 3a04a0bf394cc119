/* Advice about a picture that is refused: other values of options. */
#pragma once

#include "dropforge/base.h"
#include "dropforge/print.h"

/* Advises to scale the picture down: to its size within a number of columns and rows, with the
 * options that keep the result printable in a number of colours. With 0 colours it names no
 * options: frames of an animation are printed as they are. */
void df_advice_put_fit(df_error *error, const df_picture *picture, unsigned width,
                       unsigned height, unsigned colors);

/* Advises other pieces: those of `count` colours, as in df_print_options, of which the colour
 * at `index` gets another piece, and those without any get one. Where there are none left, the
 * usual ones, or fewer colours if there are too many for that. */
void df_advice_put_pieces(df_error *error, const char *pieces, unsigned count, unsigned index);

/* Advises to leave open what keeps a search from other plans, or else to look harder. */
void df_advice_put_ways_out(df_error *error, const df_print_options *options);

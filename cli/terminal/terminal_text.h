/* Text for terminals: colours and positions of the cursor. */
#ifndef CLI_TERMINAL_TEXT_H
#define CLI_TERMINAL_TEXT_H

#include <stdbool.h>

#include "dropforge/base.h"
#include "dropforge/plan.h"

/* True if colours are wanted and there are some: not with NO_COLOR (https://no-color.org), nor
 * on the terminals of DEC. */
bool terminal_has_colors(void);

/* True if block elements can be shown, as in UTF-8; otherwise everything is ASCII. */
bool terminal_has_blocks(void);

/* Returns the smaller number. */
static inline unsigned terminal_min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* What a colour is for; its number begins the code of the colour. */
typedef enum terminal_layer { TERMINAL_INK = 3, TERMINAL_PAPER = 4 } terminal_layer;

/* Appends '\033[38;2;R;G;Bm', or the nearest of eight colours if the terminal has no more. */
void terminal_put_color(df_text *text, terminal_layer layer, df_color color);

/* Appends a move of the cursor; lines and columns count from 0. */
void terminal_put_move(df_text *text, unsigned line, unsigned column);

#endif

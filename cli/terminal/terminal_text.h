/* Text for terminals: colours and positions of the cursor. */
#ifndef CLI_TERMINAL_TEXT_H
#define CLI_TERMINAL_TEXT_H

#include <stdbool.h>

#include "dropforge/base.h"
#include "dropforge/plan.h"

/* True if colours are wanted: not with NO_COLOR (https://no-color.org). */
bool terminal_has_colors(void);

/* Returns the user's locale for setlocale. If no variable sets one, as in a fresh container, it
 * is UTF-8, as nearly all terminals are. */
const char *terminal_locale(void);

/* True if block elements can be shown, as in UTF-8; otherwise everything is ASCII. */
bool terminal_has_blocks(void);

/* Returns the smaller number. */
static inline unsigned terminal_min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Appends '\033[38;2;R;G;Bm'; with 48 the colour is that of the background. */
void terminal_put_color(df_text *text, const char *which, df_color color);

/* Appends a move of the cursor; lines and columns count from 0. */
void terminal_put_move(df_text *text, unsigned line, unsigned column);

#endif

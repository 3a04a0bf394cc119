/* What is written to terminals: colours and places of the cursor. */
#ifndef CLI_TERMINAL_TEXT_H
#define CLI_TERMINAL_TEXT_H

#include <stdbool.h>

#include "dropforge/plan.h"
#include "dropforge/text.h"

/* Whether colours are wanted: not with NO_COLOR (https://no-color.org). */
bool terminal_has_colors(void);

/* The locale of the terminal, as setlocale wants it: the user's. Where no variable tells one,
 * as in a fresh container, it is UTF-8, for so are nearly all terminals. */
const char *terminal_locale(void);

/* Whether block elements can be shown: only where that locale is UTF-8; elsewhere all is
 * ASCII. */
bool terminal_has_blocks(void);

/* '\033[38;2;R;G;Bm', or with 48 that of the background. */
void terminal_put_color(df_text *text, const char *which, df_color color);

/* Moves the cursor; lines and columns count from 0. */
void terminal_put_move(df_text *text, unsigned line, unsigned column);

#endif

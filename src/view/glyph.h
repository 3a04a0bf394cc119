/* Letters and digits of 3 x 5 dots, for labels. */
#ifndef DROPFORGE_VIEW_GLYPH_H
#define DROPFORGE_VIEW_GLYPH_H

#include <stdbool.h>

enum { GLYPH_WIDTH = 3, GLYPH_HEIGHT = 5 };

/* True if a dot is set, x from the left and y from the top. Lower case letters look like
 * capitals; what has no glyph is blank. */
bool df_glyph_dot(char character, unsigned x, unsigned y);

#endif

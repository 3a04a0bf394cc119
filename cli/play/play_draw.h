/* Draws a match on the screen. */
#ifndef CLI_PLAY_DRAW_H
#define CLI_PLAY_DRAW_H

#include "play_match.h"

/* Draws the whole screen, with the text of `lines`, if any, in the middle. If the screen is too
 * small to play on, shows a message instead and returns false. */
bool play_draw(const play_match *match, const char *const *lines, size_t count);

#endif

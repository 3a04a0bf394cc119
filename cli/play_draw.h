/* What a match looks like on the screen. */
#ifndef CLI_PLAY_DRAW_H
#define CLI_PLAY_DRAW_H

#include "play_match.h"

/* Draws all of it. `lines` are written in the middle when there are some, as when the game
 * rests or is over. False when the screen is too small to play on: then it says so. */
bool play_draw(const play_match *match, const char *const *lines, size_t count);

#endif

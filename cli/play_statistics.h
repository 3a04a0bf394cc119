/* How often each piece has come, beside the playfield. */
#ifndef CLI_PLAY_STATISTICS_H
#define CLI_PLAY_STATISTICS_H

#include "play_match.h"

/* Draws the pieces of the first game that have come, the most frequent ones first, from where
 * the match is scrolled to, into the lines before `end`. */
void play_statistics_draw(const play_match *match, int line, int column, int end, int columns);

#endif

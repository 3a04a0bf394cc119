/* Draws playfields and single pieces as squares on the screen. */
#pragma once

#include "cli/terminal/screen.h"
#include "play_settings.h"

/* The size of squares in half characters, one above the other, which are as wide as high: two
 * small ones share a character, and a large one has two beside each other. */
enum { PLAY_SMALL = 1, PLAY_LARGE = 2 };

/* Return the columns or lines that `squares` squares take. */
int play_view_columns(unsigned scale, unsigned squares);
int play_view_lines(unsigned scale, unsigned squares);

/* Draws the lowest `rows` rows of a game's playfield, with the piece in play and its ghost at
 * the place where it would land; and of a drawing, which may be NULL, what is missing and
 * wrong, and the hint. */
void play_view_field(screen *on, const play_setup *setup, const df_game *play,
                     const df_drawing *drawing, unsigned scale, int line, int column,
                     unsigned rows);

/* Draws a piece in its spawn orientation. */
void play_view_piece(screen *on, const play_setup *setup, const df_game *play, unsigned piece,
                     unsigned scale, int line, int column);

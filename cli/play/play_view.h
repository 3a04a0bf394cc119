/* Draws playfields and single pieces as squares on the screen. */
#ifndef CLI_PLAY_VIEW_H
#define CLI_PLAY_VIEW_H

#include "play_settings.h"

/* The size of squares: one is two characters, or two share one character, one above the other.
 */
typedef enum play_scale { PLAY_LARGE, PLAY_SMALL } play_scale;

/* Return the columns or lines that `squares` squares take. */
int play_view_columns(play_scale scale, unsigned squares);
int play_view_lines(play_scale scale, unsigned squares);

/* Draws the lowest `rows` rows of a game's playfield, with the piece in play and its ghost at
 * the place where it would land. */
void play_view_field(const play_setup *setup, const df_game *play, play_scale scale, int line,
                     int column, unsigned rows);

/* Draws a piece in its spawn orientation. */
void play_view_piece(const play_setup *setup, const df_game *play, unsigned piece,
                     play_scale scale, int line, int column);

#endif

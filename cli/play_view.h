/* A playfield, or a piece by itself, as squares on the screen. */
#ifndef CLI_PLAY_VIEW_H
#define CLI_PLAY_VIEW_H

#include "play_settings.h"

/* How squares are drawn: each as two characters, or two in one character, one above the
 * other. */
typedef enum play_scale { PLAY_LARGE, PLAY_SMALL } play_scale;

/* The size of so many squares in characters. */
int play_view_columns(play_scale scale, unsigned squares);
int play_view_lines(play_scale scale, unsigned squares);

/* Draws the lowest `rows` rows of a game's playfield with the piece in play and where it would
 * come to rest. */
void play_view_field(const play_setup *setup, const df_play *play, play_scale scale, int line,
                     int column, unsigned rows);

/* Draws a piece as it is spawned. */
void play_view_piece(const play_setup *setup, const df_play *play, unsigned piece,
                     play_scale scale, int line, int column);

#endif

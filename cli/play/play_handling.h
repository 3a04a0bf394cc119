/* The player's handling and keys: a file in the user's configuration folder, and the rows of
 * the screen on which they are shown and changed. */
#pragma once

#include "play_match.h"

enum { PLAY_HANDLING_ROWS = 17, PLAY_ROW_SIZE = 64 };

/* Reads the file "dropforge/play"; without one everything is as usual. */
cli_status play_handling_load(play_handling *self);

/* Writes the file; false and errno on an error. */
bool play_handling_save(const play_handling *self);

/* Returns the act of a key, or PLAY_ACTS. */
play_act play_handling_act(const play_handling *self, int key);

/* Writes the name and the value of a row. */
void play_handling_describe(const play_handling *self, unsigned row, char text[PLAY_ROW_SIZE]);

/* True if the row is a number, which is changed by `step`, and not an act with its keys. */
bool play_handling_change(play_handling *self, unsigned row, int step);

/* Gives a key only to the act of a row; false if it has no name. */
bool play_handling_assign(play_handling *self, unsigned row, int key);

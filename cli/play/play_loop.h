/* Plays a match on the screen: keys, time, and the texts of a pause and of the end. */
#ifndef CLI_PLAY_LOOP_H
#define CLI_PLAY_LOOP_H

#include "play_match.h"
#include "play_score_file.h"

/* Plays on the open screen until the player quits. Puts the score of each game that a person
 * played without the bot into the table of high scores; the caller frees *standing, which is
 * that of the last score. Errors as play_match_tick. */
df_status play_loop(play_match *match, play_standing *standing);

#endif

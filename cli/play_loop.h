/* A match on the screen: keys, time, what is said when it rests. */
#ifndef CLI_PLAY_LOOP_H
#define CLI_PLAY_LOOP_H

#include "play_match.h"

/* Plays until the player has had enough; the screen is open. -1, or the exit code after a
 * message; the message is only made when the screen is closed, so *status is what went wrong
 * in the game. */
df_status play_loop(play_match *match);

#endif

/* A match on the screen: keys, time, what is said when it rests. */
#ifndef CLI_PLAY_LOOP_H
#define CLI_PLAY_LOOP_H

#include "play_match.h"
#include "play_score_file.h"

/* Plays until the player has had enough, on the screen, which is open. The score of each game
 * that a player alone has played goes into the table; *standing is what became of the last one,
 * for the caller to free. Errors as play_match_tick. */
df_status play_loop(play_match *match, play_standing *standing);

#endif

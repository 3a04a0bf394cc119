/* What is kept of the last game of a match: its plan in any format, its record. */
#ifndef CLI_PLAY_KEEP_H
#define CLI_PLAY_KEEP_H

#include "play_match.h"
#include "play_score_file.h"

typedef struct play_keep {
    output_list plans;
    output_list record;
} play_keep;

/* Opens the files before the game. -1 or the exit code; either way freed with
 * play_keep_free. */
int play_keep_begin(play_keep *keep, const play_settings *chosen);

/* Writes them, the record first, as far as that can be done. -1 or the exit code. */
int play_keep_write(play_keep *keep, const play_match *match);
void play_keep_free(play_keep *keep);

/* The score of the first game as it goes into the table, of now. */
void play_keep_describe(play_score *score, const play_match *match);

/* Puts the score of the first game of a match into the table, once it is over or left. */
void play_keep_score(play_standing *standing, const play_match *match);

#endif

/* The outputs of the last game of a match: its plan in any format, its record, its score. */
#ifndef CLI_PLAY_KEEP_H
#define CLI_PLAY_KEEP_H

#include "play_match.h"
#include "play_scores.h"

/* The files of the outputs. */
typedef struct play_keep {
    output_list plans;
    output_list record;
} play_keep;

/* Opens the files, before the game. Returns -1 or the exit code; the caller frees *keep with
 * play_keep_free, also after a failure. */
int play_keep_begin(play_keep *keep, const play_settings *chosen);

/* Writes all files that can be written, the record first. Returns -1 or the exit code. */
int play_keep_write(play_keep *keep, const play_match *match);
void play_keep_free(play_keep *keep);

/* Makes the entry of the first game for the table of high scores, with the current time. */
void play_keep_describe(play_score *score, const play_match *match);

#endif

/* The file of high scores, in the user's folder for data. */
#ifndef CLI_PLAY_SCORE_FILE_H
#define CLI_PLAY_SCORE_FILE_H

#include "play_scores.h"

enum { PLAY_NOTE_SIZE = 400 };

/* What became of a score. */
typedef struct play_standing {
    play_scores scores;        /* all there are */
    unsigned rank;             /* of this one in its table, or 0 */
    char note[PLAY_NOTE_SIZE]; /* what the player should know, or "" */
} play_standing;

/* Puts a score into the file. One that is damaged is set aside under another name first, and
 * one of a later version is left as it is. Whatever goes wrong is told in the note alone: a
 * game is not to end because of it. The caller frees standing->scores. */
void play_score_file_add(play_standing *standing, const play_score *score);

/* Reads the file; none is an empty table. -1, or the exit code after a message. Either way the
 * caller frees *scores. */
int play_score_file_read(play_scores *scores);

#endif

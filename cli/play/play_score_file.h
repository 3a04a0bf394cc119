/* The file of high scores, in the user's folder for data. */
#ifndef CLI_PLAY_SCORE_FILE_H
#define CLI_PLAY_SCORE_FILE_H

#include "play_scores.h"

enum { PLAY_NOTE_SIZE = 400 };

/* The result of adding a score. */
typedef struct play_standing {
    play_scores scores;        /* all scores */
    unsigned rank;             /* of the new score in its table, or 0 */
    char note[PLAY_NOTE_SIZE]; /* a message for the player, or "" */
} play_standing;

/* Adds a score to the file. A damaged file is renamed first; a file of a later version is left
 * unchanged. Errors go only to the note, because they must not end a game. The caller frees
 * standing->scores. */
void play_score_file_add(play_standing *standing, const play_score *score);

/* Reads the file; without one, the table is empty. Returns -1, or the exit code after a
 * message. The caller frees *scores, also after a failure. */
int play_score_file_read(play_scores *scores);

#endif

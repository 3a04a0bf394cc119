/* Reports of a match, and lists of high scores. */
#ifndef CLI_PLAY_REPORT_H
#define CLI_PLAY_REPORT_H

#include "play_match.h"
#include "play_scores.h"

/* Writes one line to standard error. */
void play_report_summary(const play_match *match);

/* Writes one JSON object to standard output. Returns -1, or the exit code after a message. */
int play_report_json(const play_match *match);

/* Write all tables of high scores to standard output, as text or as a JSON array. They return
 * -1, or the exit code after a message. */
int play_report_scores(const play_scores *scores);
int play_report_scores_json(const play_scores *scores);

#endif

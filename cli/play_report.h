/* What a match came to. */
#ifndef CLI_PLAY_REPORT_H
#define CLI_PLAY_REPORT_H

#include "play_match.h"
#include "play_scores.h"

/* One line on standard error. */
void play_report_summary(const play_match *match);

/* One JSON object on standard output; -1 or the exit code after a message. */
int play_report_json(const play_match *match);

/* All tables of high scores on standard output, for a person or as a JSON array; likewise. */
int play_report_scores(const play_scores *scores);
int play_report_scores_json(const play_scores *scores);

#endif

/* What a match came to. */
#ifndef CLI_PLAY_REPORT_H
#define CLI_PLAY_REPORT_H

#include "play_match.h"

/* One line on standard error. */
void play_report_summary(const play_match *match);

/* One JSON object on standard output; -1 or the exit code after a message. */
int play_report_json(const play_match *match);

#endif

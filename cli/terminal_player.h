/* Plays a plan in the terminal. */
#ifndef CLI_TERMINAL_PLAYER_H
#define CLI_TERMINAL_PLAYER_H

#include <stdbool.h>

#include "format.h"

/* Whether standard output is a terminal that can place a cursor. */
bool terminal_can_play(void);

/* Plays until the end or until a key is pressed; the terminal is left as it was, with the
 * final picture below. -1 or the exit code after a message. */
int terminal_play(const showing *show);

#endif

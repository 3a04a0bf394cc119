/* Plays a plan in the terminal. */
#ifndef CLI_TERMINAL_PLAYER_H
#define CLI_TERMINAL_PLAYER_H

#include <stdbool.h>

#include "cli/formats/plan_formats.h"

/* True if standard output is a terminal that can place a cursor. */
bool terminal_can_play(void);

/* Plays until the end or a key is pressed; then restores the terminal, with the final picture
 * below. Returns -1 or the exit code after a message. */
int terminal_play(const render_request *request);

#endif

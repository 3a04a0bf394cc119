/* Looks up terminal types. Not part of play_screen, because <term.h> defines common words as
 * macros. */
#ifndef CLI_PLAY_TYPE_H
#define CLI_PLAY_TYPE_H

#include <stdbool.h>

/* True if curses has a description of this type of terminal. */
bool play_type_is_known(const char *type);

#endif

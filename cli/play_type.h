/* Kinds of terminals by name. Apart from the screen, as <term.h> takes common words for macros.
 */
#ifndef CLI_PLAY_TYPE_H
#define CLI_PLAY_TYPE_H

#include <stdbool.h>

/* Whether there is a description of terminals of this type. */
bool play_type_is_known(const char *type);

#endif

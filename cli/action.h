/* Commands whose first operand is an action, and options that not all actions know. */
#ifndef CLI_ACTION_H
#define CLI_ACTION_H

#include <stddef.h>

/* A part of a command's settings, which is all zero bytes when none of its options is given. */
typedef struct action_share {
    size_t offset;
    size_t size;
    const char *options; /* what they are called in a message */
    const char *takers;  /* the names of the actions that know of them, with blanks between */
} action_share;

/* Refuses options that `action` does not know of. -1 or the exit code after a message. */
int action_check_options(const char *command, const char *action, const void *settings,
                         const action_share *shares, size_t count);

#endif

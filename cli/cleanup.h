/* What must be undone when a signal ends the program: temporary files, the terminal. */
#ifndef CLI_CLEANUP_H
#define CLI_CLEANUP_H

#include <stdbool.h>

enum { CLEANUP_MOST_FILES = 32 };

/* Catches SIGINT, SIGTERM, SIGHUP and SIGQUIT: undoes what is registered, then dies of the
 * signal. */
void cleanup_begin(void);

/* Holds the signals back, so that making something and registering it is one step. */
void cleanup_hold(void);
void cleanup_release(void);

/* A file to unlink; `path` is borrowed until it is forgotten. False when there are too
 * many. */
bool cleanup_add_file(const char *path);
void cleanup_forget_file(const char *path);

/* A function to call, safe in a signal handler; NULL for none. */
void cleanup_set_terminal(void (*restore)(void));

#endif

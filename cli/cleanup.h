/* What must be undone when a signal ends the program: temporary files, the terminal. And
 * work that a first signal only asks to stop. */
#ifndef CLI_CLEANUP_H
#define CLI_CLEANUP_H

#include <stdbool.h>
#include <sys/types.h>

enum { CLEANUP_MOST_FILES = 32 };

/* Catches SIGINT, SIGTERM, SIGHUP and SIGQUIT: undoes what is registered, then dies of the
 * signal. What is registered when the program ends of itself, or crashes in a library, is
 * undone, too. */
void cleanup_begin(void);

/* From here to cleanup_end_work the first SIGINT or SIGTERM does not end the program, but
 * asks the work under way to stop with what it has. One that comes a quarter of a second
 * later or more ends the program. */
void cleanup_begin_work(void);

/* From here on SIGHUP asks, too: what cannot be made again is kept when its window is closed.
 */
void cleanup_let_hangups_ask(void);

void cleanup_end_work(void);

/* Whether it has been asked. Any thread may call this. */
bool cleanup_is_asked(void);

/* Does after all what the signal that asked would have done. Call it after the work, and
 * only when it has been asked. */
void cleanup_obey(void);

/* Holds the signals back, so that making something and registering it is one step. */
void cleanup_hold(void);
void cleanup_release(void);

/* A file to unlink; `path` is borrowed until it is forgotten. False when there are too
 * many. */
bool cleanup_add_file(const char *path);
void cleanup_forget_file(const char *path);

/* A process to kill; 0 for none. To be called while the signals are held back. */
void cleanup_set_child(pid_t id);

/* A function to call, safe in a signal handler; NULL for none. */
void cleanup_set_terminal(void (*restore)(void));

#endif

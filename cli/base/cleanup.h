/* Undoes things when a signal ends the program: temporary files, the terminal, a child. And
 * lets a first signal only ask work to stop. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

enum { CLEANUP_MAX_FILES = 32 };

/* Catches all signals that would end the program, but for SIGKILL: undoes what is registered,
 * then exits by the signal. An ordinary end undoes it, too, but not that of a forked process.
 */
void cleanup_begin(void);

/* From here to cleanup_end_work the first SIGINT or SIGTERM does not end the program, but asks
 * the work to stop with its result so far. One that arrives a quarter of a second later or more
 * ends the program. */
void cleanup_begin_work(void);

/* Lets SIGHUP ask, too, so that closing a window loses nothing that cannot be made again. */
void cleanup_let_hangups_ask(void);

void cleanup_end_work(void);

/* True if a signal has asked. Any thread may call this. */
bool cleanup_is_asked(void);

/* If SIGTERM has asked, ends the program by it a second after the first call. To be called
 * before what takes long and can be made again. */
void cleanup_limit_rest(void);

/* Ends the program by the signal that asked. To be called after the work, if one has. */
void cleanup_obey(void);

/* Blocks the signals, so that making something and registering it is one step. */
void cleanup_hold(void);
void cleanup_release(void);

/* Registers a file to unlink; `path` is borrowed until it is forgotten. False: too many. */
bool cleanup_add_file(const char *path);
void cleanup_forget_file(const char *path);

/* Registers a process to kill, or 0. To be called while the signals are blocked. */
void cleanup_set_child(pid_t id);

/* Registers a function that restores the terminal, safe in a signal handler, or NULL. */
void cleanup_set_terminal(void (*restore)(void));

/* Runs another program and feeds it through a pipe; waits for child processes. */
#pragma once

#include <stdio.h>
#include <sys/types.h>

#include "dropforge/base.h"

typedef struct child {
    char name[16];
    pid_t id;
    int input;   /* our end of the pipe that it reads; -1 when closed */
    FILE *words; /* its standard error */
    bool is_cut; /* it stopped reading before all was written */
} child;

/* The descriptor under which a child finds the file that it is to write. */
#define CHILD_RESULT "/dev/fd/3"
/* … and a file that it reads beside its input. */
#define CHILD_SOURCE "/dev/fd/4"

/* False in a program that runs alone, where there are neither other programs nor threads. */
bool child_is_possible(void);

/* True if a folder of PATH has a program of this name. Only absolute folders count: an empty or
 * relative one depends on the current folder. */
bool child_is_installed(const char *program);

/* Files without names for a child. */
typedef struct child_files {
    FILE *result; /* it opens CHILD_RESULT */
    FILE *source; /* or NULL; it opens CHILD_SOURCE */
    FILE *output; /* its standard output; NULL: it is discarded */
} child_files;

/* Starts a program, which child_is_installed finds, without a shell: `command` has its name and
 * arguments, with blanks between. A signal that ends this program ends the child, too. One
 * child at a time. DF_ERROR_MEMORY, or DF_ERROR_LIMIT with the reason in the error. */
df_status child_start(child *started, const char *command, const child_files *files,
                      df_error *error);

/* Writes to its input; false if it has stopped reading. `fed` is a child. */
bool child_write(void *fed, const void *bytes, size_t length);

/* Closes its input and waits for its end. DF_ERROR_LIMIT if it failed or stopped reading too
 * early, with the last line of its standard error in the error. */
df_status child_end(child *ended, df_error *error);

/* Forks, as fork does; a signal that ends this process ends the child, too. The child ends by
 * _exit, without tidying up, since all else belongs to its parent. One child at a time. */
pid_t child_fork(void);

/* Waits for the end of the process that cleanup_set_child registered, and forgets it. Returns
 * the status of waitpid. */
int child_wait(pid_t id);

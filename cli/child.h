/* Another program that is fed through a pipe; child processes waited for. */
#ifndef CLI_CHILD_H
#define CLI_CHILD_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "dropforge/status.h"

typedef struct child {
    const char *name;
    pid_t id;
    int input;   /* what it reads from this end of the pipe; -1 when closed */
    FILE *words; /* what it says on standard error */
    bool is_cut; /* it stopped reading before all was written */
} child;

/* The descriptor under which a child finds the file that it is to write. */
#define CHILD_RESULT "/dev/fd/3"

/* Whether there is a program of this name in one of the folders of PATH. */
bool child_is_installed(const char *program);

/* Starts a program, found by PATH: `arguments` begin with its name and end with NULL. No shell
 * looks at them. It can open `result`, a file without a name, as CHILD_RESULT; its standard
 * output is nowhere. When a signal ends this program, the child ends too. One child at a time.
 * DF_OK, DF_ERROR_MEMORY, or DF_ERROR_LIMIT and why in the mishap. */
df_status child_start(child *started, const char *const *arguments, FILE *result,
                      df_mishap *mishap);

/* Feeds it; false when it has stopped reading. `fed` is a child. */
bool child_write(void *fed, const void *bytes, size_t length);

/* Tells it that this was all and waits for its end. DF_ERROR_LIMIT and the last thing that it
 * has said in the mishap when it failed or stopped reading too early. */
df_status child_end(child *ended, df_mishap *mishap);

/* Waits for the end of a process that cleanup_set_child was told of, which is forgotten then.
 * What waitpid tells of it. */
int child_wait(pid_t id);

#endif

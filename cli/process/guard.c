#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "guard.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/child.h"

/* The result of the child. */
typedef struct guard_outcome {
    df_status status;
    df_error error;
} guard_outcome;

void *guard_share(size_t size)
{
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return shared != MAP_FAILED ? shared : NULL;
}

void guard_unshare(void *shared, size_t size)
{
    munmap(shared, size);
}

/* Runs the work in a child; true if it has finished. */
static bool guard_fork(guarded_work *work, void *context, guard_outcome *outcome)
{
    const pid_t id = child_fork();
    if (id == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0)
            dup2(nowhere, STDERR_FILENO);
        outcome->status = work(context, &outcome->error);
        _exit(0);
    }
    const int ended = id > 0 ? child_wait(id) : -1;
    return id > 0 && WIFEXITED(ended) && WEXITSTATUS(ended) == 0;
}

df_status guard_run(guarded_work *work, void *context, df_error *error)
{
    guard_outcome *outcome = guard_share(sizeof *outcome);
    if (outcome == NULL)
        return DF_ERROR_MEMORY;
    df_status status = DF_ERROR_MEMORY;
    if (guard_fork(work, context, outcome)) {
        status = outcome->status;
        *error = outcome->error;
    }
    guard_unshare(outcome, sizeof *outcome);
    return status;
}

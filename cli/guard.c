#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "guard.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "cleanup.h"

/* What the child tells, in memory that both see. */
typedef struct outcome {
    df_status status;
    int error;
    df_mishap mishap;
} outcome;

/* The stream's buffer is empty when the child begins, and the child flushes what it has
 * written; the position in the file is common to both. It ends without tidying up, since
 * everything else belongs to the parent. */
static void run_child(guarded_write *write, const showing *show, out_stream *out, outcome *told)
{
    told->status = write(show, out, &told->mishap);
    if (fflush(out->stream) != 0 && out->error == 0)
        out->error = errno;
    told->error = out->error;
    _exit(0);
}

/* Whether the work was begun and came to its end. A signal that ends this process ends the
 * child, too. */
static bool run(guarded_write *write, const showing *show, out_stream *out, outcome *told)
{
    cleanup_hold();
    const pid_t id = fork();
    if (id >= 0)
        cleanup_set_child(id);
    cleanup_release();
    if (id == 0)
        run_child(write, show, out, told);
    const int ended = id > 0 ? child_wait(id) : -1;
    return id > 0 && WIFEXITED(ended) && WEXITSTATUS(ended) == 0;
}

df_status guard_write(guarded_write *write, const showing *show, out_stream *out,
                      df_mishap *mishap)
{
    outcome *told =
        mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (told == MAP_FAILED)
        return DF_ERROR_MEMORY;
    df_status status = DF_ERROR_MEMORY;
    if (fflush(out->stream) != 0) {
        out->error = errno;
        status = DF_ERROR_SINK;
    } else if (run(write, show, out, told)) {
        status = told->status;
        out->error = told->error;
        *mishap = told->mishap;
    }
    munmap(told, sizeof *told);
    return status;
}

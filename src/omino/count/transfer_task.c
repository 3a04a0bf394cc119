#include "transfer_task.h"

#include "core/base/error.h"

#define DEFAULT_MEMORY (UINT64_C(2000) * 1000 * 1000)

df_status df_omino_count_begin(omino_count_task *task, unsigned size, unsigned max,
                               const df_count_options *options, df_error *error)
{
    if (size == 0 || size > max)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "here a polyomino has 1 to %u squares; choose another size", max);
    *task = (omino_count_task){.error = error, .watch.is_busy = ATOMIC_FLAG_INIT};
    if (options != NULL)
        task->options = *options;
    if (task->options.memory == 0)
        task->options.memory = DEFAULT_MEMORY;
    if (task->options.jobs == 0)
        task->options.jobs = 1;
    task->watch.ask = task->options.watch;
    task->watch.context = task->options.watch_context;
    return DF_OK;
}

df_status df_omino_count_end(const omino_count_task *task, df_status status)
{
    if (status == DF_ERROR_LIMIT) {
        df_error_set(task->error, status,
                     "this takes more than the %s of memory allowed; choose a smaller size",
                     df_error_memory(task->options.memory).text);
        df_error_advise(task->error, DF_OPTION_MEMORY, "%s", "");
    }
    if (status == DF_ERROR_CANCELLED)
        df_error_set(task->error, status, "counting was stopped");
    return status;
}

df_status df_omino_count_watch(omino_count_task *task, uint64_t states)
{
    const df_progress progress = {
        .done = atomic_load(&task->done), .of = task->all, .states = states};
    return df_jobs_watch(&task->watch, &progress) ? DF_OK : DF_ERROR_CANCELLED;
}

void df_omino_count_done(omino_count_task *task)
{
    atomic_fetch_add(&task->done, 1);
}

#include "omino/transfer_task.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "core/mishap.h"

#define USUAL_MEMORY (UINT64_C(2000) * 1000 * 1000)

typedef struct omino_count_progress {
    atomic_uint_fast64_t done;
    atomic_bool stopped;
    atomic_flag busy; /* somebody is calling the watch */
} omino_count_progress;

df_status df_omino_count_begin(omino_count_task *task, unsigned size, unsigned most,
                               const df_omino_count_options *options, df_mishap *mishap)
{
    if (size == 0 || size > most) {
        df_mishap_begin(mishap, 0, 0, "here a polyomino has 1 to ");
        df_mishap_put_number(mishap, most);
        df_mishap_put(mishap, " squares; choose another size");
        return DF_ERROR_ARGUMENT;
    }
    *task = (omino_count_task){.mishap = mishap};
    if (options != NULL)
        task->options = *options;
    if (task->options.memory == 0)
        task->options.memory = USUAL_MEMORY;
    if (task->options.threads == 0)
        task->options.threads = 1;
    task->progress = malloc(sizeof *task->progress);
    if (task->progress == NULL)
        return DF_ERROR_MEMORY;
    atomic_init(&task->progress->done, 0);
    atomic_init(&task->progress->stopped, false);
    atomic_flag_clear(&task->progress->busy);
    return DF_OK;
}

df_status df_omino_count_end(omino_count_task *task, df_status status)
{
    free(task->progress);
    task->progress = NULL;
    if (status == DF_ERROR_LIMIT) {
        df_mishap_begin(task->mishap, 0, 0, "this takes more than the ");
        df_mishap_put_memory(task->mishap, task->options.memory);
        df_mishap_put(task->mishap, " of memory allowed; allow more or choose a smaller size");
    }
    if (status == DF_ERROR_SINK)
        df_mishap_begin(task->mishap, 0, 0, "counting was stopped");
    return status;
}

df_status df_omino_count_watch(omino_count_task *task, uint64_t states)
{
    omino_count_progress *progress = task->progress;
    if (task->options.watch == NULL)
        return DF_OK;
    if (!atomic_flag_test_and_set(&progress->busy)) {
        if (!atomic_load(&progress->stopped) &&
            !task->options.watch(task->options.watch_context, atomic_load(&progress->done),
                                 task->all, states))
            atomic_store(&progress->stopped, true);
        atomic_flag_clear(&progress->busy);
    }
    return atomic_load(&progress->stopped) ? DF_ERROR_SINK : DF_OK;
}

void df_omino_count_done(omino_count_task *task)
{
    atomic_fetch_add(&task->progress->done, 1);
}

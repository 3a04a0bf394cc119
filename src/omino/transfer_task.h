/* What counting and preparing draws have in common: options, progress, and what went wrong. */
#ifndef DROPFORGE_OMINO_TRANSFER_TASK_H
#define DROPFORGE_OMINO_TRANSFER_TASK_H

#include "dropforge/omino_count.h"

typedef struct omino_count_task {
    df_omino_count_options options; /* with a number for memory and threads */
    df_mishap *mishap;
    uint64_t all; /* parts there are */
    struct omino_count_progress *progress;
} omino_count_task;

/* DF_ERROR_ARGUMENT: size is 0 or above `most`. On success df_omino_count_end must follow. */
df_status df_omino_count_begin(omino_count_task *task, unsigned size, unsigned most,
                               const df_omino_count_options *options, df_mishap *mishap);

/* Says what went wrong, and returns `status`. */
df_status df_omino_count_end(omino_count_task *task, df_status status);

/* Calls the watch unless another thread does: DF_ERROR_SINK when this or another call has told
 * to stop. */
df_status df_omino_count_watch(omino_count_task *task, uint64_t states);

/* One part is finished. */
void df_omino_count_done(omino_count_task *task);

/* df_omino_count_fixed for a task that has begun; adds to *effort. */
df_status df_omino_count_transfer(df_natural *numbers, unsigned size, omino_count_task *task,
                                  df_omino_effort *effort);

#endif

/* Shared by counting and by the preparation of random draws: options, progress, errors. */
#pragma once

#include "core/base/jobs.h"
#include "dropforge/omino.h"

typedef struct omino_count_task {
    df_count_options options; /* with a number for memory and jobs */
    df_error *error;
    uint64_t all; /* number of parts */
    atomic_uint_fast64_t done;
    jobs_watch watch;
} omino_count_task;

/* Begins a task. DF_ERROR_ARGUMENT: size is 0 or above `max`. */
df_status df_omino_count_begin(omino_count_task *task, unsigned size, unsigned max,
                               const df_count_options *options, df_error *error);

/* Fills in the error for the `status` with which the task ends; returns `status`. */
df_status df_omino_count_end(const omino_count_task *task, df_status status);

/* Calls the watch unless another thread is calling it. DF_ERROR_CANCELLED: this call or another
 * one has asked to stop. */
df_status df_omino_count_watch(omino_count_task *task, uint64_t states);

/* Counts one part as finished. */
void df_omino_count_done(omino_count_task *task);

/* Counts the fixed polyominoes of 0 … size squares that each of the first `folds` folds leaves
 * unmoved, by its symmetry: for AXIS one direction of an axis through squares, for DIAGONAL one
 * diagonal. Those with further symmetries are included. Adds to *effort. After an error some
 * numbers are set. */
df_status df_omino_count_transfer(df_natural (*numbers)[DF_SYMMETRIES], unsigned size,
                                  unsigned folds, omino_count_task *task,
                                  df_count_effort *effort);

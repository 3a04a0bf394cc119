#include "dropforge/omino.h"

#include <stdlib.h>

#include "core/base/jobs.h"
#include "core/base/natural.h"
#include "transfer.h"
#include "transfer_task.h"

/* Sizes up to this are counted in one word: the numbers of all states together are less than
 * 2^64 up to 34 squares, and those of single states beyond. An overflow is detected. */
#define NARROW 36

/* The result for one strip. */
typedef struct width {
    uint64_t totals[DF_OMINO_COUNT_MAX + 1][2];
    df_count_effort effort;
} width;

typedef struct count_job {
    omino_count_task *task;
    unsigned size;
    unsigned rows; /* of the widest strip */
    width *widths;
} count_job;

/* Counts in one strip. If a number did not fit, *overflow is set and *result is useless. */
static df_status count_strip(count_job *job, unsigned rows, unsigned narrow, width *result,
                             bool *overflow)
{
    transfer t;
    transfer_layer layers[2] = {0};
    unsigned now = 0;
    df_status status = df_transfer_begin(&t, &layers[now], job->size, rows,
                                         job->task->options.memory, narrow, false);
    while (status == DF_OK && !t.overflow && layers[now].states > 0) {
        status = df_transfer_step(&t, &layers[now], &layers[1 - now]);
        now = 1 - now;
        if (status == DF_OK)
            status = df_omino_count_watch(job->task, layers[now].states);
    }
    df_transfer_layer_free(&t.memory, &layers[0]);
    df_transfer_layer_free(&t.memory, &layers[1]);
    df_transfer_end(&t);
    for (unsigned size = 0; size <= job->size; size++) {
        result->totals[size][0] = t.totals[size][0];
        result->totals[size][1] = t.totals[size][1];
    }
    result->effort = (df_count_effort){.states = t.steps, .max = t.max, .memory = t.memory.max};
    *overflow = t.overflow;
    return status;
}

/* Counts in strip number `index`, the widest first, as they take longest. */
static df_status count_width(void *context, size_t index)
{
    count_job *job = context;
    const unsigned rows = job->rows - (unsigned)index;
    bool overflow;
    df_status status = count_strip(job, rows, NARROW, &job->widths[index], &overflow);
    if (status == DF_OK && overflow)
        status = count_strip(job, rows, 0, &job->widths[index], &overflow);
    if (status == DF_OK)
        df_omino_count_done(job->task);
    return status;
}

static df_status add_widths(df_natural *numbers, const count_job *job, df_count_effort *effort)
{
    for (unsigned i = 0; i < job->rows; i++) {
        const width *w = &job->widths[i];
        for (unsigned size = 1; size <= job->size; size++) {
            df_natural number = {0};
            df_status status = df_natural_set(&number, w->totals[size], 2);
            if (status == DF_OK)
                status = df_natural_add(&numbers[size], &numbers[size], &number);
            df_natural_free(&number);
            if (status != DF_OK)
                return status;
        }
        effort->states += w->effort.states;
        if (w->effort.max > effort->max)
            effort->max = w->effort.max;
        if (w->effort.memory > effort->memory)
            effort->memory = w->effort.memory;
    }
    return DF_OK;
}

df_status df_omino_count_transfer(df_natural *numbers, unsigned size, omino_count_task *task,
                                  df_count_effort *effort)
{
    /* A polyomino that is as long as its strip is high has at least rows + rows - 1 squares. */
    count_job job = {.task = task, .size = size, .rows = (size + 1) / 2};
    job.widths = calloc(job.rows, sizeof *job.widths);
    if (job.widths == NULL)
        return DF_ERROR_MEMORY;
    task->all += job.rows;
    df_status status = df_jobs_run(job.rows, task->options.jobs, count_width, &job);
    if (status == DF_OK)
        status = add_widths(numbers, &job, effort);
    free(job.widths);
    for (unsigned k = 0; status != DF_OK && k <= size; k++)
        df_natural_free(&numbers[k]);
    return status;
}

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
typedef struct strip {
    const fold *fold;
    unsigned rows;
    uint64_t totals[DF_OMINO_COUNT_MAX + 1][2];
    df_count_effort effort;
} strip;

typedef struct count_job {
    omino_count_task *task;
    unsigned size;
    strip *strips;
} count_job;

/* Counts in one strip. If a number did not fit, *overflow is set and *result is useless. */
static df_status count_strip(count_job *job, unsigned narrow, strip *result, bool *overflow)
{
    transfer t = {.fold = result->fold,
                  .size = job->size,
                  .rows = result->rows,
                  .narrow = narrow,
                  .memory.limit = job->task->options.memory};
    transfer_layer layers[2] = {0};
    unsigned now = 0;
    df_status status = df_transfer_begin(&t, &layers[now]);
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

static df_status count_in_strip(void *context, size_t index)
{
    count_job *job = context;
    bool overflow;
    df_status status = count_strip(job, NARROW, &job->strips[index], &overflow);
    if (status == DF_OK && overflow)
        status = count_strip(job, 0, &job->strips[index], &overflow);
    if (status == DF_OK)
        df_omino_count_done(job->task);
    return status;
}

/* Adds a strip's totals to the numbers of its symmetry. */
static df_status add_strip(df_natural (*numbers)[DF_SYMMETRIES], unsigned max, const strip *s,
                           df_count_effort *effort)
{
    for (unsigned size = 1; size <= max; size++) {
        df_natural number = {0}, *sum = &numbers[size][s->fold->symmetry];
        df_status status = df_natural_set(&number, s->totals[size], 2);
        if (status == DF_OK)
            status = df_natural_add(sum, sum, &number);
        df_natural_free(&number);
        if (status != DF_OK)
            return status;
    }
    effort->states += s->effort.states;
    if (s->effort.max > effort->max)
        effort->max = s->effort.max;
    if (s->effort.memory > effort->memory)
        effort->memory = s->effort.memory;
    return DF_OK;
}

df_status df_omino_count_transfer(df_natural (*numbers)[DF_SYMMETRIES], unsigned size,
                                  unsigned folds, omino_count_task *task,
                                  df_count_effort *effort)
{
    /* A polyomino that is as long as its strip is high has at least rows + rows - 1 squares.
     * The widest strips come first, as they take longest. */
    const unsigned rows = (size + 1) / 2;
    count_job job = {.task = task, .size = size};
    job.strips = calloc((size_t)rows * folds, sizeof *job.strips);
    if (job.strips == NULL)
        return DF_ERROR_MEMORY;
    size_t count = 0;
    for (unsigned i = 0; i < rows * folds; i++) {
        const fold *f = &df_folds[i % folds];
        if (f->rows == 0 || i < folds)
            job.strips[count++] =
                (strip){.fold = f, .rows = f->rows == 0 ? rows - i / folds : f->rows};
    }
    task->all = count;
    df_status status = df_jobs_run(count, task->options.jobs, count_in_strip, &job);
    for (size_t i = 0; i < count && status == DF_OK; i++)
        status = add_strip(numbers, size, &job.strips[i], effort);
    free(job.strips);
    return status;
}

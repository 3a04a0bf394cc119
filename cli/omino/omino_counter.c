#include <stdio.h>
#include <stdlib.h>

#include "cli/base/choice.h"
#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "omino_count.h"

void omino_say_undecided(df_error *error)
{
    snprintf(
        error->text, sizeof error->text,
        "the search of walks could not decide if a polyomino is a path; leave out --path or "
        "use fewer squares");
}

static df_status omino_counter_enumerate(omino_counter *self, unsigned size,
                                         const df_ominoes_filter *filter, df_natural *number)
{
    const df_count_options options = {.jobs = choice_jobs(self->chosen->jobs),
                                      .watch = counting_watch};
    uint64_t count = 0, nodes = 0;
    const df_status status = self->chosen->mpi
                                 ? omino_mpi_count(&count, size, filter, &options, &nodes)
                                 : df_ominoes_count(&count, size, filter, &options, &nodes);
    self->nodes += nodes;
    return status == DF_OK
               ? df_natural_multiply_add(number, &(df_natural){0}, 0, &(df_natural){1, &count})
               : status;
}

/* Counts those with each symmetry that the filter allows, and adds them up. */
static df_status enumerate_symmetries(omino_counter *self, unsigned size,
                                      df_ominoes_filter filter, omino_count_row *row)
{
    const unsigned wanted = filter.symmetries;
    df_status status = DF_OK;
    for (unsigned i = 0; i < DF_SYMMETRIES && status == DF_OK; i++) {
        filter.symmetries = 1u << i;
        if (wanted == 0 || (wanted >> i & 1) != 0)
            status = omino_counter_enumerate(self, size, &filter, &row->symmetric[i]);
        if (status == DF_OK)
            status = df_natural_multiply_add(&row->all, &row->all, 1, &row->symmetric[i]);
    }
    return status;
}

static df_status count_by_enumeration(omino_counter *self, df_error *error)
{
    const df_ominoes_filter filter = omino_filter(self->chosen);
    df_status status = DF_OK;
    for (unsigned size = self->min; size <= self->max && status == DF_OK; size++) {
        omino_count_row *row = &self->rows[size];
        status = self->chosen->count.by_symmetry
                     ? enumerate_symmetries(self, size, filter, row)
                     : omino_counter_enumerate(self, size, &filter, &row->all);
    }
    if (status == DF_ERROR_LIMIT)
        omino_say_undecided(error);
    return status;
}

static df_status count_by_transfer(omino_counter *self, df_error *error)
{
    const df_count_options options = {.memory = self->chosen->memory,
                                      .jobs = choice_jobs(self->chosen->jobs),
                                      .watch = counting_watch};
    df_natural(*numbers)[DF_OMINO_NUMBERS] = calloc(self->max + 1, sizeof *numbers);
    if (numbers == NULL)
        return DF_ERROR_MEMORY;
    const omino_kind kind = self->chosen->kind;
    const df_omino_class all = kind == OMINO_FIXED  ? DF_OMINO_FIXED
                               : kind == OMINO_FREE ? DF_OMINO_FREE
                                                    : DF_OMINO_ONE_SIDED;
    const df_status status = df_omino_count(numbers, self->max, all != DF_OMINO_FIXED, &options,
                                            &self->effort, error);
    for (unsigned size = 0; size <= self->max && status == DF_OK; size++) {
        omino_count_row *row = &self->rows[size];
        for (unsigned i = 0; i < DF_OMINO_NUMBERS; i++) {
            if (i == all)
                row->all = numbers[size][i];
            else if (i >= DF_OMINO_SYMMETRIC)
                row->symmetric[i - DF_OMINO_SYMMETRIC] = numbers[size][i];
            else
                df_natural_free(&numbers[size][i]);
        }
    }
    free(numbers);
    return status;
}

cli_status omino_counter_run(omino_counter *self)
{
    self->rows = calloc(self->max + 1, sizeof self->rows[0]);
    if (self->rows == NULL)
        return message("out of memory");
    df_error error = {0};
    const double begin = clock_seconds();
    progress_begin("counting polyominoes");
    const df_status status = self->method == OMINO_ENUMERATE
                                 ? count_by_enumeration(self, &error)
                                 : count_by_transfer(self, &error);
    const cli_status answer = counting_end(status, &error);
    self->seconds = clock_seconds() - begin;
    return answer;
}

void omino_counter_free(omino_counter *self)
{
    for (unsigned size = 0; self->rows != NULL && size <= self->max; size++) {
        df_natural_free(&self->rows[size].all);
        for (unsigned i = 0; i < DF_SYMMETRIES; i++)
            df_natural_free(&self->rows[size].symmetric[i]);
    }
    free(self->rows);
    self->rows = NULL;
}

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/base/jobs.h"
#include "omino/shape/measure.h"
#include "symmetric.h"
#include "tally.h"

/* A count of fixed ones in strips, and of those unmoved by each symmetry. */
typedef struct tally_job {
    omino_count_task *task;
    unsigned size;
    unsigned rows; /* of the widest strip */
    df_omino_measure by;
    tally_result *results; /* one for each strip */
    /* Those of each family. */
    df_ominoes_table (*unmoved)[DF_OMINO_COUNT_MAX_BOUND + 1];
    df_omino_symmetry symmetries[SYMMETRIC_FAMILIES];
} tally_job;

/* Counts in strip number `index`, the widest first, as they take longest. */
static df_status tally_count_strip(void *context, size_t index)
{
    const tally_job *job = context;
    const df_status status =
        df_tally_strip(&job->results[index], job->size, job->rows - (unsigned)index, job->by,
                       false, job->task);
    if (status == DF_OK)
        df_omino_count_done(job->task);
    return status;
}

static df_status tally_count_family(void *context, size_t index)
{
    tally_job *job = context;
    const df_status status =
        df_omino_tabulate_family(job->unmoved[index], (unsigned)index, job->size, job->by,
                                 job->task, &job->symmetries[index]);
    if (status == DF_OK)
        df_omino_count_done(job->task);
    return status;
}

static void tally_count_add_strips(df_ominoes_table *tables, const tally_job *job,
                                   df_omino_effort *effort)
{
    for (unsigned i = 0; i < job->rows; i++) {
        const tally_result *result = &job->results[i];
        for (unsigned size = 1; size <= job->size; size++)
            measure_add_table(&tables[size], &result->tables[size]);
        effort->states += result->effort.states;
        if (result->effort.max > effort->max)
            effort->max = result->effort.max;
        if (result->effort.memory > effort->memory)
            effort->memory = result->effort.memory;
    }
}

static df_status tally_count_fixed(df_ominoes_table *tables, tally_job *job,
                                   df_omino_effort *effort)
{
    job->results = calloc(job->rows, sizeof *job->results);
    if (job->results == NULL)
        return DF_ERROR_MEMORY;
    const df_status status =
        df_jobs_run(job->rows, job->task->options.threads, tally_count_strip, job);
    if (status == DF_OK)
        tally_count_add_strips(tables, job, effort);
    free(job->results);
    return status;
}

/* Adds boxes that are higher than wide to the same boxes turned by a quarter. */
static void tally_count_turn(df_ominoes_table *table)
{
    for (unsigned value = 0; value < DF_OMINOES_VALUES; value++) {
        const unsigned x = value % DF_OMINOES_MAX_SQUARES, y = value / DF_OMINOES_MAX_SQUARES;
        if (y > x) {
            table->counts[x * DF_OMINOES_MAX_SQUARES + y] += table->counts[value];
            table->counts[value] = 0;
        }
    }
}

/* Replaces fixed ones by those of the class; `unmoved` are those that a symmetry leaves so. */
static df_status tally_count_reduce(df_ominoes_table *fixed,
                                    const df_ominoes_table unmoved[DF_SYMMETRIES],
                                    df_omino_class kind, unsigned values)
{
    for (unsigned value = 0; value < values; value++) {
        uint64_t exact[DF_SYMMETRIES] = {0}, still[DF_SYMMETRIES];
        for (unsigned s = 0; s < DF_SYMMETRIES; s++)
            still[s] = unmoved[s].counts[value];
        if (df_omino_sort_symmetric(exact, still) != DF_OK)
            return DF_ERROR_DEFECT;
        uint64_t rest = fixed->counts[value], sum = 0;
        for (unsigned s = 1; s < DF_SYMMETRIES; s++)
            rest -= exact[s] * df_omino_images((df_omino_symmetry)s);
        if (rest % df_omino_images(DF_SYMMETRY_NONE) != 0)
            return DF_ERROR_DEFECT;
        exact[DF_SYMMETRY_NONE] = rest / df_omino_images(DF_SYMMETRY_NONE);
        for (unsigned s = 0; s < DF_SYMMETRIES; s++)
            sum += exact[s] << (kind == DF_OMINO_ONE_SIDED &&
                                df_omino_is_chiral((df_omino_symmetry)s));
        fixed->counts[value] = sum;
    }
    return DF_OK;
}

/* Returns how many of the values of a table are counted. */
static unsigned tally_count_values(const tally_job *job)
{
    const unsigned up_to = job->task->options.up_to;
    return up_to > 0 && up_to < DF_OMINOES_VALUES && job->by != DF_MEASURE_BOX
               ? up_to + 1
               : DF_OMINOES_VALUES;
}

/* Turns tables of fixed ones into those of the class. */
static df_status tally_count_sort(df_ominoes_table *tables, const tally_job *job,
                                  df_omino_class kind)
{
    df_ominoes_table *unmoved = calloc(DF_SYMMETRIES, sizeof *unmoved);
    df_status status = unmoved == NULL ? DF_ERROR_MEMORY : DF_OK;
    for (unsigned size = 1; size <= job->size && status == DF_OK; size++) {
        memset(unmoved, 0, DF_SYMMETRIES * sizeof *unmoved);
        for (unsigned i = 0; i < SYMMETRIC_FAMILIES; i++)
            measure_add_table(&unmoved[job->symmetries[i]], &job->unmoved[i][size]);
        if (job->by == DF_MEASURE_BOX) {
            tally_count_turn(&tables[size]);
            for (unsigned s = 0; s < DF_SYMMETRIES; s++)
                tally_count_turn(&unmoved[s]);
        }
        status = tally_count_reduce(&tables[size], unmoved, kind, tally_count_values(job));
    }
    free(unmoved);
    return status;
}

static df_status tally_count_class(df_ominoes_table *tables, tally_job *job,
                                   df_omino_class kind, df_omino_effort *effort)
{
    job->task->all = job->rows + (kind == DF_OMINO_FIXED ? 0 : SYMMETRIC_FAMILIES);
    df_status status = tally_count_fixed(tables, job, effort);
    if (status != DF_OK || kind == DF_OMINO_FIXED)
        return status;
    job->unmoved = calloc(SYMMETRIC_FAMILIES, sizeof *job->unmoved);
    if (job->unmoved == NULL)
        return DF_ERROR_MEMORY;
    status =
        df_jobs_run(SYMMETRIC_FAMILIES, job->task->options.threads, tally_count_family, job);
    if (status == DF_OK)
        status = tally_count_sort(tables, job, kind);
    free(job->unmoved);
    return status;
}

unsigned df_omino_count_tables_max(df_omino_measure by, unsigned up_to)
{
    const bool is_bound =
        up_to > 0 && ((by == DF_MEASURE_PERIMETER && up_to <= DF_OMINO_COUNT_MAX_PERIMETER) ||
                      (by == DF_MEASURE_SITE_PERIMETER && up_to <= DF_OMINO_COUNT_MAX_SITES));
    return is_bound ? DF_OMINO_COUNT_MAX_BOUND : DF_OMINOES_MAX_SQUARES;
}

/* Returns the largest size up to `size` with a perimeter (Harary and Harborth 1976) or a site
 * perimeter (Sieben 2008) up to `up_to`. */
static unsigned tally_count_size(unsigned size, df_omino_measure by, unsigned up_to)
{
    if (up_to == 0 || up_to > DF_OMINO_COUNT_MAX_BOUND)
        return size;
    if (by == DF_MEASURE_PERIMETER)
        return unsigned_min(size, up_to < 4 ? 1 : up_to * up_to / 16);
    if (by == DF_MEASURE_SITE_PERIMETER)
        return unsigned_min(size, up_to < 4 ? 1 : ((up_to - 2) * (up_to - 2) + 4) / 8);
    return size;
}

/* Returns the rows of the widest strip. A polyomino that is as long as its strip is high has at
 * least rows + rows - 1 squares. */
static unsigned tally_count_rows(unsigned size, df_omino_measure by, unsigned up_to)
{
    const unsigned rows = (size + 1) / 2;
    if (up_to == 0 || !measure_is_perimeter(by))
        return rows;
    return unsigned_max(1, unsigned_min(rows, measure_span(by, up_to) / 2));
}

df_status df_omino_count_tables(df_ominoes_table *tables, unsigned size, df_omino_class kind,
                                df_omino_measure by, const df_omino_count_options *options,
                                df_omino_effort *effort, df_error *error)
{
    omino_count_task task;
    df_omino_effort spent = {0};
    const unsigned up_to = options != NULL ? options->up_to : 0;
    df_status status =
        df_omino_count_begin(&task, size, df_omino_count_tables_max(by, up_to), options, error);
    if (status == DF_OK &&
        (by <= DF_MEASURE_NONE || by >= DF_MEASURES ||
         (kind != DF_OMINO_FIXED && kind != DF_OMINO_ONE_SIDED && kind != DF_OMINO_FREE)))
        status = df_error_set(error, DF_ERROR_ARGUMENT,
                              "there is no such class or measure of polyominoes");
    if (status != DF_OK)
        return status;
    tally_job job = {.task = &task, .size = tally_count_size(size, by, up_to), .by = by};
    job.rows = tally_count_rows(job.size, by, up_to);
    df_ominoes_table *sums = calloc(size + 1, sizeof *sums);
    status = sums == NULL ? DF_ERROR_MEMORY : tally_count_class(sums, &job, kind, &spent);
    for (unsigned k = 0; k <= size && status == DF_OK; k++)
        tables[k] = sums[k];
    free(sums);
    if (status == DF_OK && effort != NULL)
        *effort = spent;
    return df_omino_count_end(&task, status);
}

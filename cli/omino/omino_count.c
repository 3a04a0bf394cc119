#include "omino_count.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/choice.h"
#include "cli/base/clock.h"
#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/number.h"
#include "cli/base/progress.h"

/* A count and its results. */
typedef struct omino_counter {
    const omino_settings *chosen;
    unsigned min; /* sizes that are printed */
    unsigned max;
    bool enumerates;          /* one by one, not by transfer matrix */
    df_omino_counts *rows;    /* max + 1; the numbers of the class, and of symmetries */
    df_ominoes_table *tables; /* max + 1, with --by */
    uint64_t nodes;           /* of enumerations */
    df_omino_effort effort;
    double seconds;
} omino_counter;

/* Returns the number of the class that is counted. */
static df_natural *omino_count_all(const omino_counter *self, unsigned size)
{
    df_omino_counts *row = &self->rows[size];
    return self->chosen->kind == OMINO_FREE    ? &row->free
           : self->chosen->kind == OMINO_FIXED ? &row->fixed
                                               : &row->one_sided;
}

/* ---- counting ---- */

void omino_say_undecided(df_error *error)
{
    snprintf(
        error->text, sizeof error->text,
        "the search of walks could not decide if a polyomino is a path; leave out --path or "
        "use fewer squares");
}

static bool watch_enumeration(void *unused, uint64_t done, uint64_t all)
{
    return counting_watch(unused, done, all, 0);
}

/* Sets the numbers of all sizes to the sums of their tables. */
static df_status omino_counter_sum(omino_counter *self)
{
    df_status status = DF_OK;
    for (unsigned size = 1; size <= self->max && status == DF_OK; size++) {
        uint64_t sum = 0;
        for (unsigned value = 0; value < DF_OMINOES_VALUES; value++)
            sum += self->tables[size].counts[value];
        status = df_natural_set(omino_count_all(self, size), &sum, 1);
    }
    return status;
}

static df_status omino_counter_enumerate(omino_counter *self, unsigned size,
                                         const df_ominoes_filter *filter, df_natural *number)
{
    const df_ominoes_options options = {.jobs = choice_jobs(self->chosen->jobs),
                                        .watch = watch_enumeration};
    df_ominoes_tally tally = {0};
    const df_status status = self->chosen->mpi
                                 ? omino_mpi_count(&tally, size, filter, &options)
                                 : df_ominoes_count(&tally, size, filter, &options);
    self->nodes += tally.nodes;
    return status == DF_OK ? df_natural_set(number, &tally.count, 1) : status;
}

static df_status count_by_enumeration(omino_counter *self, df_error *error)
{
    const df_ominoes_filter filter = omino_filter(self->chosen);
    df_status status = DF_OK;
    for (unsigned size = self->min; size <= self->max && status == DF_OK; size++)
        status = omino_counter_enumerate(self, size, &filter, omino_count_all(self, size));
    if (status == DF_ERROR_LIMIT)
        omino_say_undecided(error);
    return status;
}

static df_status transfer_fixed(omino_counter *self, const df_omino_count_options *options,
                                df_error *error)
{
    df_natural *numbers = calloc(self->max + 1, sizeof *numbers);
    if (numbers == NULL)
        return DF_ERROR_MEMORY;
    const df_status status =
        df_omino_count_fixed(numbers, self->max, options, &self->effort, error);
    for (unsigned size = 0; size <= self->max && status == DF_OK; size++)
        self->rows[size].fixed = numbers[size];
    free(numbers);
    return status;
}

/* Counts those without holes. */
static df_status transfer_without_holes(omino_counter *self,
                                        const df_omino_count_options *options, df_error *error)
{
    df_ominoes_table *tables = calloc(self->max + 1, sizeof *tables);
    if (tables == NULL)
        return DF_ERROR_MEMORY;
    df_status status =
        df_omino_count_tables(tables, self->max, omino_kind_class(self->chosen->kind),
                              DF_MEASURE_HOLES, options, &self->effort, error);
    for (unsigned size = 1; size <= self->max && status == DF_OK; size++)
        status = df_natural_set(omino_count_all(self, size), &tables[size].counts[0], 1);
    free(tables);
    return status;
}

static df_status count_by_transfer(omino_counter *self, df_error *error)
{
    const bool no_holes = omino_is_without_holes(self->chosen);
    const df_omino_count_options options = {.memory = self->chosen->memory,
                                            .threads = choice_jobs(self->chosen->jobs),
                                            .watch = counting_watch,
                                            .no_holes = no_holes};
    if (self->tables != NULL) {
        const df_status status =
            df_omino_count_tables(self->tables, self->max, omino_kind_class(self->chosen->kind),
                                  self->chosen->count.by, &options, &self->effort, error);
        return status == DF_OK ? omino_counter_sum(self) : status;
    }
    if (no_holes)
        return transfer_without_holes(self, &options, error);
    return self->chosen->kind == OMINO_FIXED
               ? transfer_fixed(self, &options, error)
               : df_omino_count_classes(self->rows, self->max, &options, &self->effort, error);
}

/* Fills the rows. -1 or the exit code after a message; either way the counter is freed with
 * omino_counter_free. */
static int omino_counter_run(omino_counter *self)
{
    const bool is_table = self->chosen->count.by != DF_MEASURE_NONE;
    self->rows = calloc(self->max + 1, sizeof self->rows[0]);
    if (is_table)
        self->tables = calloc(self->max + 1, sizeof self->tables[0]);
    if (self->rows == NULL || (is_table && self->tables == NULL))
        return message("out of memory");
    df_error error = {0};
    const double begin = clock_seconds();
    progress_begin("counting polyominoes");
    const df_status status =
        self->enumerates ? count_by_enumeration(self, &error) : count_by_transfer(self, &error);
    const int answer = counting_end(status, &error);
    self->seconds = clock_seconds() - begin;
    return answer;
}

static void omino_counter_free(omino_counter *self)
{
    for (unsigned size = 0; self->rows != NULL && size <= self->max; size++)
        df_omino_counts_free(&self->rows[size]);
    free(self->rows);
    free(self->tables);
}

/* ---- printing ---- */

static const char *const measure_names[DF_MEASURES] = {
    [DF_MEASURE_PERIMETER] = "perimeter",
    [DF_MEASURE_HOLES] = "holes",
    [DF_MEASURE_INNER_HOLES] = "inner-holes",
    [DF_MEASURE_BOX] = "bounding-box",
};

static void omino_table_put(const omino_counter *self)
{
    const bool sizes = self->chosen->count.sizes;
    const df_omino_measure by = self->chosen->count.by;
    const bool is_box = by == DF_MEASURE_BOX;
    printf("%s%s\tpolyominoes\n", sizes ? "squares\t" : "",
           is_box ? "width\theight" : measure_names[by]);
    for (unsigned size = self->min; size <= self->max; size++) {
        for (unsigned value = 0; value < DF_OMINOES_VALUES; value++) {
            const uint64_t count = self->tables[size].counts[value];
            if (count == 0)
                continue;
            if (sizes)
                printf("%u\t", size);
            if (is_box)
                printf("%u\t%u", value % DF_OMINOES_MAX_SQUARES + 1,
                       value / DF_OMINOES_MAX_SQUARES + 1);
            else
                printf("%u", value);
            printf("\t%" PRIu64 "\n", count);
        }
    }
}

static void omino_table_put_json(json_writer *json, const omino_counter *self, unsigned size)
{
    const df_omino_measure by = self->chosen->count.by;
    json_open_array(json, measure_names[by]);
    for (unsigned value = 0; value < DF_OMINOES_VALUES; value++) {
        const uint64_t count = self->tables[size].counts[value];
        if (count == 0)
            continue;
        json_open_object(json, NULL);
        if (by == DF_MEASURE_BOX) {
            json_put_number(json, "width", value % DF_OMINOES_MAX_SQUARES + 1);
            json_put_number(json, "height", value / DF_OMINOES_MAX_SQUARES + 1);
        } else {
            json_put_number(json, "value", value);
        }
        json_put_number(json, "count", count);
        json_close(json);
    }
    json_close(json);
}

static void omino_count_put_row(json_writer *json, const omino_counter *self, unsigned size)
{
    const df_omino_counts *row = &self->rows[size];
    json_put_number(json, "size", size);
    json_put_digits(json, "count", number_text(omino_count_all(self, size)));
    if (self->tables != NULL)
        omino_table_put_json(json, self, size);
    if (!self->chosen->count.by_symmetry)
        return;
    json_open_object(json, "symmetries");
    for (unsigned i = 0; i < DF_SYMMETRIES; i++)
        json_put_digits(json, df_omino_symmetry_name((df_omino_symmetry)i),
                        number_text(&row->symmetric[i]));
    json_close(json);
}

static int omino_count_put_json(const omino_counter *self)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_text(&json, "class", omino_kind_name(self->chosen->kind));
    json_put_text(&json, "method", self->enumerates ? "enumerate" : "transfer");
    if (self->chosen->count.sizes) {
        json_open_array(&json, "sizes");
        for (unsigned size = self->min; size <= self->max; size++) {
            json_open_object(&json, NULL);
            omino_count_put_row(&json, self, size);
            json_close(&json);
        }
        json_close(&json);
    } else {
        omino_count_put_row(&json, self, self->max);
    }
    if (self->enumerates) {
        json_put_number(&json, "nodes", self->nodes);
    } else {
        json_put_number(&json, "states", self->effort.states);
        json_put_number(&json, "memory", self->effort.memory);
    }
    json_put_decimal(&json, "seconds", self->seconds);
    return json_print(&json);
}

/* Prints a line for each size, with --by-symmetry a column for each symmetry. */
static void put_sizes(const omino_counter *self)
{
    const bool by_symmetry = self->chosen->count.by_symmetry;
    fputs("squares", stdout);
    for (unsigned i = 0; i < DF_SYMMETRIES && by_symmetry; i++)
        printf("\t%s", df_omino_symmetry_name((df_omino_symmetry)i));
    puts(by_symmetry ? "\tany" : "\tpolyominoes");
    for (unsigned size = self->min; size <= self->max; size++) {
        printf("%u", size);
        for (unsigned i = 0; i < DF_SYMMETRIES && by_symmetry; i++) {
            putchar('\t');
            number_put(&self->rows[size].symmetric[i]);
        }
        putchar('\t');
        number_put(omino_count_all(self, size));
        putchar('\n');
    }
}

static void omino_count_put_symmetries(const omino_counter *self)
{
    const df_omino_counts *row = &self->rows[self->max];
    puts("symmetry\tpolyominoes");
    for (unsigned i = 0; i < DF_SYMMETRIES; i++) {
        printf("%s\t", df_omino_symmetry_name((df_omino_symmetry)i));
        number_put(&row->symmetric[i]);
        putchar('\n');
    }
    fputs("any\t", stdout);
    number_put(omino_count_all(self, self->max));
    putchar('\n');
}

static int omino_count_put(const omino_counter *self)
{
    if (self->chosen->json)
        return omino_count_put_json(self);
    if (self->tables != NULL) {
        omino_table_put(self);
        return -1;
    }
    if (self->chosen->count.sizes) {
        put_sizes(self);
    } else if (self->chosen->count.by_symmetry) {
        omino_count_put_symmetries(self);
    } else {
        number_put(omino_count_all(self, self->max));
        putchar('\n');
    }
    return -1;
}

/* ---- the action ---- */

/* Checks which options go together; -1 or the exit code. */
static int omino_count_check(const omino_counter *self)
{
    const omino_settings *chosen = self->chosen;
    const bool is_table = chosen->count.by != DF_MEASURE_NONE;
    if (chosen->count.by_symmetry && chosen->kind != OMINO_FREE)
        return message_usage("omino", "--by-symmetry goes with the class free");
    if (is_table && chosen->count.by_symmetry)
        return message_usage("omino", "--by and --by-symmetry exclude each other; use one");
    if (chosen->count.by_symmetry && (omino_is_filtered(chosen) || chosen->mpi))
        return message_usage("omino", "--by-symmetry goes without filters and --mpi; count "
                                      "each symmetry with --symmetry");
    if (is_table && self->enumerates)
        return message_usage("omino", "--by goes with all free, one-sided or fixed polyominoes "
                                      "or with --holes 0, and without --mpi; leave out other "
                                      "filters");
    if (chosen->mpi && chosen->jobs > 0)
        return message_usage("omino", "--jobs and --mpi exclude each other; start as many "
                                      "processes as there are cores");
    if (self->enumerates && chosen->memory > 0)
        return message_usage("omino", "--memory goes with counts by transfer matrix, without "
                                      "filters but --holes 0");
    return -1;
}

int omino_count(const omino_settings *chosen, const char *operand)
{
    omino_counter self = {.chosen = chosen,
                          .enumerates = chosen->mpi || (omino_is_filtered(chosen) &&
                                                        !omino_is_without_holes(chosen))};
    const bool is_all = chosen->count.by == DF_MEASURE_NONE && !omino_is_filtered(chosen);
    int status = omino_read_size(
        operand, is_all && !chosen->mpi ? DF_OMINO_COUNT_MAX : DF_OMINOES_MAX_SQUARES,
        &self.max);
    self.min = chosen->count.sizes ? 1 : self.max;
    if (status < 0)
        status = omino_count_check(&self);
    if (status < 0 && chosen->mpi)
        status = omino_mpi_begin();
    if (status >= 0)
        return status;
    status = omino_counter_run(&self);
    if (status < 0)
        status = omino_count_put(&self);
    omino_counter_free(&self);
    if (chosen->mpi)
        omino_mpi_end();
    return status;
}

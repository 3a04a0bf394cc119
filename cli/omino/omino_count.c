#include "omino_count.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/choice.h"
#include "cli/base/clock.h"
#include "cli/base/format.h"
#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "cli/process/farm.h"

/* The numbers of one size. */
typedef struct omino_count_row {
    df_natural all;
    df_natural symmetric[DF_SYMMETRIES]; /* with --by-symmetry */
} omino_count_row;

/* A count and its results. */
typedef struct omino_counter {
    const omino_settings *chosen;
    unsigned min; /* sizes that are printed */
    unsigned max;
    omino_method method;
    omino_count_row *rows; /* max + 1 */
    uint64_t nodes;        /* of enumerations */
    df_count_effort effort;
    double seconds;
} omino_counter;

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

/* Fills the rows. Whatever it returns, the counter is freed with omino_counter_free. */
static cli_status omino_counter_run(omino_counter *self)
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

static void omino_counter_free(omino_counter *self)
{
    for (unsigned size = 0; self->rows != NULL && size <= self->max; size++) {
        df_natural_free(&self->rows[size].all);
        for (unsigned i = 0; i < DF_SYMMETRIES; i++)
            df_natural_free(&self->rows[size].symmetric[i]);
    }
    free(self->rows);
    self->rows = NULL;
}

static void omino_count_put_row(json_writer *json, const omino_counter *self, unsigned size)
{
    const omino_count_row *row = &self->rows[size];
    json_put_number(json, "size", size);
    json_put_natural(json, "count", &row->all);
    if (!self->chosen->count.by_symmetry)
        return;
    json_open_object(json, "symmetries");
    for (unsigned i = 0; i < DF_SYMMETRIES; i++)
        json_put_natural(json, df_omino_symmetry_names[i], &row->symmetric[i]);
    json_close(json);
}

static cli_status omino_count_put_json(const omino_counter *self)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_text(&json, "class", omino_kind_name(self->chosen->kind));
    json_put_text(&json, "method", self->method == OMINO_TRANSFER ? "transfer" : "enumerate");
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
    if (self->method == OMINO_ENUMERATE) {
        json_put_number(&json, "nodes", self->nodes);
    } else {
        json_put_number(&json, "states", self->effort.states);
        json_put_number(&json, "memory", self->effort.memory);
    }
    json_put_decimal(&json, "seconds", self->seconds);
    return json_print(&json);
}

/* Puts a line for each size, with --by-symmetry a column for each symmetry. */
static void omino_count_put_sizes(df_text *text, const omino_counter *self)
{
    const unsigned symmetries = self->chosen->count.by_symmetry ? DF_SYMMETRIES : 0;
    df_text_put(text, "squares");
    for (unsigned i = 0; i < symmetries; i++)
        df_text_format(text, "\t%s", df_omino_symmetry_names[i]);
    df_text_put(text, symmetries > 0 ? "\tany\n" : "\tpolyominoes\n");
    for (unsigned size = self->min; size <= self->max; size++) {
        df_text_format(text, "%u\t", size);
        for (unsigned i = 0; i < symmetries; i++) {
            df_natural_write(text, &self->rows[size].symmetric[i]);
            df_text_put_char(text, '\t');
        }
        df_natural_write(text, &self->rows[size].all);
        df_text_put_char(text, '\n');
    }
}

static void omino_count_put_symmetries(df_text *text, const omino_count_row *row)
{
    df_text_put(text, "symmetry\tpolyominoes\n");
    for (unsigned i = 0; i < DF_SYMMETRIES; i++) {
        df_text_format(text, "%s\t", df_omino_symmetry_names[i]);
        df_natural_write(text, &row->symmetric[i]);
        df_text_put_char(text, '\n');
    }
    df_text_put(text, "any\t");
    df_natural_write(text, &row->all);
    df_text_put_char(text, '\n');
}

static cli_status omino_count_put(const omino_counter *self)
{
    if (self->chosen->json)
        return omino_count_put_json(self);
    df_text text = {0};
    if (self->chosen->count.sizes) {
        omino_count_put_sizes(&text, self);
    } else if (self->chosen->count.by_symmetry) {
        omino_count_put_symmetries(&text, &self->rows[self->max]);
    } else {
        df_natural_write(&text, &self->rows[self->max].all);
        df_text_put_char(&text, '\n');
    }
    return text_end(&text);
}

/* Chooses the method that the options name or need. */
static cli_status choose_method(omino_counter *self)
{
    const omino_settings *chosen = self->chosen;
    const bool is_filtered = omino_is_filtered(chosen);
    omino_method method = chosen->method;
    if (method == OMINO_METHOD_NONE)
        method = is_filtered || chosen->mpi ? OMINO_ENUMERATE : OMINO_TRANSFER;
    if (method > OMINO_ENUMERATE)
        return message_usage("omino", "'count' needs enumerate or transfer as --method");
    if (method == OMINO_TRANSFER && is_filtered)
        return message_usage("omino", "the method transfer counts all free, one-sided or fixed "
                                      "polyominoes; leave the filters or the method out");
    if (method == OMINO_TRANSFER && chosen->mpi)
        return message_usage("omino", "--mpi goes with the method enumerate");
    if (chosen->mpi && chosen->jobs > 0)
        return message_usage("omino", "--jobs and --mpi exclude each other; start as many "
                                      "processes as there are cores");
    if (method == OMINO_ENUMERATE && chosen->memory > 0)
        return message_usage("omino", "--memory goes with the method transfer");
    self->method = method;
    return GO_ON;
}

cli_status omino_count(const omino_settings *chosen, const char *operand)
{
    omino_counter self = {.chosen = chosen};
    if (chosen->count.by_symmetry && chosen->kind != OMINO_FREE)
        return message_usage("omino", "--by-symmetry goes with the class free");
    cli_status status = choose_method(&self);
    const unsigned max =
        self.method == OMINO_ENUMERATE ? DF_OMINOES_MAX_SQUARES : DF_OMINO_COUNT_MAX;
    if (status == GO_ON)
        status = omino_read_size(operand, max, &self.max);
    self.min = chosen->count.sizes ? 1 : self.max;
    if (status == GO_ON && chosen->mpi)
        status = omino_mpi_begin();
    if (status != GO_ON)
        return status;
    status = omino_counter_run(&self);
    if (status == GO_ON)
        status = omino_count_put(&self);
    omino_counter_free(&self);
    if (chosen->mpi)
        farm_end();
    return status;
}

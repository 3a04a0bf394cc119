#include "omino_count.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/base/format.h"
#include "cli/base/message.h"
#include "cli/process/farm.h"

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

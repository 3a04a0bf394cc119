/* B-files, as the OEIS has them: on each line an index and a number of a sequence. */
#include <inttypes.h>

#include "cli/base/output.h"
#include "omino_count.h"

static void bfile_put(df_text *text, uint64_t index, uint64_t number)
{
    df_text_format(text, "%" PRIu64 " %" PRIu64 "\n", index, number);
}

/* Appends the numbers of one size from the least to the greatest value that occurs, in steps of
 * `step`, as terms from *index on; without an index those are the steps of the values. */
static void bfile_put_table(df_text *text, const df_ominoes_table *table, unsigned step,
                            uint64_t *index)
{
    unsigned first = 0, end = DF_OMINOES_VALUES;
    while (first < end && table->counts[first] == 0)
        first++;
    while (end > first && table->counts[end - 1] == 0)
        end--;
    for (unsigned value = first; value < end; value += step)
        bfile_put(text, index != NULL ? (*index)++ : value / step, table->counts[value]);
}

/* Appends a line for each box that occurs, as terms from *index on. */
static void bfile_put_boxes(df_text *text, const df_ominoes_table *table, uint64_t *index)
{
    for (unsigned value = 0; value < DF_OMINOES_VALUES; value++)
        if (table->counts[value] != 0)
            bfile_put(text, (*index)++, table->counts[value]);
}

static void bfile_put_row(df_text *text, unsigned size, const df_natural *number)
{
    df_text_format(text, "%u ", size);
    df_natural_write(text, number);
    df_text_put_char(text, '\n');
}

/* The content is an omino_counter. */
static df_status bfile_put_all(df_text *text, const void *content, df_error *error)
{
    (void)error;
    const omino_counter *self = content;
    uint64_t index = 1;
    /* All perimeters are even. */
    const unsigned step = self->chosen->count.by == DF_MEASURE_PERIMETER ? 2 : 1;
    for (unsigned size = self->min; size <= self->max; size++) {
        if (self->tables == NULL)
            bfile_put_row(text, size, &self->rows[size].all);
        else if (self->chosen->count.by == DF_MEASURE_BOX)
            bfile_put_boxes(text, &self->tables[size], &index);
        else
            bfile_put_table(text, &self->tables[size], step,
                            self->chosen->count.sizes ? &index : NULL);
    }
    return DF_OK;
}

static const output_format format_bfile = {
    .name = "bfile", .extensions = {".txt"}, .put = bfile_put_all};

static const output_format *const formats[] = {&format_bfile};
static const format_table bfile_formats = {formats, sizeof formats / sizeof formats[0]};

int omino_count_bfile(omino_counter *self)
{
    const omino_output_settings *wanted = &self->chosen->output;
    output_list outputs = {0};
    /* Report a file that cannot be written before counting. */
    int status = output_list_begin(&outputs, "omino", output_paths(&wanted->paths, true),
                                   wanted->format, &bfile_formats, false);
    if (status < 0)
        status = output_list_open(&outputs);
    if (status < 0)
        status = omino_counter_run(self);
    if (status < 0)
        status = output_list_write(&outputs, self);
    omino_counter_free(self);
    output_list_free(&outputs);
    return status;
}

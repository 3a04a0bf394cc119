/* A shard of a count, and the file of its result. */
#include <stdio.h>
#include <string.h>

#include "cli/base/message.h"
#include "cli/base/output.h"
#include "omino_count.h"
#include "omino_shard.h"

/* The content is an omino_counter. */
static df_status write_shard(const void *content, out_stream *out, df_error *error)
{
    (void)error;
    const omino_counter *self = content;
    const df_natural *count = &self->rows[self->max].all;
    omino_shard shard = {.version = DF_VERSION,
                         .squares = self->max,
                         .subtrees = df_ominoes_subtrees(self->max),
                         .shard = self->chosen->part.shard,
                         .shards = self->chosen->part.shards,
                         .nodes = self->nodes,
                         .count = count->count > 0 ? count->words[0] : 0};
    df_text filters = {0}, text = {0};
    omino_filter_write(self->chosen, &filters);
    df_status status = filters.status;
    if (status == DF_OK) {
        snprintf(shard.kind, sizeof shard.kind, "%s", omino_kind_name(self->chosen->kind));
        snprintf(shard.filters, sizeof shard.filters, "%s", filters.bytes);
        omino_shard_write(&shard, &text);
        status = out_text(out, &text);
    }
    df_text_free(&filters);
    return status;
}

static const output_format format_shard = {
    .name = "shard", .extensions = {".shard"}, .write = write_shard};

static const output_format *const formats[] = {&format_shard};
static const format_table shard_formats = {formats, sizeof formats / sizeof formats[0]};

/* Finds the outputs of the options, or standard output. Any file name is allowed. */
static int shard_find_outputs(output_list *outputs, const text_list *paths, const char *format)
{
    return output_list_begin(outputs, "omino", paths,
                             format != NULL ? format : format_shard.name, &shard_formats);
}

int omino_count_shard(omino_counter *self)
{
    const omino_output_settings *wanted = &self->chosen->output;
    const text_list *paths = output_paths(&wanted->paths);
    output_list outputs = {0};
    /* Report a file that cannot be written before counting. */
    int status = shard_find_outputs(&outputs, paths, wanted->format);
    if (status < 0)
        status = output_list_open(&outputs);
    /* mpirun may kill its ranks before they can clean up, so no file is open meanwhile. */
    if (self->chosen->mpi)
        output_list_free(&outputs);
    if (status < 0)
        status = omino_counter_run(self);
    if (status < 0 && self->chosen->mpi)
        status = shard_find_outputs(&outputs, paths, wanted->format);
    if (status < 0)
        status = output_list_write(&outputs, self);
    omino_counter_free(self);
    output_list_free(&outputs);
    return status;
}

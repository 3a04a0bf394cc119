/* A shard of a count, and the file of its result. */
#include <stdio.h>
#include <string.h>

#include "message.h"
#include "omino_count.h"
#include "omino_shard.h"
#include "output.h"

/* The content is an omino_counter. */
static df_status write_shard(const void *content, out_stream *out, df_mishap *mishap)
{
    (void)mishap;
    const omino_counter *own = content;
    const df_natural *count = &own->rows[own->most].all;
    omino_shard shard = {.version = DROPFORGE_VERSION,
                         .squares = own->most,
                         .subtrees = df_ominoes_subtrees(own->most),
                         .shard = own->chosen->part.shard,
                         .shards = own->chosen->part.shards,
                         .nodes = own->nodes,
                         .count = count->count > 0 ? count->words[0] : 0};
    df_text filters = {0}, text = {0};
    omino_filter_write(own->chosen, &filters);
    df_status status = filters.status;
    if (status == DF_OK) {
        snprintf(shard.kind, sizeof shard.kind, "%s", omino_kind_name(own->chosen->kind));
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

/* The outputs of the options, or standard output; any name will do. */
static int shard_find_outputs(output_list *outputs, const text_list *paths, const char *format)
{
    return output_list_begin(outputs, "omino", paths,
                             format != NULL ? format : format_shard.name, &shard_formats);
}

int omino_count_shard(omino_counter *own)
{
    const omino_output_settings *wanted = &own->chosen->output;
    static const char *standard[] = {"-"};
    const text_list usual = {.items = standard, .count = 1};
    const text_list *paths = wanted->paths.count > 0 ? &wanted->paths : &usual;
    output_list outputs = {0};
    /* A file that cannot be written is told of before the work. */
    int status = shard_find_outputs(&outputs, paths, wanted->format);
    if (status < 0)
        status = output_list_open(&outputs);
    /* mpirun may kill its ranks without a chance to tidy up: meanwhile there is no file. */
    if (own->chosen->mpi)
        output_list_free(&outputs);
    if (status < 0)
        status = omino_counter_run(own);
    if (status < 0 && own->chosen->mpi)
        status = shard_find_outputs(&outputs, paths, wanted->format);
    if (status < 0)
        status = output_list_write(&outputs, own);
    omino_counter_free(own);
    output_list_free(&outputs);
    return status;
}

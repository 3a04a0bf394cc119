#include "dropforge/plan.h"
#include "plan_text.h"

static df_status blocks_write_request(const void *content, out_stream *out, df_error *error)
{
    return plan_text_put(df_blocks_write, content, out, error);
}

const output_format format_blocks = {
    .name = "blocks",
    .summary = "packed blocks of letters, a step in each",
    .extensions = {".txt", ".blocks"},
    .carriers = "JTL",
    .write = blocks_write_request,
};

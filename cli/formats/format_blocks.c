#include "dropforge/blocks.h"
#include "plan_formats.h"

static df_status blocks_write_request(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    df_status status = df_blocks_write(&text, request->plan, error);
    if (status == DF_OK)
        status = out_text(out, &text);
    df_text_free(&text);
    return status;
}

const output_format format_blocks = {
    .name = "blocks",
    .summary = "packed blocks of letters, a step in each",
    .extensions = {".txt", ".blocks"},
    .carriers = "JTL",
    .write = blocks_write_request,
};

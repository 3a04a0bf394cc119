#include "dropforge/blocks.h"
#include "format.h"

static df_status write_blocks(const void *content, out_stream *out, df_mishap *mishap)
{
    const showing *show = content;
    df_text text = {0};
    df_status status = df_blocks_write(&text, show->plan, mishap);
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
    .write = write_blocks,
};

#include "dropforge/drops.h"
#include "format.h"

static df_status write_drops(const void *content, out_stream *out, df_mishap *mishap)
{
    const showing *show = content;
    (void)mishap;
    df_text text = {0};
    df_status status = df_drops_write(&text, show->plan);
    if (status == DF_OK)
        status = out_text(out, &text);
    df_text_free(&text);
    return status;
}

const output_format format_drops = {
    .name = "drops",
    .summary = "the drop list, a line for each drop",
    .extensions = {".drops"},
    .write = write_drops,
};

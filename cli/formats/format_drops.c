#include "dropforge/plan.h"
#include "plan_text.h"

static df_status drops_write_request(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    (void)error;
    df_text text = {0};
    return plan_text_out(df_drops_write(&text, request->plan), &text, out);
}

const output_format format_drops = {
    .name = "drops",
    .summary = "the drop list, a line for each drop",
    .extensions = {".drops"},
    .write = drops_write_request,
};

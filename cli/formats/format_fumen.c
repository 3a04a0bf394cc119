#include "dropforge/plan.h"
#include "plan_text.h"

static df_status fumen_write_request(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    const df_status status = df_fumen_write_plan(&text, request->plan, error);
    if (status == DF_OK)
        df_text_put_char(&text, '\n');
    return plan_text_out(status, &text, out);
}

const output_format format_fumen = {
    .name = "fumen",
    .summary = "a fumen, version 115, a page for each drop; of 10 columns",
    .extensions = {".fumen"},
    .write = fumen_write_request,
};

#include "plan_text.h"

df_status plan_text_out(df_status made, df_text *text, out_stream *out)
{
    const df_status status = made == DF_OK ? out_text(out, text) : made;
    df_text_free(text);
    return status;
}

df_status plan_text_put(plan_text_write *write, const void *content, out_stream *out,
                        df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    return plan_text_out(write(&text, request->plan, error), &text, out);
}

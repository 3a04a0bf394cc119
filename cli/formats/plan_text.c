#include "plan_text.h"

df_status plan_text_put(plan_text_write *write, const void *content, out_stream *out,
                        df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    df_status status = write(&text, request->plan, error);
    if (status == DF_OK)
        status = out_text(out, &text);
    df_text_free(&text);
    return status;
}

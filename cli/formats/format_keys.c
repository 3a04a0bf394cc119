/* The keys that a player presses for each piece, as JSON. */
#include "dropforge/plan.h"
#include "plan_text.h"

static df_status keys_write_request(const void *content, out_stream *out, df_error *error)
{
    return plan_text_put(df_plan_write_keys, content, out, error);
}

const output_format format_keys = {
    .name = "keys",
    .summary = "the keys that a player presses for each piece, as JSON",
    .extensions = {".keys.json"},
    .write = keys_write_request,
};

/* The map for custom games of TETR.IO. */
#include "dropforge/plan.h"
#include "plan_text.h"

static df_status map_write_request(const void *content, out_stream *out, df_error *error)
{
    return plan_text_put(df_plan_write_map, content, out, error);
}

const output_format format_map = {
    .name = "map",
    .summary = "the board and the queue, for custom games of TETR.IO",
    .extensions = {".map"},
    .write = map_write_request,
};

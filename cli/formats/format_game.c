/* The plan as the record of a game. */
#include "dropforge/game_record.h"
#include "plan_formats.h"

static df_status game_write_request(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    df_status status = df_game_write_plan(&text, request->plan, request->level, error);
    if (status == DF_OK)
        status = out_text(out, &text);
    df_text_free(&text);
    return status;
}

const output_format format_game = {
    .name = "game",
    .summary = "the record of a game in which the plan is played",
    .extensions = {".game"},
    .write = game_write_request,
};

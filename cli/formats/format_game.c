/* The plan as the record of a game. */
#include "dropforge/game.h"
#include "plan_text.h"

static df_status game_write_request(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    return plan_text_out(df_game_write_plan(&text, request->plan, request->level, error), &text,
                         out);
}

const output_format format_game = {
    .name = "game",
    .summary = "the record of a game in which the plan is played",
    .extensions = {".game"},
    .write = game_write_request,
};

/* The plan as the record of a game. */
#include "dropforge/game_record.h"
#include "plan_text.h"

static df_status game_write_request(const void *content, out_stream *out, df_error *error)
{
    return plan_text_put(df_game_write_plan, content, out, error);
}

const output_format format_game = {
    .name = "game",
    .summary = "the record of a game in which the plan is played",
    .extensions = {".game"},
    .write = game_write_request,
};

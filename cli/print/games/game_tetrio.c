/* TETR.IO: a custom game of one person without gravity. */
#include "cli/formats/plan_formats.h"
#include "games.h"

enum { GAME_TETRIO_WIDTH = 10, GAME_TETRIO_HEIGHT = 20 };

static df_status game_tetrio_play(game_choice *chosen, const df_plan *plan)
{
    df_text text = {0};
    (void)chosen;
    const df_status status = df_plan_write(&text, plan, DF_PLAN_TTR, NULL);
    df_text_free(&text);
    return status;
}

/* True if it has the size, and each piece the colour that the game gives it, as in plans of
 * replays. */
static bool game_tetrio_recognize(game_choice *chosen, const df_plan *plan)
{
    (void)chosen;
    return plan->width == GAME_TETRIO_WIDTH && plan->height == GAME_TETRIO_HEIGHT &&
           game_has_colors(plan, df_guideline_colors);
}

const game_entry game_entry_tetrio = {
    .name = "tetrio",
    .summary = "TETR.IO: up to 20 rows and seven colours; .ttr",
    .rules = DF_RULES_SRS_180,
    .deal = DF_DEAL_TETRIO,
    .format = &format_ttr,
    .width = GAME_TETRIO_WIDTH,
    .height = GAME_TETRIO_HEIGHT,
    .picture_height = 16,
    .max_colors = DF_TETROMINOES,
    .prepare = game_deal_prepare,
    .plan = game_deal_plan,
    .play = game_tetrio_play,
    .recognize = game_tetrio_recognize,
};

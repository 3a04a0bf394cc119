/* TETR.IO: a custom game of one person without gravity. */
#include <string.h>

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

static void game_tetrio_report(const game_choice *chosen, figure_list *report)
{
    report_number(report, "seeds_tried", chosen->dealt.tried, NULL, NULL);
}

/* True if it has the size, and each piece the colour that the game gives it, as in plans of
 * replays. */
static bool game_tetrio_recognize(game_choice *chosen, const df_plan *plan)
{
    (void)chosen;
    unsigned i = 0;
    if (plan->width != GAME_TETRIO_WIDTH || plan->height != GAME_TETRIO_HEIGHT)
        return false;
    while (i < DF_TETROMINOES && i < plan->set->count && plan->colors[i].given &&
           memcmp(&plan->colors[i].color, &df_guideline_colors[i], sizeof(df_color)) == 0)
        i++;
    return i == DF_TETROMINOES;
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
    .report = game_tetrio_report,
    .recognize = game_tetrio_recognize,
};

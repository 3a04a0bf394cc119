/* NullpoMino 7.5. */
#include "cli/formats/plan_formats.h"
#include "games.h"

enum { NULLPOMINO_PICTURE_ROWS = 16 /* to which a picture is scaled down */ };

static df_status nullpomino_play(game_choice *chosen, const df_plan *plan)
{
    return df_nullpomino_write(NULL, plan, &chosen->end, NULL);
}

static void nullpomino_report(const game_choice *chosen, figure_list *report)
{
    report_number(report, "level", chosen->end.level, NULL, NULL);
    report_number(report, "frames", chosen->end.frames, "frame until the picture stands",
                  "frames until the picture stands");
}

/* True if the plan has the deal, the size and the colours of the game. */
static bool nullpomino_recognize(game_choice *chosen, const df_plan *plan)
{
    (void)chosen;
    return plan->deal != NULL && plan->deal->deal == DF_DEAL_NULLPOMINO &&
           plan->width == DF_NULLPOMINO_WIDTH && plan->height == DF_NULLPOMINO_HEIGHT &&
           game_has_colors(plan, df_guideline_colors);
}

const game_entry game_entry_nullpomino = {
    .name = "nullpomino",
    .summary = "NullpoMino 7.5, rule STANDARD: up to 20 rows and seven colours; .rep",
    .rules = DF_RULES_SRS,
    .deal = DF_DEAL_NULLPOMINO,
    .format = &format_rep,
    .width = DF_NULLPOMINO_WIDTH,
    .height = DF_NULLPOMINO_HEIGHT,
    .picture_height = NULLPOMINO_PICTURE_ROWS,
    .max_colors = DF_TETROMINOES,
    .prepare = game_deal_prepare,
    .plan = game_deal_plan,
    .play = nullpomino_play,
    .report = nullpomino_report,
    .recognize = nullpomino_recognize,
};

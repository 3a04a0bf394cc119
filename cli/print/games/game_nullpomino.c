/* NullpoMino 7.5. */
#include <string.h>

#include "cli/formats/plan_formats.h"
#include "dropforge/replay.h"
#include "games.h"

enum { NULLPOMINO_PICTURE_ROWS = 16 /* to which a picture is scaled down */ };

static df_status nullpomino_play(game_choice *chosen, const df_plan *plan)
{
    return df_nullpomino_write(NULL, plan, &chosen->nullpomino, NULL);
}

static void nullpomino_report(const game_choice *chosen, figure_list *report)
{
    report_number(report, "seeds_tried", chosen->dealt.tried, NULL, NULL);
    report_number(report, "level", chosen->nullpomino.level, NULL, NULL);
    report_number(report, "frames", chosen->nullpomino.frames, "frame until the picture stands",
                  "frames until the picture stands");
}

/* True if the plan has the deal, the size and the colours of the game. */
static bool nullpomino_recognize(game_choice *chosen, const df_plan *plan)
{
    (void)chosen;
    if (plan->deal == NULL || plan->deal->deal != DF_DEAL_NULLPOMINO ||
        plan->width != DF_NULLPOMINO_WIDTH || plan->height != DF_NULLPOMINO_HEIGHT)
        return false;
    unsigned i = 0;
    while (i < DF_TETROMINOES && plan->colors[i].given &&
           memcmp(&plan->colors[i].color, &df_guideline_colors[i], 3) == 0)
        i++;
    return i == DF_TETROMINOES;
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

/* The table of all rules. */
#include "game/game.h"

static const game_rules *const table[DF_PLAY_RULES] = {
    [DF_PLAY_GUIDELINE] = &df_guideline_rules,
    [DF_PLAY_NES] = &df_nes_rules,
};

const game_rules *df_game_rules(df_play_rules rules)
{
    return table[(unsigned)rules < DF_PLAY_RULES ? rules : DF_PLAY_GUIDELINE];
}

const df_play_traits *df_play_get_traits(df_play_rules rules)
{
    return (unsigned)rules < DF_PLAY_RULES ? &table[rules]->traits : NULL;
}

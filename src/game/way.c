/* What a bot wants, as the buttons of a player. */
#include "game/game.h"

df_status df_play_find_way(df_way **way, df_outcome *outcome, const df_play *play,
                           const df_place *place)
{
    const df_play_state *state = &play->state;
    if (!play->rules->traits.at_once || state->phase != DF_PLAY_FALLING ||
        state->orientation != DF_NORTH)
        return DF_ERROR_ARGUMENT;
    return df_way_find(way, outcome, &play->mover, play->field->row, play->field->height,
                       state->x, state->y, place, DF_SPINS);
}

df_status df_play_tap_way(df_play *play, const df_way *way)
{
    static const df_play_button buttons[DF_INPUTS] = {
        [DF_INPUT_LEFT] = DF_PLAY_LEFT,
        [DF_INPUT_RIGHT] = DF_PLAY_RIGHT,
        [DF_INPUT_CLOCKWISE] = DF_PLAY_CLOCKWISE,
        [DF_INPUT_ANTICLOCKWISE] = DF_PLAY_ANTICLOCKWISE,
        [DF_INPUT_HALF_TURN] = DF_PLAY_HALF_TURN,
        [DF_INPUT_SOFT_DROP] = DF_PLAY_SOFT,
        [DF_INPUT_HARD_DROP] = DF_PLAY_HARD,
    };
    df_status status = play->rules->traits.at_once ? DF_OK : DF_ERROR_ARGUMENT;
    for (size_t i = 0; status == DF_OK && i < way->count; i++)
        status = df_play_tap(play, buttons[way->input[i]]);
    return status;
}

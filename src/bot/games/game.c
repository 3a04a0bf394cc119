#include "dropforge/bot.h"

#include <stdlib.h>
#include <string.h>

#include "bot/decide/bot.h"
#include "game_state.h"

struct df_bot_game {
    df_bot *bot;
    game_state state;
    uint64_t *rows;      /* of the board, for callers */
    uint64_t placements; /* that the bot had scored before the game began */
};

static df_status game_fill(df_bot_game *game, const df_bot_game_options *options,
                           df_error *error)
{
    const df_bot_options *bot = &options->bot;
    const df_status status = df_bot_create(&game->bot, bot, error);
    if (status != DF_OK)
        return status;
    game->rows = calloc(bot->height, sizeof game->rows[0]);
    if (game->rows == NULL)
        return DF_ERROR_MEMORY;
    return df_game_state_make(&game->state, options, game->bot->options.lookahead, error);
}

df_status df_bot_game_create(df_bot_game **game, const df_bot_game_options *options,
                             df_error *error)
{
    df_bot_game *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    const df_status status = game_fill(made, options, error);
    if (status != DF_OK) {
        df_bot_game_free(made);
        return status;
    }
    df_bot_game_reset(made, 0);
    *game = made;
    return DF_OK;
}

void df_bot_game_free(df_bot_game *game)
{
    if (game == NULL)
        return;
    df_bot_free(game->bot);
    df_game_state_drop(&game->state);
    free(game->rows);
    free(game);
}

void df_bot_game_reset(df_bot_game *game, uint64_t number)
{
    game->placements = df_bot_placements(game->bot);
    df_game_state_begin(&game->state, game->state.options.seed, number);
}

df_status df_bot_game_step(df_bot_game *game, df_drop *drop, df_outcome *outcome)
{
    game_state *state = &game->state;
    if (state->result.end != DF_BOT_GAME_UNPLAYED) {
        *outcome = DF_NONE;
        return DF_OK;
    }
    const bot_view view = {state->now, state->pieces, state->count, state->held};
    df_choice choice;
    const df_status status = df_bot_think(game->bot, &view, &choice, outcome);
    state->result.placements = df_bot_placements(game->bot) - game->placements;
    if (status != DF_OK)
        return status;
    if (*outcome == DF_NONE) {
        state->result.end = DF_BOT_GAME_OVER;
        return DF_OK;
    }
    (void)df_game_state_put(state, &choice);
    if (drop != NULL)
        *drop = choice_drop(&choice);
    return DF_OK;
}

const df_bot_game_result *df_bot_game_get_result(const df_bot_game *game, df_position *position)
{
    const game_state *state = &game->state;
    if (position == NULL)
        return &state->result;
    for (unsigned y = 0; y < state->layout.height; y++)
        game->rows[y] = grid_row(&state->layout, state->now->words, y);
    *position = (df_position){game->rows, state->pieces, state->count, state->held};
    return &state->result;
}

#include "dropforge/bot_game.h"

#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "bot/game_state.h"

struct df_game {
    df_bot *bot;
    game_state state;
    uint64_t *rows;      /* the board for callers */
    uint64_t placements; /* of the bot, before the game began */
};

static df_status fill(df_game *game, const df_game_options *options)
{
    const df_bot_options *bot = &options->bot;
    const df_status status = df_bot_create(&game->bot, bot);
    if (status != DF_OK)
        return status;
    game->rows = calloc(bot->height, sizeof game->rows[0]);
    if (game->rows == NULL)
        return DF_ERROR_MEMORY;
    return df_game_state_make(&game->state, options, game->bot->options.lookahead);
}

df_status df_game_create(df_game **game, const df_game_options *options)
{
    df_game *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    const df_status status = fill(made, options);
    if (status != DF_OK) {
        df_game_free(made);
        return status;
    }
    df_game_reset(made, 0);
    *game = made;
    return DF_OK;
}

void df_game_free(df_game *game)
{
    if (game == NULL)
        return;
    df_bot_free(game->bot);
    df_game_state_drop(&game->state);
    free(game->rows);
    free(game);
}

void df_game_reset(df_game *game, uint64_t number)
{
    game->placements = df_bot_placements(game->bot);
    df_game_state_begin(&game->state, game->state.options.seed, number);
}

df_outcome df_game_step(df_game *game, df_drop *drop)
{
    game_state *state = &game->state;
    if (state->result.end != DF_GAME_UNPLAYED)
        return DF_NONE;
    const bot_view view = {state->now, state->pieces, state->count, state->held};
    df_choice choice;
    const df_outcome outcome = df_bot_think(game->bot, &view, &choice, NULL);
    state->result.placements = df_bot_placements(game->bot) - game->placements;
    if (outcome != DF_FOUND) {
        if (outcome == DF_NONE)
            state->result.end = DF_GAME_OVER;
        return outcome;
    }
    (void)df_game_state_put(state, &choice);
    if (drop != NULL)
        *drop = choice_drop(&choice);
    return DF_FOUND;
}

const df_game_result *df_game_get_result(const df_game *game)
{
    return &game->state.result;
}

const uint64_t *df_game_get_rows(const df_game *game)
{
    const grid *g = &game->state.layout;
    for (unsigned y = 0; y < g->height; y++)
        game->rows[y] = grid_row(g, game->state.now->words, y);
    return game->rows;
}

size_t df_game_get_pieces(const df_game *game, uint16_t *pieces, size_t most)
{
    const size_t count = game->state.count < most ? game->state.count : most;
    for (size_t i = 0; i < count; i++)
        pieces[i] = game->state.pieces[i];
    return count;
}

int df_game_get_held(const df_game *game)
{
    return game->state.held;
}

/* Whether the drops of a game make the plan one that can be played. */
static bool can_record(const df_plan *plan, const df_bot_options *bot)
{
    return plan->width == bot->width && plan->height >= bot->height && plan->set == bot->set &&
           plan->reach == bot->reach && plan->count == 0;
}

df_status df_game_play(df_game_result *result, const df_game_options *options, uint64_t number,
                       df_plan *plan)
{
    if (plan != NULL && !can_record(plan, &options->bot))
        return DF_ERROR_ARGUMENT;
    df_game *game;
    df_status status = df_game_create(&game, options);
    if (status != DF_OK)
        return status;
    df_game_reset(game, number);
    while (status == DF_OK && game->state.result.end == DF_GAME_UNPLAYED) {
        df_drop drop;
        const df_outcome outcome = df_game_step(game, &drop);
        if (outcome == DF_LIMIT)
            status = DF_ERROR_MEMORY;
        else if (outcome == DF_FOUND && plan != NULL)
            status = df_plan_add(plan, drop);
    }
    if (status == DF_OK)
        *result = game->state.result;
    df_game_free(game);
    return status;
}

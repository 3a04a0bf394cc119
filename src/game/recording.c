/* A plan as the record of a game, in which the buttons of each piece are pressed at once. */
#include <stdlib.h>

#include "core/base/error.h"
#include "core/board/piece_list.h"
#include "dropforge/game.h"
#include "game.h"

enum {
    RECORDING_PAUSE = 12, /* ticks that a piece is seen before its buttons, */
    RECORDING_SLACK = 8,  /* with this many free rows below it, */
    RECORDING_LEVEL = 10, /* and it falls slowly: up to this level */
};

/* Waits for a piece, and then as long as it surely stays above the stack. */
static df_status recording_wait(df_game *game)
{
    const df_game_state *state = df_game_get_state(game);
    df_status status = DF_OK;
    while (status == DF_OK && state->phase == DF_GAME_WAITING)
        status = df_game_tick(game);
    const unsigned top = df_field_top(df_game_get_state(game)->field) + RECORDING_SLACK;
    const bool waits =
        state->level <= RECORDING_LEVEL && top <= df_game_get_state(game)->options->height;
    for (unsigned i = 0; waits && status == DF_OK && i < RECORDING_PAUSE; i++)
        status = df_game_tick(game);
    return status;
}

/* Refuses a plan of which drop number `index` cannot be made. */
static df_status recording_refuse(const df_game *game, size_t index, df_error *error)
{
    const bool is_slowest = df_game_get_state(game)->options->level == 1;
    df_error_set(error, DF_ERROR_LIMIT,
                 "no buttons bring the piece of drop %zu to its place in a game, which is "
                 "at level %u by then; write a drop list",
                 index + 1, df_game_get_state(game)->level);
    if (!is_slowest)
        df_error_advise(error, DF_OPTION_LEVEL, "1");
    return DF_ERROR_LIMIT;
}

/* Presses the buttons of drop number `index`. */
static df_status recording_press(df_game *game, const df_plan *plan, size_t index, bool holds,
                                 df_error *error)
{
    const df_drop *drop = &plan->drops[index];
    const df_place place = {.orientation = drop->orientation, .x = drop->x, .y = drop->y};
    const df_game_state *state = df_game_get_state(game);
    df_input_path *path = NULL;
    df_outcome outcome = DF_NONE;
    df_status status = recording_wait(game);
    if (status == DF_OK && holds)
        status = df_game_tap(game, DF_GAME_HOLD);
    if (status == DF_OK && state->phase == DF_GAME_FALLING)
        status = df_game_find_path(game, &place, &path, &outcome);
    if (status == DF_OK && outcome != DF_FOUND)
        return recording_refuse(game, index, error);
    if (status == DF_OK)
        status = df_game_tap_path(game, path);
    df_input_path_free(path);
    return status;
}

static df_status recording_play(df_game *game, const df_plan *plan, df_error *error)
{
    df_hand hand = {0};
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < plan->count; i++) {
        bool holds = false;
        if (plan->deal != NULL)
            (void)df_hand_take(&hand, plan->deal, plan->drops[i].piece, &holds);
        status = recording_press(game, plan, i, holds, error);
    }
    return status;
}

/* Begins a game by the guideline that deals the pieces of the plan. */
static df_status recording_begin(df_game **game, const df_plan *plan, unsigned level,
                                 uint16_t *given, df_error *error)
{
    const df_plan_deal *deal = plan->deal;
    df_game_options options = df_game_defaults(DF_GAME_GUIDELINE, plan->set, 0);
    for (size_t i = 0; deal == NULL && i < plan->count; i++)
        given[i] = plan->drops[i].piece;
    options.deal = DF_GAME_DEAL_GIVEN;
    options.given = deal != NULL ? deal->queue : given;
    options.given_count = deal != NULL ? deal->count : plan->count;
    options.level = level;
    options.width = plan->width;
    options.height = plan->height;
    options.begin = plan->begin;
    options.hold = deal != NULL && deal->hold;
    if (df_game_has_rules(df_games[options.kind], plan->rules))
        options.rules = plan->rules;
    if (plan->begin != NULL && !df_piece_set_is_tetrominoes(plan->set))
        return df_error_set(
            error, DF_ERROR_LIMIT,
            "records of games have no field at first beside pieces of their own; "
            "write a drop list");
    const df_status status = df_game_create(game, &options, NULL);
    if (status == DF_ERROR_ARGUMENT)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "no game has this playfield of %u by %u for these pieces; write a "
                            "drop list",
                            plan->width, plan->height);
    return status;
}

df_status df_game_write_plan(df_text *text, const df_plan *plan, unsigned level,
                             df_error *error)
{
    df_game *game = NULL;
    uint16_t *given = calloc(plan->count + 1, sizeof given[0]);
    df_status status =
        given != NULL ? recording_begin(&game, plan, level, given, error) : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = recording_play(game, plan, error);
    if (status == DF_OK)
        status = df_game_write(text, game);
    df_game_free(game);
    free(given);
    return status;
}

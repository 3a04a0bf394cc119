#include "dropforge/env.h"

#include <stdlib.h>
#include <string.h>

#include "bot/env.h"
#include "core/bits.h"

/* ---- making ---- */

static bool are_good(const df_env_options *options)
{
    return options->set != NULL && options->set->count <= UINT16_MAX && options->width >= 1 &&
           options->width <= DF_FIELD_MAX_WIDTH && options->height >= 1 &&
           options->height <= DF_FIELD_MAX_HEIGHT && options->reach <= DF_REACH_NES &&
           options->preview <= DF_ENV_MAX_PREVIEW && (!options->hold || options->preview > 0) &&
           (options->deal != DF_DEAL_GIVEN || options->given_count > 0) &&
           options->reward <= DF_ENV_REWARD_PIECES && options->features >> DF_FEATURES == 0;
}

static df_status make_plan(env_board *own, const df_env_options *options)
{
    const df_status status =
        df_plan_create(&own->plan, options->width, options->height, options->set);
    if (status == DF_OK)
        own->plan->reach = options->reach;
    return status;
}

static df_status make_boards(df_env *env)
{
    const df_env_options *options = &env->options;
    const df_game_options game = {
        .bot = {.set = options->set, .width = options->width, .height = options->height},
        .deal = options->deal,
        .given = options->given,
        .given_count = options->given_count,
        .max_pieces = options->max_pieces};
    env->boards = calloc(env->count, sizeof env->boards[0]);
    if (env->boards == NULL)
        return DF_ERROR_MEMORY;
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < env->count; i++) {
        env_board *own = &env->boards[i];
        status = df_game_state_make(&own->state, &game, 1 + (size_t)options->preview);
        own->rest = calloc(env->actions, sizeof own->rest[0]);
        if (status == DF_OK && own->rest == NULL)
            status = DF_ERROR_MEMORY;
        if (status == DF_OK && options->record)
            status = make_plan(own, options);
    }
    return status;
}

/* Whether every piece has a place on the empty board. */
static bool has_room(df_env *env)
{
    uint64_t words[BOARD_MOST_WORDS] = {0};
    const board empty = {.words = words};
    for (unsigned i = 0; i < env->options.set->count; i++) {
        if (df_places_find(env->finder, &empty, i, env->places) == 0)
            return false;
    }
    return true;
}

static df_status fill(df_env *env)
{
    const df_env_options *options = &env->options;
    const df_weights none = {0};
    df_status status =
        df_evaluator_make(&env->judge, options->width, options->height, &none, 1);
    if (status != DF_OK)
        return status;
    const grid *g = &env->judge.layout;
    const size_t most = df_places_most(g, options->reach);
    env->rows = most / DF_ORIENTATIONS / g->width;
    env->actions = most * (options->hold ? 2 : 1);
    env->places = calloc(most, sizeof env->places[0]);
    if (env->places == NULL)
        return DF_ERROR_MEMORY;
    status = df_places_create(&env->finder, g, options->set, options->reach);
    if (status == DF_OK && !has_room(env))
        status = DF_ERROR_ARGUMENT;
    return status == DF_OK ? make_boards(env) : status;
}

df_status df_env_create(df_env **env, const df_env_options *options)
{
    if (!are_good(options))
        return DF_ERROR_ARGUMENT;
    df_env *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->options = *options;
    made->count = options->boards > 0 ? options->boards : 1;
    made->shown = options->features != 0 ? options->features : (1u << DF_FEATURES) - 1;
    made->values = bits_count(made->shown);
    const df_status status = fill(made);
    if (status != DF_OK) {
        df_env_free(made);
        return status;
    }
    df_env_reset(made, 0);
    *env = made;
    return DF_OK;
}

void df_env_free(df_env *env)
{
    if (env == NULL)
        return;
    for (size_t i = 0; env->boards != NULL && i < env->count; i++) {
        df_game_state_drop(&env->boards[i].state);
        free(env->boards[i].rest);
        df_plan_free(env->boards[i].plan);
    }
    df_places_free(env->finder);
    free(env->places);
    free(env->boards);
    free(env);
}

/* ---- playing ---- */

/* Adds the places of a piece to the legal actions; returns how many. */
static size_t allow(df_env *env, env_board *own, unsigned piece, bool holds)
{
    const size_t count = df_places_find(env->finder, own->state.now, piece, env->places);
    for (size_t i = 0; i < count; i++)
        own->rest[env_action(env, holds, &env->places[i])] = env->places[i].y;
    return count;
}

/* Finds out what can be done next, and whether that is the end. */
static void look(df_env *env, env_board *own)
{
    const game_state *state = &own->state;
    size_t legal = 0;
    /* All bits of ENV_ILLEGAL are ones. */
    memset(own->rest, 0xff, env->actions * sizeof own->rest[0]);
    if (state->count > 0) {
        legal = allow(env, own, state->pieces[0], false);
        if (env->options.hold && state->held >= 0)
            legal += allow(env, own, (unsigned)state->held, true);
        else if (env->options.hold && state->count > 1)
            legal += allow(env, own, state->pieces[1], true);
    }
    own->truncated = state->result.end != DF_GAME_UNPLAYED;
    own->terminated = state->count > 0 && legal == 0;
    if (own->terminated && !own->truncated)
        own->state.result.end = DF_GAME_OVER;
}

static void begin(df_env *env, env_board *own, uint64_t seed, uint64_t number)
{
    own->seed = seed;
    own->number = number;
    own->reward = 0;
    if (own->plan != NULL)
        own->plan->count = 0;
    df_game_state_begin(&own->state, seed, number);
    look(env, own);
}

df_status df_env_begin(df_env *env, size_t index, uint64_t seed, uint64_t number)
{
    if (index >= env->count)
        return DF_ERROR_ARGUMENT;
    begin(env, &env->boards[index], seed, number);
    return DF_OK;
}

void df_env_reset(df_env *env, uint64_t seed)
{
    for (size_t i = 0; i < env->count; i++)
        begin(env, &env->boards[i], seed, i);
}

static bool has_ended(const env_board *own)
{
    return own->terminated || own->truncated;
}

static bool is_legal(const df_env *env, const env_board *own, int64_t action)
{
    return action >= 0 && (uint64_t)action < env->actions && own->rest[action] != ENV_ILLEGAL;
}

static int32_t find_reward(df_env_reward reward, unsigned lines)
{
    switch (reward) {
    case DF_ENV_REWARD_LINES:
        return (int32_t)lines;
    case DF_ENV_REWARD_LINES_SQUARED:
        return (int32_t)(lines * lines);
    case DF_ENV_REWARD_PIECES:
        break;
    }
    return 1;
}

/* Appends the drops to the plans, or none of them. */
static df_status record(df_env *env, const int64_t *actions)
{
    df_status status = DF_OK;
    size_t done = 0;
    for (; status == DF_OK && done < env->count; done++) {
        const env_board *own = &env->boards[done];
        if (has_ended(own))
            continue;
        const df_choice choice = env_choice(env, own, (size_t)actions[done]);
        status = df_plan_add(own->plan, choice_drop(&choice));
    }
    if (status == DF_OK)
        return DF_OK;
    /* The last one has failed. */
    for (size_t i = 0; i + 1 < done; i++)
        env->boards[i].plan->count -= !has_ended(&env->boards[i]);
    return status;
}

df_status df_env_step(df_env *env, const int64_t *actions)
{
    for (size_t i = 0; i < env->count; i++) {
        const env_board *own = &env->boards[i];
        if (has_ended(own) ? !env->options.autoreset : !is_legal(env, own, actions[i]))
            return DF_ERROR_ARGUMENT;
    }
    if (env->options.record) {
        const df_status status = record(env, actions);
        if (status != DF_OK)
            return status;
    }
    for (size_t i = 0; i < env->count; i++) {
        env_board *own = &env->boards[i];
        if (has_ended(own)) {
            begin(env, own, own->seed, own->number + env->count);
            continue;
        }
        const df_choice choice = env_choice(env, own, (size_t)actions[i]);
        own->reward = find_reward(env->options.reward, df_game_state_put(&own->state, &choice));
        look(env, own);
    }
    return DF_OK;
}

/* ---- telling ---- */

size_t df_env_actions(const df_env *env)
{
    return env->actions;
}

size_t df_env_features(const df_env *env)
{
    return env->values;
}

df_status df_env_get_choice(const df_env *env, size_t index, int64_t action, df_choice *choice)
{
    if (index >= env->count || !is_legal(env, &env->boards[index], action))
        return DF_ERROR_ARGUMENT;
    *choice = env_choice(env, &env->boards[index], (size_t)action);
    return DF_OK;
}

int64_t df_env_find_action(const df_env *env, const df_choice *choice)
{
    const df_place *place = &choice->place;
    if (place->orientation >= DF_ORIENTATIONS || place->x >= env->options.width ||
        place->y >= env->options.height || (choice->holds && !env->options.hold))
        return -1;
    return (int64_t)env_action(env, choice->holds, place);
}

const df_game_result *df_env_get_result(const df_env *env, size_t index)
{
    return index < env->count ? &env->boards[index].state.result : NULL;
}

const df_plan *df_env_get_plan(const df_env *env, size_t index)
{
    return index < env->count ? env->boards[index].plan : NULL;
}

#include "core/board/plan_deal.h"
#include "dropforge/bot.h"

#include <stdlib.h>
#include <string.h>

#include "bot/decide/bot.h"
#include "bot/score/evaluate.h"
#include "core/base/bits.h"
#include "core/base/error.h"
#include "env_keys.h"
#include "game_state.h"

/* The row of rest of an action that is not legal. */
#define ENV_ILLEGAL UINT16_MAX

typedef struct env_board {
    game_state state;
    uint64_t seed; /* of the game */
    uint64_t number;
    uint16_t *rest; /* for each action the row where the piece comes to rest, or ENV_ILLEGAL */
    df_plan *plan;  /* or NULL */
    env_faller faller; /* with keys */
    uint8_t *field;    /* as it is shown */
    df_random holes;   /* of garbage */
    bool is_buried;    /* garbage had no room */
    int32_t reward;
    bool terminated;
    bool truncated;
} env_board;

struct df_env {
    df_env_options options;
    size_t count; /* boards */
    size_t rows;  /* by which actions differ: 1 or the height */
    size_t actions;
    unsigned shown; /* the set of features in observations, */
    size_t values;  /* and their number */
    evaluator judge;
    env_keys *keys; /* or NULL; then */
    place_finder *finder;
    df_place *places; /* space for the places of one piece */
    env_board *boards;
    uint8_t eight[UINT8_MAX + 1][8]; /* the bits of a byte, the lowest first, as bytes */
};

static size_t env_action(const df_env *env, bool holds, const df_place *place)
{
    const size_t y = env->rows > 1 ? place->y : 0;
    return ((holds * (size_t)DF_ORIENTATIONS + place->orientation) * env->rows + y) *
               env->options.width +
           place->x;
}

/* Returns what a legal action does. */
static df_choice env_choice(const df_env *env, const env_board *self, size_t action)
{
    const size_t turned = action / env->options.width / env->rows;
    const bool holds = turned >= DF_ORIENTATIONS;
    const game_state *state = &self->state;
    uint16_t piece = state->pieces[0];
    if (holds)
        piece = state->held < 0 ? state->pieces[1] : (uint16_t)state->held;
    return (df_choice){.place = {.orientation = (uint8_t)(turned % DF_ORIENTATIONS),
                                 .x = (uint8_t)(action % env->options.width),
                                 .y = self->rest[action]},
                       .piece = piece,
                       .holds = holds};
}

/* ---- making ---- */

static df_status env_check(const df_env_options *options, df_error *error)
{
    const df_status status =
        df_bot_check(options->set, options->width, options->height, options->rules, error);
    if (status != DF_OK)
        return status;
    if (options->preview > DF_ENV_MAX_PREVIEW || (options->hold && options->preview == 0))
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "a preview of %u pieces is not possible; use at most %u, and one "
                            "at least with the hold",
                            options->preview, DF_ENV_MAX_PREVIEW);
    if (options->deal == DF_DEAL_GIVEN && options->given_count == 0)
        return df_error_set(error, DF_ERROR_ARGUMENT, "no pieces are given; give one at least");
    if (options->reward > DF_ENV_REWARD_PIECES || options->features >> DF_FEATURES != 0)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "there is no such reward or feature; use those of the library");
    if (options->garbage > 0 && options->record)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "no plan has garbage that rises; leave out the record");
    if (options->keys && !df_rules_moves(options->rules))
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "by the rules %s no key moves a piece on its way; use others, such "
                            "as %s",
                            df_rules_table[options->rules].name,
                            df_rules_table[DF_RULES_SRS].name);
    return DF_OK;
}

static df_status env_make_plan(env_board *self, const df_env_options *options)
{
    const df_status status =
        df_plan_create(&self->plan, options->width, options->height, options->set);
    if (status == DF_OK)
        self->plan->rules = options->rules;
    return status;
}

static df_status env_make_boards(df_env *env, df_error *error)
{
    const df_env_options *options = &env->options;
    const df_bot_game_options game = {
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
        env_board *self = &env->boards[i];
        status = df_game_state_make(&self->state, &game, 1 + (size_t)options->preview, error);
        self->rest = calloc(env->actions, sizeof self->rest[0]);
        self->field = calloc(options->width, options->height);
        if (options->keys)
            self->faller.rows = calloc(options->height, sizeof self->faller.rows[0]);
        if (status == DF_OK && (self->rest == NULL || self->field == NULL ||
                                (options->keys && self->faller.rows == NULL)))
            status = DF_ERROR_MEMORY;
        if (status == DF_OK && options->record)
            status = env_make_plan(self, options);
    }
    return status;
}

/* Checks that every piece has a place on the empty board. */
static df_status env_check_places(df_env *env, df_error *error)
{
    uint64_t words[BOARD_MAX_WORDS] = {0};
    const board empty = {.words = words};
    const df_env_options *options = &env->options;
    for (unsigned i = 0; i < options->set->count; i++) {
        if (df_places_find(env->finder, &empty, i, env->places) == 0)
            return df_error_set(error, DF_ERROR_ARGUMENT,
                                "the piece %s has no place on a board of %u by %u; make it "
                                "larger",
                                options->set->pieces[i].name, options->width, options->height);
    }
    return DF_OK;
}

static df_status env_fill(df_env *env, df_error *error)
{
    const df_env_options *options = &env->options;
    const df_weights none = {0};
    df_status status =
        df_evaluator_make(&env->judge, options->width, options->height, &none, 1);
    if (status != DF_OK)
        return status;
    const grid *g = &env->judge.layout;
    const size_t max = df_places_max(g, options->rules);
    env->rows = max / DF_ORIENTATIONS / g->width;
    env->actions = max * (options->hold ? 2 : 1);
    env->places = calloc(max, sizeof env->places[0]);
    if (env->places == NULL)
        return DF_ERROR_MEMORY;
    status = df_places_create(&env->finder, g, options->set, options->rules);
    if (status == DF_OK)
        status = env_check_places(env, error);
    if (status == DF_OK && options->keys) {
        env->actions = DF_ENV_KEYS;
        env->values = 0;
        status = df_env_keys_create(&env->keys, g, options->set, options->rules);
    }
    return status == DF_OK ? env_make_boards(env, error) : status;
}

df_status df_env_create(df_env **env, const df_env_options *options, df_error *error)
{
    df_status status = env_check(options, error);
    if (status != DF_OK)
        return status;
    df_env *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->options = *options;
    made->count = options->boards > 0 ? options->boards : 1;
    made->shown = options->features != 0 ? options->features : (1u << DF_FEATURES) - 1;
    made->values = bits_count(made->shown);
    for (unsigned i = 0; i < 8 * (UINT8_MAX + 1); i++)
        made->eight[i / 8][i % 8] = i / 8 >> i % 8 & 1;
    status = env_fill(made, error);
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
        free(env->boards[i].field);
        free(env->boards[i].faller.rows);
        df_plan_free(env->boards[i].plan);
    }
    df_places_free(env->finder);
    df_env_keys_free(env->keys);
    free(env->places);
    free(env->boards);
    free(env);
}

/* ---- playing ---- */

/* Adds the places of a piece to the legal actions; returns their number. */
static size_t env_allow(df_env *env, env_board *self, unsigned piece, bool holds)
{
    const size_t count = df_places_find(env->finder, self->state.now, piece, env->places);
    for (size_t i = 0; i < count; i++)
        self->rest[env_action(env, holds, &env->places[i])] = env->places[i].y;
    return count;
}

static bool env_can_hold(const df_env *env, const env_board *self)
{
    const game_state *state = &self->state;
    return env->options.hold && !self->faller.holds && (state->held >= 0 || state->count > 1);
}

/* Allows keys; returns their number, 0 after the game is lost. */
static size_t env_allow_keys(df_env *env, env_board *self)
{
    if (self->faller.is_lost)
        return 0;
    for (size_t key = 0; key < DF_ENV_KEYS; key++) {
        if ((key != DF_ENV_KEY_HALF_TURN || df_env_keys_turn_half(env->keys)) &&
            (key != DF_ENV_KEY_HOLD || env_can_hold(env, self)))
            self->rest[key] = 0;
    }
    return DF_ENV_KEYS;
}

/* Finds the legal actions, and the end of the game if there are none. */
static void env_find_legal(df_env *env, env_board *self)
{
    const game_state *state = &self->state;
    size_t legal = 0;
    /* All bits of ENV_ILLEGAL are ones. */
    memset(self->rest, 0xff, env->actions * sizeof self->rest[0]);
    if (self->is_buried) {
        legal = 0;
    } else if (state->count > 0 && env->keys != NULL) {
        legal = env_allow_keys(env, self);
    } else if (state->count > 0) {
        legal = env_allow(env, self, state->pieces[0], false);
        if (env->options.hold && state->held >= 0)
            legal += env_allow(env, self, (unsigned)state->held, true);
        else if (env->options.hold && state->count > 1)
            legal += env_allow(env, self, state->pieces[1], true);
    }
    self->truncated = state->result.end != DF_BOT_GAME_UNPLAYED;
    self->terminated = state->count > 0 && legal == 0;
    if (self->terminated && !self->truncated)
        self->state.result.end = DF_BOT_GAME_OVER;
}

/* Writes the rows of a board, eight squares at a time: the last of them may reach into the next
 * row, which is written after this one. */
static void env_draw_field(const df_env *env, env_board *self)
{
    const grid g = env->judge.layout; /* a copy, which no byte that is written can change */
    const uint64_t *words = self->state.now->words;
    const unsigned rows = self->state.now->rows, width = g.width, all = (width + 7) / 8 * 8;
    uint8_t *field = self->field;
    uint8_t *end = field + (size_t)width * g.height;
    for (unsigned y = 0; y < rows; y++, field += width) {
        uint64_t row = grid_row(&g, words, y);
        const bool is_last = (size_t)(end - field) < all;
        for (unsigned x = 0; x < width && !is_last; x += 8, row >>= 8)
            memcpy(field + x, env->eight[row & 0xff], 8);
        for (unsigned x = 0; x < width && is_last; x++, row >>= 1)
            field[x] = row & 1;
    }
    memset(field, 0, (size_t)(end - field));
}

/* Lets the next piece come. */
static void env_spawn(df_env *env, env_board *self)
{
    env_draw_field(env, self);
    self->faller.holds = false;
    self->faller.is_lost = false;
    if (env->keys != NULL && self->state.count > 0)
        df_env_keys_spawn(env->keys, &self->faller, self->state.now, self->state.pieces[0]);
}

/* Lets a row of garbage rise. */
static void env_rise(const df_env *env, env_board *self)
{
    const grid *g = &env->judge.layout;
    uint64_t rows[DF_FIELD_MAX_HEIGHT];
    self->is_buried = self->state.now->rows == g->height;
    if (self->is_buried)
        return;
    rows[0] = g->row & ~(UINT64_C(1) << df_random_below(&self->holes, g->width));
    for (unsigned y = 1; y < g->height; y++)
        rows[y] = grid_row(g, self->state.now->words, y - 1);
    df_board_load(g, self->state.now, rows);
}

static void env_begin(df_env *env, env_board *self, uint64_t seed, uint64_t number)
{
    self->seed = seed;
    self->number = number;
    self->reward = 0;
    self->is_buried = false;
    df_random_seed(&self->holes, seed, ~number);
    if (self->plan != NULL)
        self->plan->count = 0;
    df_game_state_begin(&self->state, seed, number);
    env_spawn(env, self);
    env_find_legal(env, self);
}

df_status df_env_begin(df_env *env, size_t index, uint64_t seed, uint64_t number)
{
    if (index >= env->count)
        return DF_ERROR_ARGUMENT;
    env_begin(env, &env->boards[index], seed, number);
    return DF_OK;
}

void df_env_reset(df_env *env, uint64_t seed)
{
    for (size_t i = 0; i < env->count; i++)
        env_begin(env, &env->boards[i], seed, i);
}

static bool env_has_ended(const env_board *self)
{
    return self->terminated || self->truncated;
}

static bool env_is_legal(const df_env *env, const env_board *self, int64_t action)
{
    return action >= 0 && (uint64_t)action < env->actions && self->rest[action] != ENV_ILLEGAL;
}

static int32_t env_reward(df_env_reward reward, unsigned lines)
{
    if (reward == DF_ENV_REWARD_PIECES)
        return 1;
    return (int32_t)(reward == DF_ENV_REWARD_LINES ? lines : lines * lines);
}

/* Makes room for a drop in each plan. */
static df_status env_reserve(df_env *env)
{
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < env->count; i++)
        status = df_plan_reserve(env->boards[i].plan, 1);
    return status;
}

static void env_put(df_env *env, env_board *self, const df_choice *choice)
{
    if (self->plan != NULL)
        (void)df_plan_add(self->plan, choice_drop(choice)); /* there is room */
    self->reward = env_reward(env->options.reward, df_game_state_put(&self->state, choice));
    if (env->options.garbage > 0 && self->state.result.pieces % env->options.garbage == 0)
        env_rise(env, self);
    env_spawn(env, self);
}

/* Presses a key; the piece may lock. True if other keys may be legal then. */
static bool env_press(df_env *env, env_board *self, df_env_key key)
{
    env_faller *faller = &self->faller;
    game_state *state = &self->state;
    df_choice choice = {.piece = faller->piece, .holds = faller->holds};
    self->reward = 0;
    if (key == DF_ENV_KEY_HOLD) {
        df_env_keys_spawn(env->keys, faller, state->now,
                          state->held < 0 ? state->pieces[1] : (uint16_t)state->held);
        faller->holds = true;
        return true;
    }
    const bool rests = df_env_keys_press(env->keys, faller, key, &choice.place);
    if (rests && !faller->is_lost)
        env_put(env, self, &choice);
    return rests;
}

df_status df_env_step(df_env *env, const int64_t *actions)
{
    for (size_t i = 0; i < env->count; i++) {
        const env_board *self = &env->boards[i];
        if (env_has_ended(self)
                ? !env->options.autoreset
                : !env->options.skips_illegal && !env_is_legal(env, self, actions[i]))
            return DF_ERROR_ARGUMENT;
    }
    if (env->options.record) {
        const df_status status = env_reserve(env);
        if (status != DF_OK)
            return status;
    }
    for (size_t i = 0; i < env->count; i++) {
        env_board *self = &env->boards[i];
        if (env_has_ended(self)) {
            env_begin(env, self, self->seed, self->number + env->count);
            continue;
        }
        if (!env_is_legal(env, self, actions[i])) {
            self->reward = env->options.illegal_reward;
            continue;
        }
        bool changes = true;
        if (env->keys != NULL) {
            changes = env_press(env, self, (df_env_key)actions[i]);
        } else {
            const df_choice choice = env_choice(env, self, (size_t)actions[i]);
            env_put(env, self, &choice);
        }
        if (changes)
            env_find_legal(env, self);
    }
    return DF_OK;
}

/* ---- results ---- */

size_t df_env_actions(const df_env *env, size_t *features)
{
    if (features != NULL)
        *features = env->values;
    return env->actions;
}

df_status df_env_get_choice(const df_env *env, size_t index, int64_t action, df_choice *choice)
{
    if (index >= env->count || env->keys != NULL ||
        !env_is_legal(env, &env->boards[index], action))
        return DF_ERROR_ARGUMENT;
    *choice = env_choice(env, &env->boards[index], (size_t)action);
    return DF_OK;
}

int64_t df_env_find_action(const df_env *env, const df_choice *choice)
{
    const df_place *place = &choice->place;
    if (place->orientation >= DF_ORIENTATIONS || place->x >= env->options.width ||
        place->y >= env->options.height || (choice->holds && !env->options.hold) ||
        env->keys != NULL)
        return -1;
    return (int64_t)env_action(env, choice->holds, place);
}

const df_bot_game_result *df_env_get_result(const df_env *env, size_t index,
                                            const df_plan **plan)
{
    if (index < env->count && plan != NULL)
        *plan = env->boards[index].plan;
    return index < env->count ? &env->boards[index].state.result : NULL;
}

/* ---- observations ---- */

static void env_show_mask(const uint16_t *rest, size_t actions, uint8_t *restrict mask)
{
    for (size_t a = 0; a < actions; a++)
        mask[a] = rest[a] != ENV_ILLEGAL;
}

/* Writes the known pieces. After the hold key they are those behind the falling one. */
static void env_show_pieces(const env_board *self, int32_t *pieces)
{
    const game_state *state = &self->state;
    const size_t taken = self->faller.holds && state->held < 0 ? 1 : 0;
    for (size_t i = 0; i < state->known; i++)
        pieces[i] = i + taken < state->count ? state->pieces[i + taken] : -1;
    if (self->faller.holds)
        pieces[0] = self->faller.piece;
}

static void env_show_values(const df_env *env, const env_board *self, size_t action,
                            int32_t *shown)
{
    const df_choice choice = env_choice(env, self, action);
    const df_place *place = &choice.place;
    const df_shape *shape = &env->options.set->pieces[choice.piece].shape[place->orientation];
    int32_t values[DF_FEATURES];
    df_evaluate_features(values, &env->judge, self->state.now, shape, place->x, place->y,
                         env->shown);
    for (unsigned left = env->shown; left != 0; left &= left - 1)
        *shown++ = values[bits_lowest(left)];
}

static void env_show_features(const df_env *env, const env_board *self, int32_t *features)
{
    memset(features, 0, env->actions * env->values * sizeof features[0]);
    for (size_t i = 0; i < env->actions; i++) {
        if (self->rest[i] != ENV_ILLEGAL)
            env_show_values(env, self, i, features + i * env->values);
    }
}

static void env_show_board(const df_env *env, size_t i, const df_env_arrays *arrays)
{
    const env_board *self = &env->boards[i];
    const grid *g = &env->judge.layout;
    if (arrays->field != NULL)
        memcpy(arrays->field + i * g->width * g->height, self->field,
               (size_t)g->width * g->height);
    if (arrays->pieces != NULL)
        env_show_pieces(self, arrays->pieces + i * self->state.known);
    if (arrays->held != NULL)
        arrays->held[i] = self->faller.holds ? self->state.pieces[0] : self->state.held;
    if (arrays->mask != NULL)
        env_show_mask(self->rest, env->actions, arrays->mask + i * env->actions);
    if (arrays->features != NULL && env->values > 0)
        env_show_features(env, self, arrays->features + i * env->actions * env->values);
    if (arrays->rewards != NULL)
        arrays->rewards[i] = self->reward;
    if (arrays->terminated != NULL)
        arrays->terminated[i] = self->terminated;
    if (arrays->truncated != NULL)
        arrays->truncated[i] = self->truncated;
    const bool falls = env->keys != NULL && self->state.count > 0;
    df_env_keys_show(env->keys, falls ? &self->faller : NULL,
                     arrays->active != NULL ? arrays->active + i * g->width * g->height : NULL,
                     arrays->position != NULL ? arrays->position + 3 * i : NULL, g);
}

void df_env_observe(const df_env *env, const df_env_arrays *arrays)
{
    for (size_t i = 0; i < env->count; i++)
        env_show_board(env, i, arrays);
}

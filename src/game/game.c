#include "dropforge/game.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "game.h"

enum { GARBAGE_STREAM = 40 }; /* of random numbers, beside those of the pieces */

/* Returns the rows in which squares can lie. */
static unsigned game_rows(const df_game *game)
{
    const df_game_options *options = &game->options;
    /* By the rules of the console, squares above the rows that are seen are lost. */
    return options->height +
           (df_rules_have(options->rules, DF_TRAIT_LOSSY) ? 0 : options->hidden);
}

/* Makes a playfield with memory for all rows, which may be drawn. */
static df_status game_make_rows(const df_game *game, df_field **field)
{
    const df_game_options *options = &game->options;
    const unsigned height = options->height + options->hidden;
    const df_status status = game->plan != NULL
                                 ? df_plan_make_field(game->plan, height, field)
                                 : df_field_create(field, options->width, height);
    if (status == DF_OK)
        (*field)->height = (uint16_t)game_rows(game);
    return status;
}

static df_status game_make_plan(df_game *game)
{
    const df_game_options *options = &game->options;
    const df_status status =
        df_plan_create(&game->plan, options->width, game_rows(game), game->state.set);
    if (status != DF_OK)
        return status;
    game->plan->rules = options->rules;
    return ARRAY_RESERVE(game->scores, game->score_capacity, 0, 1);
}

/* Makes the tables that have a place for each piece. Where pieces are supplied, they grow. */
static df_status make_tables(df_game *game)
{
    const bool supplied = game->options.deal == DF_GAME_DEAL_SUPPLY;
    if (!supplied) {
        game->state.set = game->options.set;
        game->spawned = calloc(game->state.set->count, sizeof game->spawned[0]);
        if (game->spawned == NULL)
            return DF_ERROR_MEMORY;
    }
    df_status status = df_game_deal_begin(game);
    if (status == DF_OK)
        status = df_game_deal_prepare(game);
    if (status != DF_OK)
        return status;
    if (game->state.set == NULL || (!supplied && game->state.set->count == 0))
        return DF_ERROR_ARGUMENT;
    status = game_make_plan(game);
    if (status != DF_OK || !supplied)
        return status;
    df_plan_color *colors = calloc(game->spawned_capacity, sizeof colors[0]);
    if (colors == NULL)
        return DF_ERROR_MEMORY;
    free(game->plan->colors);
    game->plan->colors = colors;
    return DF_OK;
}

/* Makes the rows of garbage, each with its hole in another column than the one below. */
static df_status game_make_garbage(const df_game *game, df_field **garbage)
{
    const df_game_options *options = &game->options;
    df_random random;
    unsigned hole = 0;
    const df_status status = df_field_create(garbage, options->width, options->garbage);
    if (status != DF_OK)
        return status;
    df_random_seed(&random, options->seed, GARBAGE_STREAM);
    for (unsigned y = 0; y < options->garbage; y++) {
        const unsigned next = df_random_below(&random, options->width - (y > 0));
        hole = next + (y > 0 && next >= hole);
        for (unsigned x = 0; x < options->width; x++)
            (void)df_field_set(*garbage, x, y,
                               x == hole ? 0 : 1 + (unsigned)game->state.set->count);
    }
    return DF_OK;
}

/* Puts the starting field into plan and playfield. */
static df_status game_put_begin(df_game *game, const df_field *begin)
{
    df_field *field = NULL;
    if (begin == NULL)
        return DF_OK;
    df_status status = df_field_top(begin) <= game->options.height
                           ? df_plan_set_begin(game->plan, begin)
                           : DF_ERROR_ARGUMENT;
    if (status == DF_OK)
        status = game_make_rows(game, &field);
    if (status != DF_OK)
        return status;
    df_field_free(game->field);
    game->field = field;
    game->options.begin = game->plan->begin;
    game->state.garbage = df_field_top(game->field);
    return DF_OK;
}

static df_status game_fill(df_game *game)
{
    df_field *garbage = NULL;
    if (game->options.garbage == 0)
        return game_put_begin(game, game->options.begin);
    df_status status = game_make_garbage(game, &garbage);
    if (status == DF_OK)
        status = game_put_begin(game, garbage);
    df_field_free(garbage);
    return status;
}

static void game_begin(df_game *game)
{
    df_game_state *state = &game->state;
    df_game_event nothing = {0};
    state->options = &game->options;
    state->field = game->field;
    state->before = game->before;
    state->spawned = game->spawned;
    state->plan = game->plan;
    state->scores = game->scores;
    game->scores[0] = 0;
    state->piece = -1;
    state->held = -1;
    state->can_hold = game->options.hold;
    state->level = game->options.level;
    game->motion.shift_button = -1;
    /* Fills in when the level ends, too. */
    game->rules->score(game, &nothing);
    df_game_spawn_next(game);
}

df_status df_game_create(df_game **game, const df_game_options *options, df_error *error)
{
    df_status status = df_game_check(options, error);
    if (status != DF_OK)
        return status;
    df_game *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->options = *options;
    made->rules = df_game_find_rules(options->kind);
    status = game_make_rows(made, &made->field);
    if (status == DF_OK)
        status = game_make_rows(made, &made->before);
    if (status == DF_OK)
        status = make_tables(made);
    if (status == DF_ERROR_ARGUMENT)
        (void)df_error_set(error, status, "these pieces cannot be dealt so; use another deal");
    if (status == DF_OK) {
        status = game_fill(made);
        if (status == DF_ERROR_ARGUMENT)
            (void)df_error_set(error, status,
                               "the field at first needs the width of the playfield, no full "
                               "row, nothing above the rows that are seen, and tetrominoes; "
                               "change it");
    }
    if (status != DF_OK) {
        df_game_free(made);
        return status;
    }
    game_begin(made);
    *game = made;
    return DF_OK;
}

void df_game_free(df_game *game)
{
    if (game == NULL)
        return;
    df_field_free(game->field);
    df_field_free(game->before);
    df_plan_free(game->plan);
    df_game_deal_free(&game->deal);
    free(game->spawned);
    free(game->scores);
    free(game->strokes);
    free(game);
}

df_status df_game_press(df_game *game, df_game_button button, bool pressed)
{
    if (button == DF_GAME_BUTTONS && !pressed)
        return df_game_release(game);
    if ((unsigned)button >= DF_GAME_BUTTONS)
        return DF_ERROR_ARGUMENT;
    if (game->state.phase == DF_GAME_OVER || df_game_is_held(game, button) == pressed)
        return DF_OK;
    df_status status =
        ARRAY_RESERVE(game->strokes, game->stroke_capacity, game->state.strokes, 1);
    if (status == DF_OK)
        status = df_game_prepare(game);
    if (status != DF_OK)
        return status;
    game->strokes[game->state.strokes++] =
        (df_game_stroke){game->state.tick, (uint8_t)button, pressed};
    game->held ^= 1U << button;
    game->rules->press(game, button, pressed);
    return game->defect ? DF_ERROR_DEFECT : DF_OK;
}

df_status df_game_tap(df_game *game, df_game_button button)
{
    const df_status status = df_game_press(game, button, true);
    return status == DF_OK ? df_game_press(game, button, false) : status;
}

df_status df_game_release(df_game *game)
{
    df_status status = DF_OK;
    for (unsigned button = 0; status == DF_OK && button < DF_GAME_BUTTONS; button++)
        status = df_game_press(game, button, false);
    return status;
}

df_status df_game_find_path(const df_game *game, const df_place *place, df_input_path **path,
                            df_outcome *outcome)
{
    const df_game_state *state = &game->state;
    if (!game->rules->traits.at_once || state->phase != DF_GAME_FALLING ||
        df_game_is_turned(game))
        return DF_ERROR_ARGUMENT;
    return df_input_path_find(path, outcome, &game->mover, game->field->row,
                              game->field->height, state->x, state->y, place, DF_SPINS);
}

df_status df_game_tap_path(df_game *game, const df_input_path *path)
{
    static const df_game_button buttons[DF_INPUTS] = {
        [DF_INPUT_LEFT] = DF_GAME_LEFT,
        [DF_INPUT_RIGHT] = DF_GAME_RIGHT,
        [DF_INPUT_CLOCKWISE] = DF_GAME_CLOCKWISE,
        [DF_INPUT_ANTICLOCKWISE] = DF_GAME_ANTICLOCKWISE,
        [DF_INPUT_HALF_TURN] = DF_GAME_HALF_TURN,
        [DF_INPUT_SOFT_DROP] = DF_GAME_SOFT,
        [DF_INPUT_HARD_DROP] = DF_GAME_HARD,
    };
    df_status status = game->rules->traits.at_once ? DF_OK : DF_ERROR_ARGUMENT;
    for (size_t i = 0; status == DF_OK && i < path->count; i++)
        status = df_game_tap(game, buttons[path->input[i]]);
    return status;
}

df_status df_game_tick(df_game *game)
{
    if (game->state.phase == DF_GAME_OVER)
        return DF_OK;
    const df_status status = df_game_prepare(game);
    if (status != DF_OK)
        return status;
    game->state.tick++;
    df_game_deal_tick(game);
    game->rules->tick(game);
    if (game->options.goal_ticks > 0 && game->state.tick >= game->options.goal_ticks &&
        game->state.phase != DF_GAME_OVER)
        df_game_finish(game, DF_GAME_GOAL);
    return game->defect ? DF_ERROR_DEFECT : DF_OK;
}

const df_game_state *df_game_get_state(const df_game *game)
{
    return &game->state;
}

bool df_game_is_held(const df_game *game, df_game_button button)
{
    return button < DF_GAME_BUTTONS && (game->held >> button & 1) != 0;
}

bool df_game_poll(df_game *game, df_game_event *event)
{
    if (game->events_taken == game->events_put)
        return false;
    *event = game->events[game->events_taken++ % DF_GAME_MAX_EVENTS];
    return true;
}

const uint16_t *df_game_get_dealt(const df_game *game, size_t *count)
{
    *count = game->deal.dealt_count;
    return game->deal.dealt;
}

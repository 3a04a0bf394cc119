#include "dropforge/game.h"

#include <stdlib.h>

#include "game.h"

enum {
    SEEN = 2,         /* pieces that it looks at: the one in play, and the next one */
    MAX_TRIED = 16,   /* placements to which it looks for a path */
    STEP_TICKS = 2,   /* between two buttons */
    HASTY_LEVEL = 12, /* from here on it presses all buttons in one tick */
    MAX_TURNS = 8,
    MAX_SMALL = 8 /* squares */
};

struct df_match_bot {
    df_weights weights;
    unsigned thinking; /* ticks before it begins with a piece */
    bool has_begun;
    bool has_plan;       /* for the piece in play */
    uint64_t pieces;     /* locked when it began with this piece */
    uint64_t tick;       /* in which it acts next, unless somebody else plays */
    df_place place;      /* where the plan puts it */
    df_input_path *path; /* to the place; NULL: it is steered there */
    size_t at;           /* the next input of the path */
    unsigned wait;       /* ticks until it presses a button again */
    unsigned turns;      /* made to begin with a piece that somebody else has turned */
};

df_status df_match_bot_create(df_match_bot **bot, const df_weights *weights, unsigned thinking)
{
    df_match_bot *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->weights = *weights;
    made->thinking = thinking;
    *bot = made;
    return DF_OK;
}

void df_match_bot_free(df_match_bot *bot)
{
    if (bot != NULL)
        df_input_path_free(bot->path);
    free(bot);
}

/* Drops the plan for the piece in play. */
static void match_forget(df_match_bot *bot)
{
    df_input_path_free(bot->path);
    *bot = (df_match_bot){.weights = bot->weights, .thinking = bot->thinking};
}

/* Returns the piece in play and the next one as a set of their own; NULL: out of memory. */
static df_piece_set *match_view_pieces(const df_game *game)
{
    const df_game_state *state = df_game_get_state(game);
    const df_piece_set *all = df_game_get_state(game)->set;
    df_piece_set *set = malloc(sizeof *set + SEEN * sizeof set->pieces[0]);
    if (set == NULL)
        return NULL;
    set->pieces[0] = all->pieces[state->piece];
    /* Large pieces have too many places to look at two of them within a tick. */
    const bool is_small = set->pieces[0].size <= MAX_SMALL;
    set->count = state->next_count > 0 && is_small ? SEEN : 1;
    if (set->count > 1)
        set->pieces[1] = all->pieces[state->next[0]];
    return set;
}

static const df_game_traits *match_traits(const df_game *game)
{
    return df_games[df_game_get_state(game)->options->kind];
}

/* Returns how pieces get to their places. Where buttons take time, a piece is turned and
 * shifted above the stack, and falls from there. Bots do not know all rules of games: a place
 * that cannot be reached is passed over when its path is looked for. */
static df_rules match_rules(const df_game *game)
{
    const df_rules rules = df_game_get_state(game)->options->rules;
    if (!match_traits(game)->at_once)
        return DF_RULES_HARDDROP;
    return df_rules_have(rules, DF_TRAIT_BOTS) ? rules : DF_RULES_SRS;
}

/* Ranks the placements of the piece in play, best first. */
static df_status match_rank(const df_match_bot *self, const df_game *game, df_choice *choices,
                            size_t *count)
{
    const df_game_options *options = df_game_get_state(game)->options;
    df_piece_set *set = match_view_pieces(game);
    if (set == NULL)
        return DF_ERROR_MEMORY;
    const df_bot_options bot_options = {.set = set,
                                        .width = options->width,
                                        .height = options->height,
                                        .rules = match_rules(game),
                                        .weights = self->weights,
                                        .lookahead = (unsigned)set->count};
    static const uint16_t pieces[SEEN] = {0, 1};
    const df_position position = {.rows = df_game_get_state(game)->field->row,
                                  .pieces = pieces,
                                  .count = set->count,
                                  .held = -1};
    df_bot *bot = NULL;
    df_status status = df_bot_create(&bot, &bot_options, NULL);
    if (status == DF_OK)
        status = df_bot_rank(bot, &position, choices, MAX_TRIED, count);
    df_bot_free(bot);
    free(set);
    return status;
}

/* Plans the best placement that has a path; without one there is no plan. */
static df_status match_plan(df_match_bot *self, const df_game *game)
{
    df_choice choices[MAX_TRIED];
    size_t count = 0;
    df_outcome outcome = DF_NONE;
    df_status status = match_rank(self, game, choices, &count);
    if (status != DF_OK || count == 0)
        return status;
    if (!match_traits(game)->at_once) {
        self->place = choices[0].place;
        self->has_plan = true;
        return DF_OK;
    }
    for (size_t i = 0; status == DF_OK && outcome != DF_FOUND && i < count; i++) {
        self->place = choices[i].place;
        status = df_game_find_path(game, &self->place, &self->path, &outcome);
    }
    self->has_plan = outcome == DF_FOUND;
    self->at = 0;
    return status;
}

df_status df_match_bot_aim(df_match_bot *bot, const df_game *game, const df_place *place)
{
    df_input_path *path = NULL;
    df_outcome outcome = DF_NONE;
    const df_status status = df_game_find_path(game, place, &path, &outcome);
    if (status != DF_OK || outcome != DF_FOUND)
        return status;
    match_forget(bot);
    bot->has_begun = bot->has_plan = true;
    bot->pieces = df_game_get_state(game)->pieces;
    bot->tick = df_game_get_state(game)->tick;
    bot->place = *place;
    bot->path = path;
    bot->wait = bot->thinking;
    return DF_OK;
}

/* True if the whole path must be pressed in one tick. A path with soft drops leads elsewhere
 * when the piece falls meanwhile. */
static bool match_is_hasty(const df_match_bot *self, const df_game *game)
{
    if (df_game_get_state(game)->level >= HASTY_LEVEL)
        return true;
    for (size_t i = 0; i < self->path->count; i++) {
        if (self->path->input[i] == DF_INPUT_SOFT_DROP)
            return true;
    }
    return false;
}

/* Taps the next button of the path, or all in one tick. */
static df_status match_follow_path(df_match_bot *self, df_game *game)
{
    if (self->at == 0 && match_is_hasty(self, game)) {
        const df_status status = df_game_tap_path(game, self->path);
        match_forget(self);
        return status;
    }
    df_input_path *step = malloc(sizeof *step + 1);
    if (step == NULL)
        return DF_ERROR_MEMORY;
    step->count = 1;
    step->input[0] = self->path->input[self->at++];
    const df_status status = df_game_tap_path(game, step);
    free(step);
    if (self->at >= self->path->count)
        match_forget(self);
    self->wait = STEP_TICKS;
    return status;
}

static df_status match_act_at_once(df_match_bot *self, df_game *game)
{
    if (self->has_plan)
        return match_follow_path(self, game);
    if (df_game_is_turned(game) && self->turns++ < MAX_TURNS) {
        self->wait = STEP_TICKS;
        return df_game_tap(game, DF_GAME_ANTICLOCKWISE);
    }
    df_status status = DF_OK;
    if (!df_game_is_turned(game))
        status = match_plan(self, game);
    if (status != DF_OK || self->has_plan)
        return status;
    return df_game_tap(game, DF_GAME_HARD);
}

/* Returns the button that brings the piece nearer to its place. */
static df_game_button match_steer(const df_match_bot *self, const df_game *game)
{
    const df_game_state *state = df_game_get_state(game);
    const df_piece *piece = &df_game_get_state(game)->set->pieces[state->piece];
    const unsigned wanted = piece->same_as[self->place.orientation];
    const unsigned turned = piece->same_as[state->orientation];
    if (turned != wanted)
        return (wanted + 4 - turned) % 4 == 3 ? DF_GAME_ANTICLOCKWISE : DF_GAME_CLOCKWISE;
    if (state->x != self->place.x)
        return state->x > self->place.x ? DF_GAME_LEFT : DF_GAME_RIGHT;
    return DF_GAME_SOFT;
}

/* Holds a button for the next tick, in which it acts; the one for down stays held. */
static df_status match_act_by_ticks(df_match_bot *self, df_game *game)
{
    df_status status = DF_OK;
    if (!self->has_plan)
        status = match_plan(self, game);
    if (status != DF_OK)
        return status;
    const df_game_button button = self->has_plan ? match_steer(self, game) : DF_GAME_SOFT;
    if (df_game_is_held(game, DF_GAME_SOFT) && button == DF_GAME_SOFT)
        return DF_OK;
    const bool is_free = !df_game_is_held(game, button);
    status = df_game_release(game);
    return status == DF_OK && is_free ? df_game_press(game, button, true) : status;
}

df_status df_match_bot_act(df_match_bot *bot, df_game *game)
{
    const df_game_state *state = df_game_get_state(game);
    const bool at_once = match_traits(game)->at_once;
    if (state->phase != DF_GAME_FALLING)
        return at_once ? DF_OK : df_game_release(game);
    if (!bot->has_begun || bot->pieces != state->pieces || bot->tick != state->tick) {
        match_forget(bot);
        bot->has_begun = true;
        bot->pieces = state->pieces;
        bot->wait = at_once ? bot->thinking : 0;
    }
    bot->tick = state->tick + 1;
    if (bot->wait > 0) {
        bot->wait--;
        return DF_OK;
    }
    return at_once ? match_act_at_once(bot, game) : match_act_by_ticks(bot, game);
}

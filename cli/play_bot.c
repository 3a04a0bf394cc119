#include "play_bot.h"

#include <stdlib.h>

enum {
    SEEN = 2,        /* pieces that it looks at */
    MOST_TRIED = 16, /* placements, until there is a way to one */
    STEP_TICKS = 2,
    HASTY_LEVEL = 12, /* from here on there is no time for step after step */
    MOST_TURNS = 8,
    MOST_SMALL = 8 /* squares */
};

void play_bot_forget(play_bot *bot)
{
    df_way_free(bot->way);
    *bot = (play_bot){.weights = bot->weights, .thinking = bot->thinking};
}

/* The piece in play and the one after it, as a set of their own. */
static df_piece_set *sight(const df_play *play)
{
    const df_play_state *state = df_play_get_state(play);
    const df_piece_set *all = df_play_get_set(play);
    df_piece_set *set = malloc(sizeof *set + SEEN * sizeof set->pieces[0]);
    if (set == NULL)
        return NULL;
    set->pieces[0] = all->pieces[state->piece];
    /* Large pieces have so many places that a look at two of them would be felt. */
    const bool is_small = set->pieces[0].size <= MOST_SMALL;
    set->count = state->next_count > 0 && is_small ? SEEN : 1;
    if (set->count > 1)
        set->pieces[1] = all->pieces[state->next[0]];
    return set;
}

static const df_play_traits *traits_of(const df_play *play)
{
    return df_play_get_traits(df_play_get_options(play)->rules);
}

/* What buttons take a while for is turned and shifted high up, and falls from there. */
static df_reach reach_of(const df_play *play)
{
    if (!traits_of(play)->at_once)
        return DF_REACH_SPAWN;
    return df_play_get_options(play)->half_turns ? DF_REACH_SRS_180 : traits_of(play)->reach;
}

/* Ranks the placements of the piece in play, best first. */
static df_status rank(const play_bot *own, const df_play *play, df_choice *choices,
                      size_t *count)
{
    const df_play_options *options = df_play_get_options(play);
    df_piece_set *set = sight(play);
    if (set == NULL)
        return DF_ERROR_MEMORY;
    const df_bot_options bot_options = {.set = set,
                                        .width = options->width,
                                        .height = options->height,
                                        .reach = reach_of(play),
                                        .weights = *own->weights,
                                        .lookahead = (unsigned)set->count};
    static const uint16_t pieces[SEEN] = {0, 1};
    const df_position position = {.rows = df_play_get_field(play)->row,
                                  .pieces = pieces,
                                  .count = set->count,
                                  .held = -1};
    df_bot *bot = NULL;
    df_status status = df_bot_create(&bot, &bot_options);
    if (status == DF_OK)
        status = df_bot_rank(bot, &position, choices, MOST_TRIED, count);
    df_bot_free(bot);
    free(set);
    return status;
}

/* Takes the best placement that there is a way to; without one there is no plan. */
static df_status plan(play_bot *own, const df_play *play)
{
    df_choice choices[MOST_TRIED];
    size_t count = 0;
    df_outcome outcome = DF_NONE;
    df_status status = rank(own, play, choices, &count);
    if (status != DF_OK || count == 0)
        return status;
    if (!traits_of(play)->at_once) {
        own->place = choices[0].place;
        own->has_plan = true;
        return DF_OK;
    }
    for (size_t i = 0; status == DF_OK && outcome != DF_FOUND && i < count; i++) {
        own->place = choices[i].place;
        status = df_play_find_way(&own->way, &outcome, play, &own->place);
    }
    own->has_plan = outcome == DF_FOUND;
    own->at = 0;
    return status;
}

/* A way with soft drops leads elsewhere when the piece falls meanwhile. */
static bool is_hasty(const play_bot *own, const df_play *play)
{
    if (df_play_get_state(play)->level >= HASTY_LEVEL)
        return true;
    for (size_t i = 0; i < own->way->count; i++) {
        if (own->way->input[i] == DF_INPUT_SOFT_DROP)
            return true;
    }
    return false;
}

/* Taps the next button of the way, or all at once. */
static df_status go(play_bot *own, df_play *play)
{
    if (own->at == 0 && is_hasty(own, play)) {
        const df_status status = df_play_tap_way(play, own->way);
        play_bot_forget(own);
        return status;
    }
    df_way *step = malloc(sizeof *step + 1);
    if (step == NULL)
        return DF_ERROR_MEMORY;
    step->count = 1;
    step->input[0] = own->way->input[own->at++];
    const df_status status = df_play_tap_way(play, step);
    free(step);
    if (own->at >= own->way->count)
        play_bot_forget(own);
    own->wait = STEP_TICKS;
    return status;
}

static df_status act_at_once(play_bot *own, df_play *play)
{
    const df_play_state *state = df_play_get_state(play);
    if (own->has_plan)
        return go(own, play);
    if (state->orientation != DF_NORTH && own->turns++ < MOST_TURNS) {
        own->wait = STEP_TICKS;
        return df_play_tap(play, DF_PLAY_ANTICLOCKWISE);
    }
    df_status status = DF_OK;
    if (state->orientation == DF_NORTH)
        status = plan(own, play);
    if (status != DF_OK || own->has_plan)
        return status;
    return df_play_tap(play, DF_PLAY_HARD);
}

/* The button that brings the piece nearer to its place. */
static df_play_button steer(const play_bot *own, const df_play *play)
{
    const df_play_state *state = df_play_get_state(play);
    const df_piece *piece = &df_play_get_set(play)->pieces[state->piece];
    const unsigned wanted = piece->same_as[own->place.orientation];
    const unsigned turned = piece->same_as[state->orientation];
    if (turned != wanted)
        return (wanted + 4 - turned) % 4 == 3 ? DF_PLAY_ANTICLOCKWISE : DF_PLAY_CLOCKWISE;
    if (state->x != own->place.x)
        return state->x > own->place.x ? DF_PLAY_LEFT : DF_PLAY_RIGHT;
    return DF_PLAY_SOFT;
}

/* Holds a button for the next tick, in which it acts; the one for down is kept. */
static df_status act_by_ticks(play_bot *own, df_play *play)
{
    df_status status = DF_OK;
    if (!own->has_plan)
        status = plan(own, play);
    if (status != DF_OK)
        return status;
    const df_play_button button = own->has_plan ? steer(own, play) : DF_PLAY_SOFT;
    if (df_play_is_held(play, DF_PLAY_SOFT) && button == DF_PLAY_SOFT)
        return DF_OK;
    const bool is_free = !df_play_is_held(play, button);
    status = df_play_release(play);
    return status == DF_OK && is_free ? df_play_press(play, button, true) : status;
}

df_status play_bot_act(play_bot *own, df_play *play)
{
    const df_play_state *state = df_play_get_state(play);
    const bool at_once = traits_of(play)->at_once;
    if (state->phase != DF_PLAY_FALLING)
        return at_once ? DF_OK : df_play_release(play);
    if (!own->has_begun || own->pieces != state->pieces) {
        play_bot_forget(own);
        own->has_begun = true;
        own->pieces = state->pieces;
        own->wait = at_once ? own->thinking : 0;
    }
    if (own->wait > 0) {
        own->wait--;
        return DF_OK;
    }
    return at_once ? act_at_once(own, play) : act_by_ticks(own, play);
}

#include "dropforge/play.h"

#include <stdlib.h>

#include "core/array.h"
#include "game/game.h"

static df_status make_field(df_play *play)
{
    const df_play_options *options = &play->options;
    const unsigned height = options->height + options->hidden;
    df_status status = df_field_create(&play->field, options->width, height);
    if (status == DF_OK)
        status = df_field_create(&play->before, options->width, height);
    return status;
}

static df_status make_plan(df_play *play)
{
    const df_play_options *options = &play->options;
    const df_status status = df_plan_create(&play->plan, options->width,
                                            options->height + options->hidden, play->set);
    if (status != DF_OK)
        return status;
    play->plan->reach = options->half_turns ? DF_REACH_SRS_180 : play->rules->traits.reach;
    return DF_OK;
}

/* Makes the tables that have a place for each piece. Where pieces are supplied, they grow. */
static df_status make_tables(df_play *play)
{
    const bool supplied = play->options.deal == DF_PLAY_DEAL_SUPPLY;
    if (!supplied) {
        play->set = play->options.set;
        play->spawned = calloc(play->set->count, sizeof play->spawned[0]);
        if (play->spawned == NULL)
            return DF_ERROR_MEMORY;
    }
    df_status status = df_game_deal_begin(play);
    if (status == DF_OK)
        status = df_game_deal_prepare(play);
    if (status != DF_OK)
        return status;
    if (play->set == NULL || (!supplied && play->set->count == 0))
        return DF_ERROR_ARGUMENT;
    status = make_plan(play);
    if (status != DF_OK || !supplied)
        return status;
    df_plan_color *colors = calloc(play->spawned_capacity, sizeof colors[0]);
    if (colors == NULL)
        return DF_ERROR_MEMORY;
    free(play->plan->colors);
    play->plan->colors = colors;
    return DF_OK;
}

static void begin(df_play *play)
{
    df_play_state *state = &play->state;
    df_play_clear nothing = {0};
    state->piece = -1;
    state->held = -1;
    state->can_hold = play->options.hold;
    state->level = play->options.level;
    play->motion.shift_button = -1;
    /* Fills in when the level ends, too. */
    play->rules->score(play, &nothing);
    df_game_spawn_next(play);
}

df_status df_play_create(df_play **play, const df_play_options *options)
{
    if (!df_game_options_are_good(options))
        return DF_ERROR_ARGUMENT;
    df_play *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->options = *options;
    made->rules = df_game_rules(options->rules);
    df_status status = make_field(made);
    if (status == DF_OK)
        status = make_tables(made);
    if (status != DF_OK) {
        df_play_free(made);
        return status;
    }
    begin(made);
    *play = made;
    return DF_OK;
}

void df_play_free(df_play *play)
{
    if (play == NULL)
        return;
    df_field_free(play->field);
    df_field_free(play->before);
    df_plan_free(play->plan);
    df_game_deal_free(&play->deal);
    free(play->spawned);
    free(play->strokes);
    free(play);
}

df_status df_play_press(df_play *play, df_play_button button, bool pressed)
{
    if ((unsigned)button >= DF_PLAY_BUTTONS)
        return DF_ERROR_ARGUMENT;
    if (play->state.phase == DF_PLAY_OVER || df_play_is_held(play, button) == pressed)
        return DF_OK;
    df_status status =
        ARRAY_RESERVE(play->strokes, play->stroke_capacity, play->stroke_count, 1);
    if (status == DF_OK)
        status = df_game_prepare(play);
    if (status != DF_OK)
        return status;
    play->strokes[play->stroke_count++] =
        (df_play_stroke){play->state.tick, (uint8_t)button, pressed};
    play->held ^= 1U << button;
    play->rules->press(play, button, pressed);
    return play->defect ? DF_ERROR_DEFECT : DF_OK;
}

df_status df_play_tap(df_play *play, df_play_button button)
{
    const df_status status = df_play_press(play, button, true);
    return status == DF_OK ? df_play_press(play, button, false) : status;
}

df_status df_play_release(df_play *play)
{
    df_status status = DF_OK;
    for (unsigned button = 0; status == DF_OK && button < DF_PLAY_BUTTONS; button++)
        status = df_play_press(play, button, false);
    return status;
}

df_status df_play_tick(df_play *play)
{
    if (play->state.phase == DF_PLAY_OVER)
        return DF_OK;
    const df_status status = df_game_prepare(play);
    if (status != DF_OK)
        return status;
    play->state.tick++;
    df_game_deal_tick(play);
    play->rules->tick(play);
    return play->defect ? DF_ERROR_DEFECT : DF_OK;
}

const df_play_state *df_play_get_state(const df_play *play)
{
    return &play->state;
}

const df_play_options *df_play_get_options(const df_play *play)
{
    return &play->options;
}

const df_field *df_play_get_field(const df_play *play)
{
    return play->field;
}

const df_field *df_play_get_before(const df_play *play)
{
    return play->before;
}

const df_piece_set *df_play_get_set(const df_play *play)
{
    return play->set;
}

uint64_t df_play_get_spawned(const df_play *play, size_t piece)
{
    return piece < play->set->count ? play->spawned[piece] : 0;
}

bool df_play_is_held(const df_play *play, df_play_button button)
{
    return button < DF_PLAY_BUTTONS && (play->held >> button & 1) != 0;
}

df_plan *df_play_get_plan(df_play *play)
{
    return play->plan;
}

bool df_play_poll(df_play *play, df_play_event *event)
{
    if (play->events_taken == play->events_put)
        return false;
    *event = play->events[play->events_taken++ % DF_PLAY_MAX_EVENTS];
    return true;
}

const df_play_stroke *df_play_get_strokes(const df_play *play, size_t *count)
{
    *count = play->stroke_count;
    return play->strokes;
}

const uint16_t *df_play_get_dealt(const df_play *play, size_t *count)
{
    *count = play->deal.dealt_count;
    return play->deal.dealt;
}

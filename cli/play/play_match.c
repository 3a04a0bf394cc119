#include "play_match.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/cleanup.h"

/* A terminal reports presses of keys, never their release. If the rules read buttons once a
 * tick, a key holds its button for one tick; the key down until a held key repeats. */
enum { HELD_TICKS = 1, HELD_DOWN_TICKS = 4 };

/* The bot's thinking time; against a person, about as long as a person takes. */
enum { THINKING_TICKS = 8, RIVAL_TICKS = 45 };

const char *play_act_name(play_act act)
{
    static const char *const names[PLAY_ACTS] = {
        [DF_GAME_LEFT] = "left",           [DF_GAME_RIGHT] = "right",
        [DF_GAME_SOFT] = "soft",           [DF_GAME_HARD] = "hard",
        [DF_GAME_CLOCKWISE] = "clockwise", [DF_GAME_ANTICLOCKWISE] = "anticlockwise",
        [DF_GAME_HALF_TURN] = "half-turn", [DF_GAME_HOLD] = "hold",
        [PLAY_ACT_PAUSE] = "pause",        [PLAY_ACT_BOT] = "bot",
        [PLAY_ACT_RESTART] = "restart",    [PLAY_ACT_QUIT] = "quit",
        [PLAY_ACT_BACK] = "back",          [PLAY_ACT_HINT] = "hint",
    };
    return names[act];
}

void play_match_free(play_match *match)
{
    for (unsigned i = 0; i < PLAY_SEATS; i++) {
        df_match_bot_free(match->seats[i].bot);
        df_game_free(match->seats[i].play);
        match->seats[i] = (play_seat){0};
    }
    df_drawing_free(match->drawing);
    match->drawing = NULL;
}

/* Returns the number of different pieces that have come. */
static size_t play_match_count_kinds(const df_game *play)
{
    size_t kinds = 0;
    for (size_t i = 0; i < df_game_get_state(play)->set->count; i++)
        kinds += df_game_get_state(play)->spawned[i] > 0;
    return kinds;
}

/* Gives a game the player's handling, where the options say nothing else. */
static void play_match_handle(const play_match *match, df_game_options *options)
{
    const play_settings *chosen = match->setup->chosen;
    const play_handling *handling = match->handling;
    if (handling == NULL || options->kind != DF_GAME_GUIDELINE || match->setup->record != NULL)
        return;
    if (!chosen->shift_delay.given)
        options->shift_delay = handling->shift_delay;
    if (!chosen->shift_repeat.given)
        options->shift_repeat = handling->shift_repeat;
    if (!chosen->soft_factor.given)
        options->soft_factor = handling->soft_factor;
}

/* Lets those who watch the first game see what has happened. Returns `status`, or else that of
 * the chance. */
static df_status play_match_follow(play_match *match, df_status status)
{
    const df_game *play = match->seats[0].play;
    if (match->drawing != NULL)
        df_drawing_follow(match->drawing, play);
    return status == DF_OK && match->chance != NULL ? play_chance_follow(match->chance, play)
                                                    : status;
}

df_status play_match_begin(play_match *match, uint64_t seed)
{
    const play_settings *chosen = match->setup->chosen;
    df_game_options options = match->setup->options;
    if (match->setup->record == NULL)
        options.seed = seed;
    play_match_handle(match, &options);
    play_match_free(match);
    match->count = chosen->versus ? 2 : 1;
    match->is_paused = false;
    match->scroll = 0;
    df_status status = DF_OK;
    for (unsigned i = 0; status == DF_OK && i < match->count; i++) {
        play_seat *seat = &match->seats[i];
        seat->bot_plays = i > 0 || chosen->bot;
        status = df_match_bot_create(&seat->bot, &match->setup->player->weights,
                                     i > 0 ? RIVAL_TICKS : THINKING_TICKS);
        if (status == DF_OK && match->setup->from != NULL)
            status = df_game_replay(&seat->play, match->setup->from,
                                    chosen->at.given ? chosen->at.number : UINT64_MAX);
        else if (status == DF_OK)
            status = df_game_create(&seat->play, &options, NULL);
        if (status == DF_OK && match->setup->record != NULL)
            status = df_game_record_press(match->setup->record, seat->play);
    }
    const play_picture *picture = &match->setup->picture;
    if (status == DF_OK && picture->print.sprite != NULL)
        status = df_drawing_create(&match->drawing, picture->print.sprite, &options,
                                   &picture->options, NULL);
    if (match->chance != NULL)
        play_chance_begin(match->chance);
    return status == DF_OK ? play_match_follow(match, DF_OK) : status;
}

static df_status play_match_press(play_seat *seat, df_game_button button)
{
    if (df_games[df_game_get_state(seat->play)->options->kind]->at_once) {
        const df_status status = df_game_press(seat->play, button, true);
        return status == DF_OK ? df_game_press(seat->play, button, false) : status;
    }
    seat->held[button] = button == DF_GAME_SOFT ? HELD_DOWN_TICKS : HELD_TICKS;
    return df_game_press(seat->play, button, true);
}

df_status play_match_hold(play_match *match, df_game_button button, bool pressed)
{
    play_seat *seat = &match->seats[0];
    if ((match->is_paused && pressed) || match->setup->record != NULL || seat->bot_plays)
        return DF_OK;
    return play_match_follow(match, df_game_press(seat->play, button, pressed));
}

static df_status play_match_change_player(play_seat *seat)
{
    seat->bot_plays = !seat->bot_plays;
    memset(seat->held, 0, sizeof seat->held);
    return df_game_press(seat->play, DF_GAME_BUTTONS, false);
}

static df_status play_match_take_back(play_match *match)
{
    play_seat *seat = &match->seats[0];
    if (match->is_paused || !(match->setup->mode->is_practice || match->drawing != NULL) ||
        play_match_has_picture(match))
        return DF_OK;
    const df_status status = match->drawing != NULL
                                 ? df_drawing_take_back(match->drawing, &seat->play)
                                 : df_game_take_back(&seat->play);
    if (status != DF_OK)
        return status;
    memset(seat->held, 0, sizeof seat->held);
    return play_match_follow(match, DF_OK);
}

df_status play_match_act(play_match *match, play_act act)
{
    play_seat *seat = &match->seats[0];
    switch (act) {
    case PLAY_ACT_PAUSE:
        match->is_paused = !match->is_paused && !play_match_is_over(match);
        return DF_OK;
    case PLAY_ACT_QUIT:
        match->has_quit = true;
        return DF_OK;
    case PLAY_ACT_FEWER:
        match->scroll -= match->scroll > 0;
        return DF_OK;
    case PLAY_ACT_MORE:
        match->scroll += match->scroll + 1 < play_match_count_kinds(seat->play);
        return DF_OK;
    case PLAY_ACT_BACK:
        return play_match_take_back(match);
    default:
        break;
    }
    if (match->is_paused || play_match_is_over(match))
        return DF_OK;
    if (act == PLAY_ACT_BOT)
        return match->setup->record == NULL ? play_match_change_player(seat) : DF_OK;
    if (act == PLAY_ACT_HINT)
        return match->drawing != NULL ? df_drawing_hint(match->drawing, seat->play) : DF_OK;
    if (act >= PLAY_ACT_PAUSE || match->setup->record != NULL || seat->bot_plays)
        return DF_OK;
    return play_match_follow(match, play_match_press(seat, (df_game_button)act));
}

/* Releases the buttons that have been held long enough. */
static df_status play_match_release(play_seat *seat)
{
    df_status status = DF_OK;
    for (unsigned button = 0; status == DF_OK && button < DF_GAME_BUTTONS; button++) {
        if (seat->held[button] > 0 && --seat->held[button] == 0)
            status = df_game_press(seat->play, (df_game_button)button, false);
    }
    return status;
}

static df_status play_match_tick_one(play_match *match, play_seat *seat)
{
    const df_game_record *record = match->setup->record;
    df_status status = DF_OK;
    if (seat->bot_plays) {
        seat->bot_has_played = true;
        status = match->drawing != NULL ? df_drawing_act(match->drawing, seat->play, seat->bot)
                                        : df_match_bot_act(seat->bot, seat->play);
    }
    if (status == DF_OK)
        status = df_game_tick(seat->play);
    if (status == DF_OK && record != NULL)
        status = df_game_record_press(record, seat->play);
    else if (status == DF_OK)
        status = play_match_release(seat);
    return status;
}

df_status play_match_tick(play_match *match)
{
    df_status status = DF_OK;
    if (match->is_paused || play_match_is_over(match))
        return DF_OK;
    for (unsigned i = 0; status == DF_OK && i < match->count; i++)
        status = play_match_tick_one(match, &match->seats[i]);
    return play_match_follow(match, status);
}

df_status play_match_compare(play_match *match)
{
    df_status status = DF_OK;
    while (status == DF_OK && play_match_has_picture(match) && !cleanup_is_asked() &&
           !df_drawing_get_state(match->drawing)->printer_ended)
        status = df_drawing_compare(match->drawing);
    return status;
}

bool play_match_has_begun(const play_match *match)
{
    return match->count > 0 && match->seats[match->count - 1].play != NULL;
}

bool play_match_is_over(const play_match *match)
{
    const df_game_record *record = match->setup->record;
    if (record != NULL && df_game_get_state(match->seats[0].play)->tick >= record->ticks)
        return true;
    if (play_match_has_picture(match))
        return true;
    for (unsigned i = 0; i < match->count; i++) {
        if (df_game_get_state(match->seats[i].play)->phase == DF_GAME_OVER)
            return true;
    }
    return false;
}

bool play_match_has_picture(const play_match *match)
{
    return match->drawing != NULL && df_drawing_get_state(match->drawing)->is_finished;
}

bool play_match_is_alone(const play_match *match)
{
    const df_drawing_state *state = df_drawing_get_state(match->drawing);
    return state->hints == 0 && state->taken_back == 0 && !match->seats[0].bot_has_played;
}

int play_match_winner(const play_match *match)
{
    if (match->count < PLAY_SEATS)
        return -1;
    const df_game_phase mine = df_game_get_state(match->seats[0].play)->phase;
    const df_game_phase other = df_game_get_state(match->seats[1].play)->phase;
    if ((mine == DF_GAME_OVER) == (other == DF_GAME_OVER))
        return -1;
    return mine == DF_GAME_OVER ? 1 : 0;
}

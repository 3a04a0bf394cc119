#include "play_match.h"

#include <string.h>

/* A terminal tells of keys that are pressed, never of their release. Where the rules look at
 * buttons once a tick, a key holds its button for one; that for down for as long as it takes
 * until a key that is kept comes again. */
enum { HELD_TICKS = 1, HELD_DOWN_TICKS = 4 };

/* For how long the bot thinks; against a person about as long as that one. */
enum { THINKING_TICKS = 8, RIVAL_TICKS = 45 };

const char *play_act_name(play_act act)
{
    static const char *const names[PLAY_ACTS] = {
        [DF_PLAY_LEFT] = "left",           [DF_PLAY_RIGHT] = "right",
        [DF_PLAY_SOFT] = "soft",           [DF_PLAY_HARD] = "hard",
        [DF_PLAY_CLOCKWISE] = "clockwise", [DF_PLAY_ANTICLOCKWISE] = "anticlockwise",
        [DF_PLAY_HALF_TURN] = "half-turn", [DF_PLAY_HOLD] = "hold",
        [PLAY_ACT_PAUSE] = "pause",        [PLAY_ACT_BOT] = "bot",
        [PLAY_ACT_RESTART] = "restart",    [PLAY_ACT_QUIT] = "quit",
    };
    return names[act];
}

static void free_games(play_match *match)
{
    for (unsigned i = 0; i < PLAY_SEATS; i++) {
        play_bot_forget(&match->seats[i].bot);
        df_play_free(match->seats[i].play);
        match->seats[i] = (play_seat){0};
    }
}

void play_match_free(play_match *match)
{
    free_games(match);
}

/* The buttons of the record up to now. */
static df_status repeat(play_seat *seat, const df_play_record *record)
{
    const uint64_t now = df_play_get_state(seat->play)->tick;
    df_status status = DF_OK;
    for (; status == DF_OK && seat->strokes < record->count &&
           record->strokes[seat->strokes].tick <= now;
         seat->strokes++) {
        const df_play_stroke *stroke = &record->strokes[seat->strokes];
        status = df_play_press(seat->play, (df_play_button)stroke->button, stroke->pressed);
    }
    return status;
}

/* How many kinds of pieces have come. */
static size_t count_kinds(const df_play *play)
{
    size_t kinds = 0;
    for (size_t i = 0; i < df_play_get_set(play)->count; i++)
        kinds += df_play_get_spawned(play, i) > 0;
    return kinds;
}

df_status play_match_begin(play_match *match, uint64_t seed)
{
    const play_settings *chosen = match->setup->chosen;
    df_play_options options = match->setup->options;
    if (match->setup->record == NULL)
        options.seed = seed;
    free_games(match);
    match->count = chosen->versus ? 2 : 1;
    match->is_paused = false;
    match->scroll = 0;
    df_status status = DF_OK;
    for (unsigned i = 0; status == DF_OK && i < match->count; i++) {
        play_seat *seat = &match->seats[i];
        seat->bot.weights = match->setup->weights;
        seat->bot.thinking = i > 0 ? RIVAL_TICKS : THINKING_TICKS;
        seat->bot_plays = i > 0 || chosen->bot;
        status = df_play_create(&seat->play, &options);
        if (status == DF_OK && match->setup->record != NULL)
            status = repeat(seat, match->setup->record);
    }
    return status;
}

static df_status press(play_seat *seat, df_play_button button)
{
    if (df_play_get_traits(df_play_get_options(seat->play)->rules)->at_once)
        return df_play_tap(seat->play, button);
    seat->held[button] = button == DF_PLAY_SOFT ? HELD_DOWN_TICKS : HELD_TICKS;
    return df_play_press(seat->play, button, true);
}

static df_status change_player(play_seat *seat)
{
    seat->bot_plays = !seat->bot_plays;
    play_bot_forget(&seat->bot);
    memset(seat->held, 0, sizeof seat->held);
    return df_play_release(seat->play);
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
        match->scroll += match->scroll + 1 < count_kinds(seat->play);
        return DF_OK;
    default:
        break;
    }
    if (match->is_paused || play_match_is_over(match))
        return DF_OK;
    if (act == PLAY_ACT_BOT)
        return match->setup->record == NULL ? change_player(seat) : DF_OK;
    return act < PLAY_ACT_PAUSE && match->setup->record == NULL && !seat->bot_plays
               ? press(seat, (df_play_button)act)
               : DF_OK;
}

/* Releases what a key has held long enough. */
static df_status release(play_seat *seat)
{
    df_status status = DF_OK;
    for (unsigned button = 0; status == DF_OK && button < DF_PLAY_BUTTONS; button++) {
        if (seat->held[button] > 0 && --seat->held[button] == 0)
            status = df_play_press(seat->play, (df_play_button)button, false);
    }
    return status;
}

static df_status tick(play_seat *seat, const df_play_record *record)
{
    df_status status = DF_OK;
    if (seat->bot_plays) {
        seat->bot_has_played = true;
        status = play_bot_act(&seat->bot, seat->play);
    }
    if (status == DF_OK)
        status = df_play_tick(seat->play);
    if (status == DF_OK && record != NULL)
        return repeat(seat, record);
    return status == DF_OK ? release(seat) : status;
}

df_status play_match_tick(play_match *match)
{
    df_status status = DF_OK;
    if (match->is_paused || play_match_is_over(match))
        return DF_OK;
    for (unsigned i = 0; status == DF_OK && i < match->count; i++)
        status = tick(&match->seats[i], match->setup->record);
    return status;
}

bool play_match_has_begun(const play_match *match)
{
    return match->count > 0 && match->seats[match->count - 1].play != NULL;
}

bool play_match_is_over(const play_match *match)
{
    const df_play_record *record = match->setup->record;
    if (record != NULL && df_play_get_state(match->seats[0].play)->tick >= record->ticks)
        return true;
    for (unsigned i = 0; i < match->count; i++) {
        if (df_play_get_state(match->seats[i].play)->phase == DF_PLAY_OVER)
            return true;
    }
    return false;
}

int play_match_winner(const play_match *match)
{
    if (match->count < PLAY_SEATS)
        return -1;
    const df_play_phase mine = df_play_get_state(match->seats[0].play)->phase;
    const df_play_phase other = df_play_get_state(match->seats[1].play)->phase;
    if ((mine == DF_PLAY_OVER) == (other == DF_PLAY_OVER))
        return -1;
    return mine == DF_PLAY_OVER ? 1 : 0;
}

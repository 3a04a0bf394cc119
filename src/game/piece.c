/* A piece comes from above: where it is spawned, and straight above, everything must be free.
 * So the simulator, which spawns pieces above the playfield, has a way to wherever it goes. */
#include "game/game.h"

static piece_at place_of(const df_play_state *state)
{
    return (piece_at){state->orientation, state->x, state->y};
}

static bool fits(const df_play *play, const piece_at *at)
{
    return df_mover_fits(&play->mover, play->field->row, play->field->height, at);
}

bool df_game_is_free(const df_play *play, int x, int y)
{
    const piece_at at = {play->state.orientation, x, y};
    return fits(play, &at);
}

df_status df_game_prepare(df_play *play)
{
    const df_status status = df_game_deal_prepare(play);
    return status == DF_OK ? df_plan_reserve(play->plan, 1) : status;
}

void df_game_put_event(df_play *play, df_play_event_kind kind)
{
    const df_play_state *state = &play->state;
    if (play->events_put - play->events_taken == DF_PLAY_MAX_EVENTS)
        play->events_taken++;
    df_play_event event = {.kind = kind, .tick = state->tick, .level = state->level};
    if (kind == DF_PLAY_EVENT_LOCK) {
        event.drop = state->last_drop;
        event.cleared = state->last_cleared;
        event.clear = state->last;
    } else if (state->piece >= 0) {
        event.drop = (df_drop){.piece = (uint16_t)state->piece,
                               .orientation = (uint8_t)state->orientation,
                               .x = (uint8_t)state->x,
                               .y = (uint16_t)state->y};
        event.clear.spin = play->motion.spin;
    }
    play->events[play->events_put++ % DF_PLAY_MAX_EVENTS] = event;
}

static void find_ghost(df_play *play)
{
    df_play_state *state = &play->state;
    state->ghost_y = state->y;
    while (df_game_is_free(play, state->x, state->ghost_y - 1))
        state->ghost_y--;
}

static void end_game(df_play *play, df_play_end end)
{
    play->state.phase = DF_PLAY_OVER;
    play->state.end = end;
    df_game_put_event(play, DF_PLAY_EVENT_OVER);
}

static bool comes_from_above(const df_play *play)
{
    const df_play_state *state = &play->state;
    for (int y = state->y; y < play->field->height; y++) {
        if (!df_game_is_free(play, state->x, y))
            return false;
    }
    return true;
}

void df_game_spawn(df_play *play, int piece)
{
    df_play_state *state = &play->state;
    if (piece < 0) {
        state->piece = -1;
        end_game(play, DF_PLAY_DEALT);
        return;
    }
    (void)df_mover_make(&play->mover, &play->set->pieces[piece], play->field->width,
                        df_game_rotation(&play->options));
    play->spawned[piece]++;
    state->phase = DF_PLAY_FALLING;
    state->piece = piece;
    state->orientation = DF_NORTH;
    state->rest = 0;
    play->rules->spawn(play, &state->x, &state->y);
    play->motion = (game_motion){.lowest = state->y,
                                 .shift_ticks = play->motion.shift_ticks,
                                 .shift_button = play->motion.shift_button};
    df_game_put_event(play, DF_PLAY_EVENT_SPAWN);
    if (!comes_from_above(play)) {
        state->ghost_y = state->y;
        end_game(play, DF_PLAY_BLOCK_OUT);
        return;
    }
    find_ghost(play);
    play->rules->begin(play);
}

void df_game_spawn_next(df_play *play)
{
    df_game_spawn(play, df_game_deal_take(play));
}

bool df_game_shift(df_play *play, int x)
{
    df_play_state *state = &play->state;
    if (!df_game_is_free(play, state->x + x, state->y))
        return false;
    state->x += x;
    play->motion.spin = DF_SPIN_NONE;
    find_ghost(play);
    df_game_put_event(play, DF_PLAY_EVENT_SHIFT);
    return true;
}

bool df_game_fall(df_play *play)
{
    df_play_state *state = &play->state;
    if (state->y == state->ghost_y)
        return false;
    state->y--;
    play->motion.spin = DF_SPIN_NONE;
    return true;
}

bool df_game_turn(df_play *play, unsigned how)
{
    df_play_state *state = &play->state;
    const uint64_t *rows = play->field->row;
    const unsigned count = play->field->height;
    piece_at at = place_of(state);
    if (how >= play->mover.turns.count)
        return false;
    const int test = df_mover_turn(&play->mover, rows, count, how, &at);
    if (test < 0)
        return false;
    play->motion.spin = df_mover_spin(&play->mover, rows, count, &at, how, (unsigned)test);
    state->orientation = at.orientation;
    state->x = at.x;
    state->y = at.y;
    find_ghost(play);
    df_game_put_event(play, DF_PLAY_EVENT_TURN);
    return true;
}

/* Counts what the drop has done, in the state and by the rules. */
static void count_drop(df_play *play, const df_drop *drop, const df_landing *landing)
{
    df_play_state *state = &play->state;
    const unsigned rows = landing->cleared_count;
    df_play_clear clear = {.rows = rows, .spin = play->motion.spin};
    clear.perfect = rows > 0 && df_field_top(play->field) == 0;
    clear.difficult = rows >= 4 || (rows > 0 && clear.spin != DF_SPIN_NONE);
    state->pieces++;
    state->lines += rows;
    state->clears[rows]++;
    state->perfect_clears += clear.perfect;
    const unsigned level = state->level;
    play->rules->score(play, &clear);
    if (rows < sizeof state->spins[0] / sizeof state->spins[0][0])
        state->spins[clear.spin][rows]++;
    state->score += clear.points;
    state->last = clear;
    state->last_drop = *drop;
    state->last_cleared = landing->cleared;
    df_game_put_event(play, DF_PLAY_EVENT_LOCK);
    if (state->level != level)
        df_game_put_event(play, DF_PLAY_EVENT_LEVEL);
}

void df_game_lock(df_play *play)
{
    df_play_state *state = &play->state;
    if (state->y >= (int)play->options.height) {
        end_game(play, DF_PLAY_LOCK_OUT);
        return;
    }
    const df_drop drop = {.piece = (uint16_t)state->piece,
                          .orientation =
                              play->set->pieces[state->piece].same_as[state->orientation],
                          .x = (uint8_t)state->x,
                          .y = (uint16_t)state->y};
    df_landing landing;
    (void)df_field_copy(play->before, play->field);
    if (df_drop_apply(play->field, play->set, &drop, play->plan->reach, &landing) !=
        DF_MOVE_POSSIBLE) {
        play->defect = true;
        return;
    }
    /* There is room for it. */
    (void)df_plan_add(play->plan, drop);
    count_drop(play, &drop, &landing);
    play->wait = play->rules->delay(play, &state->last);
    state->phase = DF_PLAY_WAITING;
    state->piece = -1;
    state->can_hold = play->options.hold;
    if (play->wait == 0)
        df_game_spawn_next(play);
}

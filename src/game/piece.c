/* A piece comes from above: where it is spawned, and straight above, everything must be free.
 * So the simulator, which spawns pieces above the playfield, has a way to wherever it goes. */
#include "core/board/plan_deal.h"
#include "game.h"

#include "core/base/array.h"
#include "core/board/drop.h"

bool df_game_is_free(const df_game *game, int x, int y)
{
    const piece_at at = {game->state.orientation, x, y};
    return df_mover_fits(&game->mover, game->field->row, game->field->height, &at);
}

df_status df_game_prepare(df_game *game)
{
    df_status status = df_game_deal_prepare(game);
    if (status == DF_OK)
        status = ARRAY_RESERVE(game->scores, game->score_capacity, game->plan->count + 1, 1);
    game->state.scores = game->scores;
    return status == DF_OK ? df_plan_reserve(game->plan, 1) : status;
}

void df_game_put_event(df_game *game, df_game_event_kind kind)
{
    const df_game_state *state = &game->state;
    if (game->events_put - game->events_taken == DF_GAME_MAX_EVENTS)
        game->events_taken++;
    df_game_event event = {.kind = kind, .tick = state->tick, .level = state->level};
    if (kind == DF_GAME_EVENT_LOCK) {
        event = state->last;
    } else if (state->piece >= 0) {
        event.drop = (df_drop){.piece = (uint16_t)state->piece,
                               .orientation = (uint8_t)state->orientation,
                               .x = (uint8_t)state->x,
                               .y = (uint16_t)state->y};
        event.spin = game->motion.spin;
    }
    game->events[game->events_put++ % DF_GAME_MAX_EVENTS] = event;
}

static void find_ghost(df_game *game)
{
    df_game_state *state = &game->state;
    /* Above all rows everything is free. */
    state->ghost_y = state->y < game->field->height ? state->y : game->field->height;
    while (df_game_is_free(game, state->x, state->ghost_y - 1))
        state->ghost_y--;
}

void df_game_finish(df_game *game, df_game_end end)
{
    game->state.phase = DF_GAME_OVER;
    game->state.end = end;
    df_game_put_event(game, DF_GAME_EVENT_OVER);
}

static bool comes_from_above(const df_game *game)
{
    const df_game_state *state = &game->state;
    for (int y = state->y; y < game->field->height; y++) {
        if (!df_game_is_free(game, state->x, y))
            return false;
    }
    return true;
}

void df_game_spawn(df_game *game, int piece)
{
    df_game_state *state = &game->state;
    if (piece < 0) {
        state->piece = -1;
        df_game_finish(game, DF_GAME_DEALT);
        return;
    }
    (void)df_mover_make(&game->mover, &game->state.set->pieces[piece], game->field->width,
                        game->options.rules);
    game->spawned[piece]++;
    state->phase = DF_GAME_FALLING;
    state->piece = piece;
    state->orientation = game->mover.turns.spawn;
    state->rest = 0;
    game->rules->spawn(game, &state->x, &state->y);
    const game_motion *was = &game->motion;
    game->motion = (game_motion){.lowest = state->y,
                                 .shift_ticks = {was->shift_ticks[0], was->shift_ticks[1]},
                                 .shift_button = was->shift_button};
    df_game_put_event(game, DF_GAME_EVENT_SPAWN);
    if (!comes_from_above(game)) {
        state->ghost_y = state->y;
        df_game_finish(game, DF_GAME_BLOCK_OUT);
        return;
    }
    find_ghost(game);
    game->rules->begin(game);
}

bool df_game_is_turned(const df_game *game)
{
    return game->state.orientation != game->mover.turns.spawn;
}

void df_game_spawn_next(df_game *game)
{
    df_game_spawn(game, df_game_deal_take(game));
}

bool df_game_shift(df_game *game, int x)
{
    df_game_state *state = &game->state;
    if (!df_game_is_free(game, state->x + x, state->y))
        return false;
    state->x += x;
    game->motion.spin = DF_SPIN_NONE;
    find_ghost(game);
    df_game_put_event(game, DF_GAME_EVENT_SHIFT);
    return true;
}

bool df_game_fall(df_game *game)
{
    df_game_state *state = &game->state;
    if (state->y == state->ghost_y)
        return false;
    state->y--;
    game->motion.spin = DF_SPIN_NONE;
    return true;
}

/* True if the piece in play can be moved in no direction. */
static bool piece_is_stuck(const df_game *game)
{
    const df_game_state *state = &game->state;
    return !df_game_is_free(game, state->x - 1, state->y) &&
           !df_game_is_free(game, state->x + 1, state->y) &&
           !df_game_is_free(game, state->x, state->y - 1) &&
           !df_game_is_free(game, state->x, state->y + 1);
}

bool df_game_turn(df_game *game, unsigned how)
{
    df_game_state *state = &game->state;
    const uint64_t *rows = game->field->row;
    const unsigned count = game->field->height;
    piece_at at = {state->orientation, state->x, state->y};
    if (how >= game->mover.turns.count)
        return false;
    const int test = df_mover_turn(&game->mover, rows, count, how, &at);
    if (test < 0)
        return false;
    game->motion.spin = df_mover_spin(&game->mover, rows, count, &at, how, (unsigned)test);
    state->orientation = at.orientation;
    state->x = at.x;
    state->y = at.y;
    if (game->options.all_spins && game->motion.spin == DF_SPIN_NONE && piece_is_stuck(game))
        game->motion.spin = DF_SPIN_MINI;
    find_ghost(game);
    df_game_put_event(game, DF_GAME_EVENT_TURN);
    return true;
}

/* Counts what the drop has done, in the state and by the rules. */
static void piece_count_drop(df_game *game, const df_drop *drop, const df_landing *landing)
{
    df_game_state *state = &game->state;
    const unsigned rows = landing->cleared_count, garbage = state->garbage;
    df_game_event lock = {.kind = DF_GAME_EVENT_LOCK,
                          .tick = state->tick,
                          .drop = *drop,
                          .spin = game->motion.spin,
                          .cleared = landing->cleared,
                          .rows = rows};
    lock.perfect = rows > 0 && df_field_top(game->field) == 0;
    lock.difficult = rows >= 4 || (rows > 0 && lock.spin != DF_SPIN_NONE);
    state->pieces++;
    state->lines += rows;
    state->clears[rows]++;
    state->perfect_clears += lock.perfect;
    for (unsigned i = 0; i < DF_PIECE_MAX_SQUARES; i++) {
        if ((landing->cleared >> i & 1) == 0)
            continue;
        state->garbage -= drop->y + i < garbage;
        /* With the top row of the console the lowest one is lost. */
        if (df_rules_have(game->options.rules, DF_TRAIT_LOSSY) &&
            drop->y + i + 1U == game->field->height)
            state->garbage -= state->garbage > 0;
    }
    for (unsigned i = 0; i < DF_GAME_SPLITS && game->options.goal_lines > 0; i++) {
        if (state->splits[i] == 0 &&
            state->lines * DF_GAME_SPLITS >= (uint64_t)game->options.goal_lines * (i + 1))
            state->splits[i] = state->tick;
    }
    const unsigned level = state->level;
    game->rules->score(game, &lock);
    if (rows < sizeof state->spins[0] / sizeof state->spins[0][0])
        state->spins[lock.spin][rows]++;
    state->score += lock.points;
    lock.level = state->level;
    state->last = lock;
    df_game_put_event(game, DF_GAME_EVENT_LOCK);
    if (state->level != level)
        df_game_put_event(game, DF_GAME_EVENT_LEVEL);
}

/* True if the last piece has reached a goal. */
static bool piece_reaches_goal(const df_game *game)
{
    const df_game_options *options = &game->options;
    const df_game_state *state = &game->state;
    return (options->goal_lines > 0 && state->lines >= options->goal_lines) ||
           (options->garbage > 0 && state->garbage == 0);
}

void df_game_lock(df_game *game)
{
    df_game_state *state = &game->state;
    if (state->y >= (int)game->options.height) {
        df_game_finish(game, DF_GAME_LOCK_OUT);
        return;
    }
    const df_drop drop = {.piece = (uint16_t)state->piece,
                          .orientation =
                              game->state.set->pieces[state->piece].same_as[state->orientation],
                          .x = (uint8_t)state->x,
                          .y = (uint16_t)state->y};
    df_landing landing;
    (void)df_field_copy(game->before, game->field);
    if (df_drop_apply(game->field, game->state.set, &drop, game->plan->rules, &landing) !=
        DF_REFUSAL_NONE) {
        game->defect = true;
        return;
    }
    /* There is room for it. */
    (void)df_plan_add(game->plan, drop);
    piece_count_drop(game, &drop, &landing);
    game->scores[game->plan->count] = state->score;
    game->wait = game->rules->delay(game, &state->last);
    state->phase = DF_GAME_WAITING;
    state->piece = -1;
    state->can_hold = game->options.hold;
    if (piece_reaches_goal(game))
        df_game_finish(game, DF_GAME_GOAL);
    else if (game->wait == 0)
        df_game_spawn_next(game);
}

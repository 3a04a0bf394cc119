/* The rules of the Tetris guideline; docs/method/game.md gives their sources. */
#include "game.h"

enum { FASTEST_LEVEL = 20, LINES_PER_LEVEL = 10, COMBO_POINTS = 50 };

#define ROW (UINT64_C(1) << 32) /* of motion.fall */

static void guideline_spawn(const df_game *game, int *x, int *y)
{
    df_mover_spawn(&game->mover, game->options.height, x, y);
}

/* Returns the fall in a tick, in 2^-32 rows: a row takes (0.8 - 0.007 (L - 1)) ^ (L - 1)
 * seconds. Rounding makes it faster, so that a whole number of ticks is not missed. */
static uint64_t guideline_gravity(unsigned level)
{
    const unsigned steps = (level < FASTEST_LEVEL ? level : FASTEST_LEVEL) - 1;
    uint64_t seconds = UINT64_C(1) << 44;
    for (unsigned i = 0; i < steps; i++)
        seconds = seconds * (800 - 7 * steps) / 1000;
    const uint64_t ticks = (seconds >> 14) * DF_GAME_TICKS_PER_SECOND; /* in 2^-30 */
    return ((UINT64_C(1) << 62) + ticks - 1) / ticks;
}

/* Notes that the piece may be in a row where it has not been before. */
static void note_row(df_game *game)
{
    df_game_state *state = &game->state;
    game_motion *motion = &game->motion;
    if (state->y >= motion->lowest)
        return;
    motion->lowest = state->y;
    motion->resets = 0;
    motion->touched = false;
    state->rest = 0;
}

static void note_rest(df_game *game)
{
    if (game->state.y != game->state.ghost_y || game->motion.touched)
        return;
    game->motion.touched = true;
    df_game_put_event(game, DF_GAME_EVENT_LAND);
}

/* Notes that the piece has been shifted or turned. */
static void note_move(df_game *game)
{
    game_motion *motion = &game->motion;
    note_row(game);
    if (motion->touched && motion->resets < game->options.lock_resets) {
        motion->resets++;
        game->state.rest = 0;
    }
    note_rest(game);
}

static bool guideline_fall(df_game *game)
{
    if (!df_game_fall(game))
        return false;
    note_row(game);
    note_rest(game);
    return true;
}

static void guideline_begin(df_game *game)
{
    note_rest(game);
    (void)guideline_fall(game);
}

static void guideline_shift(df_game *game)
{
    if (df_game_shift(game, game->motion.shift_button == DF_GAME_LEFT ? -1 : 1))
        note_move(game);
}

static void press_shift(df_game *game, df_game_button button, bool pressed)
{
    const df_game_button other = button == DF_GAME_LEFT ? DF_GAME_RIGHT : DF_GAME_LEFT;
    game_motion *motion = &game->motion;
    if (!pressed) {
        /* The other one, if it is still held, goes on with the charge that it had. */
        if (motion->shift_button == (int)button)
            motion->shift_button = df_game_is_held(game, other) ? (int)other : -1;
        return;
    }
    motion->shift_ticks[button] = (int)game->options.shift_delay;
    motion->shift_button = (int)button;
    if (game->state.phase == DF_GAME_FALLING)
        guideline_shift(game);
}

static void soft_drop(df_game *game)
{
    game->motion.fall = 0;
    if (guideline_fall(game))
        game->state.score++;
}

static void hard_drop(df_game *game)
{
    while (df_game_fall(game))
        game->state.score += 2;
    df_game_lock(game);
}

static void guideline_hold(df_game *game)
{
    df_game_state *state = &game->state;
    if (!state->can_hold)
        return;
    const int held = state->held;
    state->held = state->piece;
    state->can_hold = false;
    df_game_put_event(game, DF_GAME_EVENT_HOLD);
    if (held >= 0)
        df_game_spawn(game, held);
    else
        df_game_spawn_next(game);
}

static void guideline_press(df_game *game, df_game_button button, bool pressed)
{
    if (button == DF_GAME_LEFT || button == DF_GAME_RIGHT) {
        press_shift(game, button, pressed);
        return;
    }
    if (!pressed || game->state.phase != DF_GAME_FALLING)
        return;
    if (button == DF_GAME_SOFT)
        soft_drop(game);
    else if (button == DF_GAME_HARD)
        hard_drop(game);
    else if (button == DF_GAME_HOLD)
        guideline_hold(game);
    else if (df_game_turn(game, (unsigned)(button - DF_GAME_CLOCKWISE)))
        note_move(game);
}

/* Repeats a shift whose button is held when its time has come. */
static void repeat_shift(df_game *game)
{
    game_motion *motion = &game->motion;
    if (motion->shift_button < 0)
        return;
    int *ticks = &motion->shift_ticks[motion->shift_button];
    *ticks -= *ticks > 0;
    if (*ticks > 0 || game->state.phase != DF_GAME_FALLING)
        return;
    *ticks = (int)game->options.shift_repeat;
    const unsigned columns = game->options.shift_repeat == 0 ? game->options.width : 1;
    for (unsigned i = 0; i < columns; i++)
        guideline_shift(game);
}

/* Counts a tick of rest; true if the piece locks. */
static bool guideline_rest(df_game *game)
{
    const df_game_options *options = &game->options;
    game->motion.fall = 0;
    game->state.rest++;
    return game->state.rest >= options->lock_delay ||
           (options->lock_resets > 0 && game->motion.resets >= options->lock_resets);
}

static void fall_on(df_game *game)
{
    const bool soft = df_game_is_held(game, DF_GAME_SOFT);
    game->motion.fall +=
        guideline_gravity(game->state.level) * (soft ? game->options.soft_factor : 1);
    while (game->motion.fall >= ROW && guideline_fall(game)) {
        game->motion.fall -= ROW;
        game->state.score += soft;
    }
    if (game->state.y == game->state.ghost_y)
        game->motion.fall = 0;
}

static void guideline_tick(df_game *game)
{
    const df_game_state *state = &game->state;
    if (state->phase == DF_GAME_WAITING && --game->wait == 0)
        df_game_spawn_next(game);
    const bool rested = state->phase == DF_GAME_FALLING && state->y == state->ghost_y;
    repeat_shift(game);
    if (state->phase != DF_GAME_FALLING)
        return;
    if (state->y != state->ghost_y)
        fall_on(game);
    else if (rested && guideline_rest(game))
        df_game_lock(game);
}

/* Returns the points for rows by spin; more than four continue those for three and four. */
static unsigned row_points(unsigned rows, df_spin spin)
{
    static const uint16_t points[DF_SPINS][5] = {
        {0, 100, 300, 500, 800}, {100, 200, 400, 800, 1600}, {400, 800, 1200, 1600, 2600}};
    return rows <= 4 ? points[spin][rows] : points[spin][4] + 300 * (rows - 4);
}

static unsigned perfect_points(unsigned rows, bool back_to_back)
{
    static const uint16_t points[] = {0, 800, 1200, 1800};
    if (rows < 4)
        return points[rows];
    return back_to_back ? 3200 : 2000;
}

static void guideline_score(df_game *game, df_game_event *lock)
{
    df_game_state *state = &game->state;
    const unsigned rows = lock->rows, level = state->level;
    lock->back_to_back = lock->difficult && state->back_to_back > 0;
    uint64_t points = row_points(rows, lock->spin);
    if (lock->back_to_back)
        points += points / 2;
    if (rows > 0) {
        state->combo++;
        lock->combo = (unsigned)state->combo;
        points += COMBO_POINTS * (uint64_t)lock->combo;
        state->back_to_back = lock->difficult ? state->back_to_back + 1 : 0;
    } else {
        state->combo = -1;
    }
    if (lock->perfect)
        points += perfect_points(rows, lock->back_to_back);
    lock->points = points * level;
    if (!game->options.steady)
        state->level = game->options.level + (unsigned)(state->lines / LINES_PER_LEVEL);
    state->to_next_level = LINES_PER_LEVEL - (unsigned)(state->lines % LINES_PER_LEVEL);
}

static unsigned guideline_delay(const df_game *game, const df_game_event *lock)
{
    return game->options.entry_delay + (lock->rows > 0 ? game->options.clear_delay : 0);
}

static void guideline_set(df_game_options *options)
{
    options->level = 1;
    options->next = 5;
    options->shift_delay = 10;
    options->shift_repeat = 2;
    options->hold = true;
    options->soft_factor = 20;
    options->lock_delay = 30;
    options->lock_resets = 15;
    options->deal = DF_GAME_DEAL_BAG;
    if (options->set != NULL && options->set->count > DF_DEAL_MAX_BAG)
        options->deal = DF_GAME_DEAL_UNIFORM;
}

const game_rules df_guideline_rules = {
    .traits = {.name = "guideline",
               .at_once = true,
               .hold = true,
               .delays = true,
               .min_level = 1,
               .max_level = 999,
               .rules = DF_RULES_SRS,
               .turns = true},
    .deal = DF_GAME_DEAL_BAG,
    .set = guideline_set,
    .spawn = guideline_spawn,
    .begin = guideline_begin,
    .press = guideline_press,
    .tick = guideline_tick,
    .score = guideline_score,
    .delay = guideline_delay,
};

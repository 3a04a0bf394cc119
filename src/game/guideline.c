/* The rules of the Tetris guideline; docs/play.md tells where each is from. */
#include "game/game.h"

enum { FASTEST_LEVEL = 20, LINES_PER_LEVEL = 10, COMBO_POINTS = 50 };

#define ROW (UINT64_C(1) << 32) /* of motion.fall */

static void spawn(const df_play *play, int *x, int *y)
{
    df_mover_spawn(&play->mover, play->options.height, x, y);
}

static bool is_held(const df_play *play, df_play_button button)
{
    return (play->held >> button & 1) != 0;
}

/* 2^-32 rows that a piece falls in a tick: a row takes (0.8 - 0.007 (L - 1)) ^ (L - 1) seconds.
 * What is rounded makes it faster, so that a whole number of ticks is not missed. */
static uint64_t gravity(unsigned level)
{
    const unsigned steps = (level < FASTEST_LEVEL ? level : FASTEST_LEVEL) - 1;
    uint64_t seconds = UINT64_C(1) << 44;
    for (unsigned i = 0; i < steps; i++)
        seconds = seconds * (800 - 7 * steps) / 1000;
    const uint64_t ticks = (seconds >> 14) * DF_PLAY_TICKS_PER_SECOND; /* in 2^-30 */
    return ((UINT64_C(1) << 62) + ticks - 1) / ticks;
}

/* The piece has come to a row where it has not been before. */
static void note_row(df_play *play)
{
    df_play_state *state = &play->state;
    game_motion *motion = &play->motion;
    if (state->y >= motion->lowest)
        return;
    motion->lowest = state->y;
    motion->resets = 0;
    motion->touched = false;
    state->rest = 0;
}

static void note_rest(df_play *play)
{
    if (play->state.y != play->state.ghost_y || play->motion.touched)
        return;
    play->motion.touched = true;
    df_game_put_event(play, DF_PLAY_EVENT_LAND);
}

/* The piece has been shifted or turned. */
static void note_move(df_play *play)
{
    game_motion *motion = &play->motion;
    note_row(play);
    if (motion->touched && motion->resets < play->options.lock_resets) {
        motion->resets++;
        play->state.rest = 0;
    }
    note_rest(play);
}

static bool fall(df_play *play)
{
    if (!df_game_fall(play))
        return false;
    note_row(play);
    note_rest(play);
    return true;
}

static void begin(df_play *play)
{
    note_rest(play);
    (void)fall(play);
}

static void shift(df_play *play)
{
    if (df_game_shift(play, play->motion.shift_button == DF_PLAY_LEFT ? -1 : 1))
        note_move(play);
}

static void press_shift(df_play *play, df_play_button button, bool pressed)
{
    const df_play_button other = button == DF_PLAY_LEFT ? DF_PLAY_RIGHT : DF_PLAY_LEFT;
    game_motion *motion = &play->motion;
    if (!pressed && motion->shift_button != (int)button)
        return;
    motion->shift_ticks = (int)play->options.shift_delay;
    if (!pressed) {
        motion->shift_button = is_held(play, other) ? (int)other : -1;
        return;
    }
    motion->shift_button = (int)button;
    if (play->state.phase == DF_PLAY_FALLING)
        shift(play);
}

static void soft_drop(df_play *play)
{
    play->motion.fall = 0;
    if (fall(play))
        play->state.score++;
}

static void hard_drop(df_play *play)
{
    while (df_game_fall(play))
        play->state.score += 2;
    df_game_lock(play);
}

static void hold(df_play *play)
{
    df_play_state *state = &play->state;
    if (!state->can_hold)
        return;
    const int held = state->held;
    state->held = state->piece;
    state->can_hold = false;
    df_game_put_event(play, DF_PLAY_EVENT_HOLD);
    if (held >= 0)
        df_game_spawn(play, held);
    else
        df_game_spawn_next(play);
}

static void press(df_play *play, df_play_button button, bool pressed)
{
    if (button == DF_PLAY_LEFT || button == DF_PLAY_RIGHT) {
        press_shift(play, button, pressed);
        return;
    }
    if (!pressed || play->state.phase != DF_PLAY_FALLING)
        return;
    if (button == DF_PLAY_SOFT)
        soft_drop(play);
    else if (button == DF_PLAY_HARD)
        hard_drop(play);
    else if (button == DF_PLAY_HOLD)
        hold(play);
    else if (df_game_turn(play, (unsigned)(button - DF_PLAY_CLOCKWISE)))
        note_move(play);
}

/* A button for left or right is held: it shifts again when its time has come. */
static void repeat_shift(df_play *play)
{
    game_motion *motion = &play->motion;
    if (motion->shift_button < 0)
        return;
    motion->shift_ticks -= motion->shift_ticks > 0;
    if (motion->shift_ticks > 0 || play->state.phase != DF_PLAY_FALLING)
        return;
    motion->shift_ticks = (int)play->options.shift_repeat;
    const unsigned columns = play->options.shift_repeat == 0 ? play->options.width : 1;
    for (unsigned i = 0; i < columns; i++)
        shift(play);
}

/* The piece rests; whether it locks. */
static bool rest(df_play *play)
{
    const df_play_options *options = &play->options;
    play->motion.fall = 0;
    play->state.rest++;
    return play->state.rest >= options->lock_delay ||
           (options->lock_resets > 0 && play->motion.resets >= options->lock_resets);
}

static void fall_on(df_play *play)
{
    const bool soft = is_held(play, DF_PLAY_SOFT);
    play->motion.fall += gravity(play->state.level) * (soft ? play->options.soft_factor : 1);
    while (play->motion.fall >= ROW && fall(play)) {
        play->motion.fall -= ROW;
        play->state.score += soft;
    }
    if (play->state.y == play->state.ghost_y)
        play->motion.fall = 0;
}

static void tick(df_play *play)
{
    const df_play_state *state = &play->state;
    if (state->phase == DF_PLAY_WAITING && --play->wait == 0)
        df_game_spawn_next(play);
    const bool rested = state->phase == DF_PLAY_FALLING && state->y == state->ghost_y;
    repeat_shift(play);
    if (state->phase != DF_PLAY_FALLING)
        return;
    if (state->y != state->ghost_y)
        fall_on(play);
    else if (rested && rest(play))
        df_game_lock(play);
}

/* Points for rows by spin; those for more than four rows follow from those for three and four.
 */
static unsigned row_points(unsigned rows, df_spin spin)
{
    static const uint16_t points[DF_SPINS][4] = {
        {0, 100, 300, 500}, {100, 200, 400, 400}, {400, 800, 1200, 1600}};
    return rows < 4 ? points[spin][rows] : 800 + 300 * (rows - 4);
}

static unsigned perfect_points(unsigned rows, bool back_to_back)
{
    static const uint16_t points[] = {0, 800, 1200, 1800};
    if (rows < 4)
        return points[rows];
    return back_to_back ? 3200 : 2000;
}

static void score(df_play *play, df_play_clear *clear)
{
    df_play_state *state = &play->state;
    const unsigned rows = clear->rows, level = state->level;
    clear->back_to_back = clear->difficult && state->back_to_back > 0;
    uint64_t points = row_points(rows, clear->spin);
    if (clear->back_to_back)
        points += points / 2;
    if (rows > 0) {
        state->combo++;
        clear->combo = (unsigned)state->combo;
        points += COMBO_POINTS * (uint64_t)clear->combo;
        state->back_to_back = clear->difficult ? state->back_to_back + 1 : 0;
    } else {
        state->combo = -1;
    }
    if (clear->perfect)
        points += perfect_points(rows, clear->back_to_back);
    clear->points = points * level;
    state->level = play->options.level + (unsigned)(state->lines / LINES_PER_LEVEL);
    state->to_next_level = LINES_PER_LEVEL - (unsigned)(state->lines % LINES_PER_LEVEL);
}

static unsigned delay(const df_play *play, const df_play_clear *clear)
{
    return play->options.entry_delay + (clear->rows > 0 ? play->options.clear_delay : 0);
}

static void set(df_play_options *options)
{
    options->level = 1;
    options->next = 5;
    options->shift_delay = 10;
    options->shift_repeat = 2;
    options->hold = true;
    options->soft_factor = 20;
    options->lock_delay = 30;
    options->lock_resets = 15;
    options->deal = DF_PLAY_DEAL_BAG;
    if (options->set != NULL && options->set->count > DF_DEAL_MAX_BAG)
        options->deal = DF_PLAY_DEAL_UNIFORM;
}

const game_rules df_guideline_rules = {
    .traits = {.name = "guideline",
               .at_once = true,
               .hold = true,
               .half_turns = true,
               .delays = true,
               .least_level = 1,
               .most_level = 999,
               .reach = DF_REACH_SRS},
    .rotation = DF_ROTATION_SRS,
    .deal = DF_PLAY_DEAL_BAG,
    .set = set,
    .spawn = spawn,
    .begin = begin,
    .press = press,
    .tick = tick,
    .score = score,
    .delay = delay,
};

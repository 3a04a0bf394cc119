/* The rules of the NES game of 1989, as its program has them; docs/method/game.md gives the
 * sources.
 */
#include "game.h"

enum {
    FASTEST_LEVEL = 29,
    FIRST_HANG = 96, /* ticks that the first piece hangs */
    SOFT_TICKS = 3,  /* the soft drop counts up to this, and then again from 1 */
    SHORTEST_ENTRY = 10,
    LONGEST_ENTRY = 18,
    CLEAR_STEPS = 5, /* of the animation, one every */
    CLEAR_STEP = 4,  /* ticks */
    LINES_PER_LEVEL = 10
};

/* The buttons of this tick. */
typedef struct pad {
    unsigned held, pressed;
} pad;

static bool nes_has(unsigned buttons, df_game_button button)
{
    return (buttons >> button & 1) != 0;
}

/* Spawns the middle of the box in the middle column, and the top of the piece in the top row.
 */
static void nes_spawn(const df_game *game, int *x, int *y)
{
    const df_shape *north = &game->mover.piece->shape[DF_NORTH];
    *x = ((int)game->options.width - north->width + 1) / 2;
    *y = (int)game->options.height - north->height;
}

static void nes_begin(df_game *game)
{
    game->motion.fall = 0;
    if (game->state.pieces == 0)
        game->motion.soft_repeat = -FIRST_HANG;
}

static void nes_press(df_game *game, df_game_button button, bool pressed)
{
    if (pressed)
        game->pressed |= 1U << button;
}

static unsigned ticks_per_row(unsigned level)
{
    static const uint8_t ticks[FASTEST_LEVEL] = {48, 43, 38, 33, 28, 23, 18, 13, 8, 6,
                                                 5,  5,  5,  4,  4,  4,  3,  3,  3, 2,
                                                 2,  2,  2,  2,  2,  2,  2,  2,  2};
    return level < FASTEST_LEVEL ? ticks[level] : 1;
}

static void nes_shift(df_game *game, const pad *now)
{
    const int delay = (int)game->options.shift_delay;
    game_motion *motion = &game->motion;
    const bool left = nes_has(now->held, DF_GAME_LEFT),
               right = nes_has(now->held, DF_GAME_RIGHT);
    if (nes_has(now->held, DF_GAME_SOFT) || (!left && !right))
        return;
    if (nes_has(now->pressed, DF_GAME_LEFT) || nes_has(now->pressed, DF_GAME_RIGHT)) {
        motion->shift_ticks = 0;
    } else {
        if (++motion->shift_ticks < delay)
            return;
        motion->shift_ticks = delay - (int)game->options.shift_repeat;
    }
    /* A blocked shift charges the repeat. */
    if (!df_game_shift(game, right ? 1 : -1))
        motion->shift_ticks = delay;
}

static void nes_turn(df_game *game, const pad *now)
{
    if (nes_has(now->pressed, DF_GAME_CLOCKWISE))
        (void)df_game_turn(game, DF_TURN_CLOCKWISE);
    else if (nes_has(now->pressed, DF_GAME_ANTICLOCKWISE))
        (void)df_game_turn(game, DF_TURN_ANTICLOCKWISE);
}

/* True if the soft drop lets the piece fall now. */
static bool drops_softly(game_motion *motion, const pad *now)
{
    const bool aside = nes_has(now->held, DF_GAME_LEFT) || nes_has(now->held, DF_GAME_RIGHT);
    if (motion->soft_repeat == 0) {
        motion->soft_repeat = !aside && nes_has(now->pressed, DF_GAME_SOFT);
        return false;
    }
    if (aside || !nes_has(now->held, DF_GAME_SOFT)) {
        motion->soft_repeat = 0;
        motion->soft = 0;
        return false;
    }
    if (++motion->soft_repeat < SOFT_TICKS)
        return false;
    motion->soft_repeat = 1;
    motion->soft++;
    return true;
}

static void nes_fall(df_game *game, const pad *now)
{
    game_motion *motion = &game->motion;
    if (motion->soft_repeat < 0) {
        if (!nes_has(now->pressed, DF_GAME_SOFT)) {
            motion->soft_repeat++;
            return;
        }
        motion->soft_repeat = 0;
    }
    if (!drops_softly(motion, now) && motion->fall < ticks_per_row(game->state.level))
        return;
    motion->fall = 0;
    if (df_game_fall(game))
        return;
    /* The first row of a soft drop is free. */
    if (motion->soft > 1)
        game->state.score += motion->soft - 1;
    df_game_lock(game);
}

static void nes_tick(df_game *game)
{
    const pad now = {game->held | game->pressed, game->pressed};
    game->pressed = 0;
    game->motion.fall++;
    if (game->state.phase == DF_GAME_WAITING) {
        if (--game->wait == 0)
            df_game_spawn_next(game);
        return;
    }
    nes_shift(game, &now);
    nes_turn(game, &now);
    nes_fall(game, &now);
}

/* Returns the lines at which the level after the one where the game began is reached. */
static uint64_t first_lines(unsigned level)
{
    const unsigned lines = LINES_PER_LEVEL * (level + 1);
    const unsigned late = level >= 15 ? LINES_PER_LEVEL * level - 50 : 100;
    return lines < late ? lines : late > 100 ? late : 100;
}

static void nes_score(df_game *game, df_game_clear *clear)
{
    static const uint16_t points[] = {0, 40, 100, 300, 1200};
    df_game_state *state = &game->state;
    const uint64_t first = first_lines(game->options.level);
    uint64_t next = first;
    state->level = game->options.level;
    if (state->lines >= first) {
        const uint64_t more = (state->lines - first) / LINES_PER_LEVEL + 1;
        state->level += (unsigned)more;
        next = first + LINES_PER_LEVEL * more;
    }
    state->to_next_level = (unsigned)(next - state->lines);
    clear->difficult = false;
    clear->spin = DF_SPIN_NONE;
    const unsigned rows = clear->rows;
    const uint64_t base = rows <= 4 ? points[rows] : (uint64_t)points[4] * (rows - 3);
    clear->points = base * (state->level + 1);
}

/* Returns the delay, which is longer for pieces that lock higher: the program draws four rows
 * at a time. */
static unsigned nes_delay(const df_game *game, const df_game_clear *clear)
{
    const df_game_state *state = &game->state;
    const df_turns *turns = &game->mover.turns;
    const unsigned middle =
        turns->corner_y[DF_NORTH] + game->mover.piece->shape[DF_NORTH].height - 1u;
    const unsigned row =
        state->last_drop.y + middle - turns->corner_y[state->last_drop.orientation];
    unsigned ticks = SHORTEST_ENTRY + (row + 2) / 4 * 2;
    if (ticks > LONGEST_ENTRY)
        ticks = LONGEST_ENTRY;
    if (clear->rows > 0)
        ticks += CLEAR_STEPS * CLEAR_STEP - (unsigned)(state->tick % CLEAR_STEP);
    return ticks;
}

static const df_piece_drawing tetrominoes[DF_TETROMINOES] = {
    [DF_I] = {"I", "####"},    [DF_O] = {"O", "##/##"},   [DF_T] = {"T", "###/.#."},
    [DF_S] = {"S", ".##/##."}, [DF_Z] = {"Z", "##./.##"}, [DF_J] = {"J", "###/..#"},
    [DF_L] = {"L", "###/#.."},
};

static void nes_set(df_game_options *options)
{
    options->next = 1;
    options->shift_delay = 16;
    options->shift_repeat = 6;
    /* Not asked for by these rules, but within their ranges. */
    options->soft_factor = 1;
    options->lock_delay = 1;
    options->deal = DF_GAME_DEAL_DIE;
    if (options->set != NULL && options->set->count == DF_TETROMINOES)
        options->deal = DF_GAME_DEAL_REGISTER;
}

const game_rules df_nes_rules = {
    .traits = {.name = "nes", .min_level = 0, .max_level = 255, .rules = DF_RULES_NES},
    .deal = DF_GAME_DEAL_REGISTER,
    .tetrominoes = tetrominoes,
    .set = nes_set,
    .spawn = nes_spawn,
    .begin = nes_begin,
    .press = nes_press,
    .tick = nes_tick,
    .score = nes_score,
    .delay = nes_delay,
};

/* The rules of the NES game of 1989, as its program has them; docs/play.md tells the sources.
 */
#include "game/game.h"

enum {
    FASTEST_LEVEL = 29,
    FIRST_HANG = 96, /* ticks that the first piece hangs */
    SOFT_TICKS = 3,  /* the soft drop counts so far, and goes on from 1 */
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

static bool has(unsigned buttons, df_play_button button)
{
    return (buttons >> button & 1) != 0;
}

/* The middle of the box is in the middle column, and the top of the piece in the top row. */
static void spawn(const df_play *play, int *x, int *y)
{
    const df_shape *north = &play->mover.piece->shape[DF_NORTH];
    *x = ((int)play->options.width - north->width + 1) / 2;
    *y = (int)play->options.height - north->height;
}

static void begin(df_play *play)
{
    play->motion.fall = 0;
    if (play->state.pieces == 0)
        play->motion.soft_repeat = -FIRST_HANG;
}

static void press(df_play *play, df_play_button button, bool pressed)
{
    if (pressed)
        play->pressed |= 1U << button;
}

static unsigned ticks_per_row(unsigned level)
{
    static const uint8_t ticks[FASTEST_LEVEL] = {48, 43, 38, 33, 28, 23, 18, 13, 8, 6,
                                                 5,  5,  5,  4,  4,  4,  3,  3,  3, 2,
                                                 2,  2,  2,  2,  2,  2,  2,  2,  2};
    return level < FASTEST_LEVEL ? ticks[level] : 1;
}

static void shift(df_play *play, const pad *now)
{
    const int delay = (int)play->options.shift_delay;
    game_motion *motion = &play->motion;
    const bool left = has(now->held, DF_PLAY_LEFT), right = has(now->held, DF_PLAY_RIGHT);
    if (has(now->held, DF_PLAY_SOFT) || (!left && !right))
        return;
    if (has(now->pressed, DF_PLAY_LEFT) || has(now->pressed, DF_PLAY_RIGHT)) {
        motion->shift_ticks = 0;
    } else {
        if (++motion->shift_ticks < delay)
            return;
        motion->shift_ticks = delay - (int)play->options.shift_repeat;
    }
    /* What stands in the way charges the repeat. */
    if (!df_game_shift(play, right ? 1 : -1))
        motion->shift_ticks = delay;
}

static void turn(df_play *play, const pad *now)
{
    if (has(now->pressed, DF_PLAY_CLOCKWISE))
        (void)df_game_turn(play, DF_TURN_CLOCKWISE);
    else if (has(now->pressed, DF_PLAY_ANTICLOCKWISE))
        (void)df_game_turn(play, DF_TURN_ANTICLOCKWISE);
}

/* Whether the soft drop lets the piece fall now. */
static bool drops_softly(game_motion *motion, const pad *now)
{
    const bool aside = has(now->held, DF_PLAY_LEFT) || has(now->held, DF_PLAY_RIGHT);
    if (motion->soft_repeat == 0) {
        motion->soft_repeat = !aside && has(now->pressed, DF_PLAY_SOFT);
        return false;
    }
    if (aside || !has(now->held, DF_PLAY_SOFT)) {
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

static void fall(df_play *play, const pad *now)
{
    game_motion *motion = &play->motion;
    if (motion->soft_repeat < 0) {
        if (!has(now->pressed, DF_PLAY_SOFT)) {
            motion->soft_repeat++;
            return;
        }
        motion->soft_repeat = 0;
    }
    if (!drops_softly(motion, now) && motion->fall < ticks_per_row(play->state.level))
        return;
    motion->fall = 0;
    if (df_game_fall(play))
        return;
    /* The first row of a soft drop is free. */
    if (motion->soft > 1)
        play->state.score += motion->soft - 1;
    df_game_lock(play);
}

static void tick(df_play *play)
{
    const pad now = {play->held | play->pressed, play->pressed};
    play->pressed = 0;
    play->motion.fall++;
    if (play->state.phase == DF_PLAY_WAITING) {
        if (--play->wait == 0)
            df_game_spawn_next(play);
        return;
    }
    shift(play, &now);
    turn(play, &now);
    fall(play, &now);
}

/* The lines at which the level after the one where the game began is reached. */
static uint64_t first_lines(unsigned level)
{
    const unsigned lines = LINES_PER_LEVEL * (level + 1);
    const unsigned late = level >= 15 ? LINES_PER_LEVEL * level - 50 : 100;
    return lines < late ? lines : late > 100 ? late : 100;
}

static void score(df_play *play, df_play_clear *clear)
{
    static const uint16_t points[] = {0, 40, 100, 300, 1200};
    df_play_state *state = &play->state;
    const uint64_t first = first_lines(play->options.level);
    uint64_t next = first;
    state->level = play->options.level;
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

/* Longer for pieces that lock higher: the program draws four rows at a time. */
static unsigned delay(const df_play *play, const df_play_clear *clear)
{
    const df_play_state *state = &play->state;
    const df_turns *turns = &play->mover.turns;
    const unsigned middle =
        turns->corner_y[DF_NORTH] + play->mover.piece->shape[DF_NORTH].height - 1u;
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

static void set(df_play_options *options)
{
    options->next = 1;
    options->shift_delay = 16;
    options->shift_repeat = 6;
    /* Not asked for by these rules, but within their ranges. */
    options->soft_factor = 1;
    options->lock_delay = 1;
    options->deal = DF_PLAY_DEAL_DIE;
    if (options->set != NULL && options->set->count == DF_TETROMINOES)
        options->deal = DF_PLAY_DEAL_REGISTER;
}

const game_rules df_nes_rules = {
    .traits = {.name = "nes", .least_level = 0, .most_level = 255, .reach = DF_REACH_NES},
    .rotation = DF_ROTATION_NES,
    .deal = DF_PLAY_DEAL_REGISTER,
    .tetrominoes = tetrominoes,
    .set = set,
    .spawn = spawn,
    .begin = begin,
    .press = press,
    .tick = tick,
    .score = score,
    .delay = delay,
};

/* The rules of the NES game of 1989 for any pieces and playfield; docs/method/game.md gives the
 * sources. The order of each tick is that of the console: nes_frame. */
#include "game.h"
#include "nes_frame.h"

enum { NES_LINES_PER_LEVEL = 10, NES_LOWEST = DF_NES_HEIGHT - 1 };

/* Spawns the middle of the box in the middle column, the top of the piece in the top row. */
static void nes_spawn(const df_game *game, int *x, int *y)
{
    const df_shape *north = &game->mover.piece->shape[DF_NORTH];
    *x = ((int)game->options.width - north->width + 1) / 2;
    *y = (int)game->options.height - north->height;
}

static void nes_begin(df_game *game)
{
    if (game->state.tick > 0)
        return;
    nes_frame_begin(&game->timing, 0, 1);
    game->timing.shift_delay = (uint16_t)game->options.shift_delay;
    game->timing.shift_repeat = (uint16_t)game->options.shift_repeat;
}

static void nes_press(df_game *game, df_game_button button, bool pressed)
{
    if (pressed)
        game->pressed |= 1U << button;
}

static bool nes_shift(void *game, int x)
{
    return df_game_shift(game, x);
}

static void nes_turn(void *game, bool clockwise)
{
    (void)df_game_turn(game, clockwise ? DF_TURN_CLOCKWISE : DF_TURN_ANTICLOCKWISE);
}

static bool nes_fall(void *game)
{
    return df_game_fall(game);
}

/* A piece without room has ended the game when it was spawned. */
static bool nes_fits(const void *game)
{
    (void)game;
    return true;
}

/* Counts at once what the console counts some frames later. */
static void nes_lock(void *object)
{
    df_game *game = object;
    game->state.score = nes_soft_score(game->state.score, game->timing.soft_rows);
    df_game_lock(game);
}

/* All rows have been cleared with the lock. */
static bool nes_check(void *object, unsigned index)
{
    const df_game *game = object;
    return index < game->state.last.rows;
}

static void nes_count(void *game, unsigned rows, unsigned soft_rows)
{
    (void)game, (void)rows, (void)soft_rows;
}

static void nes_spawn_next(void *game)
{
    df_game_spawn_next(game);
}

static unsigned nes_ticks_per_row(const void *object)
{
    const df_game *game = object;
    return nes_gravity(game->state.level);
}

/* Returns the row of the box's middle, as if the playfield were as high as the console's. */
static unsigned nes_middle(const void *object)
{
    const df_game *game = object;
    const df_game_state *state = &game->state;
    const df_turns *turns = &game->mover.turns;
    const int middle =
        turns->corner_y[DF_NORTH] + game->mover.piece->shape[DF_NORTH].height - 1;
    const int row = state->y + middle - turns->corner_y[state->orientation];
    return row < NES_LOWEST ? (unsigned)(NES_LOWEST - row) : 0;
}

static const nes_parts nes_game_parts = {
    .shift = nes_shift,
    .turn = nes_turn,
    .fall = nes_fall,
    .fits = nes_fits,
    .lock = nes_lock,
    .check = nes_check,
    .count = nes_count,
    .spawn = nes_spawn_next,
    .gravity = nes_ticks_per_row,
    .middle = nes_middle,
};

/* Returns buttons as the console has them. */
static unsigned nes_buttons(unsigned buttons)
{
    static const uint8_t bits[DF_GAME_BUTTONS] = {
        [DF_GAME_LEFT] = DF_NES_LEFT,       [DF_GAME_RIGHT] = DF_NES_RIGHT,
        [DF_GAME_SOFT] = DF_NES_DOWN,       [DF_GAME_CLOCKWISE] = DF_NES_A,
        [DF_GAME_ANTICLOCKWISE] = DF_NES_B,
    };
    unsigned sum = 0;
    for (unsigned i = 0; i < DF_GAME_BUTTONS; i++)
        sum |= (buttons >> i & 1) * bits[i];
    return sum;
}

static void nes_tick(df_game *game)
{
    const unsigned pressed = nes_buttons(game->pressed);
    game->pressed = 0;
    /* A button that was released and pressed within a tick has been pressed. */
    game->timing.before &= (uint8_t)~pressed;
    nes_frame_step(&game->timing, nes_buttons(game->held) | pressed, &nes_game_parts, game);
}

/* Returns the lines at which the level after the one where the game began is reached. */
static uint64_t first_lines(unsigned level)
{
    const unsigned lines = NES_LINES_PER_LEVEL * (level + 1);
    const unsigned late = level >= 15 ? NES_LINES_PER_LEVEL * level - 50 : 100;
    return lines < late ? lines : late > 100 ? late : 100;
}

static void nes_score(df_game *game, df_game_event *lock)
{
    df_game_state *state = &game->state;
    const uint64_t first = first_lines(game->options.level);
    uint64_t next = first;
    state->level = game->options.level;
    if (state->lines >= first) {
        const uint64_t more = (state->lines - first) / NES_LINES_PER_LEVEL + 1;
        state->level += (unsigned)more;
        next = first + NES_LINES_PER_LEVEL * more;
    }
    state->to_next_level = (unsigned)(next - state->lines);
    lock->difficult = false;
    lock->spin = DF_SPIN_NONE;
    lock->points = (uint64_t)nes_points(lock->rows) * (state->level + 1);
}

/* The frames say when the next piece comes: not at once. */
static unsigned nes_delay(const df_game *game, const df_game_event *lock)
{
    (void)game, (void)lock;
    return 1;
}

static const df_piece_drawing tetrominoes[DF_TETROMINOES] = {
    [DF_I] = {"I", "####"},    [DF_O] = {"O", "##/##"},   [DF_T] = {"T", "###/.#."},
    [DF_S] = {"S", ".##/##."}, [DF_Z] = {"Z", "##./.##"}, [DF_J] = {"J", "###/..#"},
    [DF_L] = {"L", "###/#.."},
};

static void nes_set(df_game_options *options)
{
    options->next = 1;
    options->shift_delay = NES_SHIFT_DELAY;
    options->shift_repeat = NES_SHIFT_REPEAT;
    /* Not asked for by these rules, but within their ranges. */
    options->soft_factor = 1;
    options->lock_delay = 1;
    options->deal = DF_GAME_DEAL_DIE;
    if (options->set != NULL && options->set->count == DF_TETROMINOES)
        options->deal = DF_GAME_DEAL_REGISTER;
}

const game_rules df_nes_rules = {
    .traits = {.name = "nes",
               .min_level = 0,
               .max_level = 255,
               .rules = DF_RULES_NES_CONSOLE,
               .tetrominoes = tetrominoes},
    .deal = DF_GAME_DEAL_REGISTER,
    .set = nes_set,
    .spawn = nes_spawn,
    .begin = nes_begin,
    .press = nes_press,
    .tick = nes_tick,
    .score = nes_score,
    .delay = nes_delay,
};

/* The order of a frame in NullpoMino. */
#include <string.h>

#include "core/board/nullpomino_bag.h"
#include "nullpo_rule.h"

enum { READY_FRAMES = 100, MARATHON_LEVELS = 20 };

static int nullpo_entry_delay(const df_nullpo *game)
{
    return nullpo_limit(game, game->speed.entry, NULLPO_MIN_ENTRY, NULLPO_MAX_ENTRY);
}

/* getMoveDirection */
static int nullpo_direction(const df_nullpo *game)
{
    const int left = nullpo_held(game, NULLPO_LEFT_BUTTON);
    const int right = nullpo_held(game, NULLPO_RIGHT_BUTTON);
    if (left == 0 || right == 0)
        return (right > 0) - (left > 0);
    if (!nullpo_get(game, NULLPO_LEFT_AND_RIGHT) || left == right)
        return 0;
    return (left > right) != (nullpo_get(game, NULLPO_LEFT_OR_RIGHT) != 0) ? 1 : -1;
}

/* padRepeat, or dasRedirect: counts a shift that is held while no piece is in play. */
static void nullpo_charge(df_nullpo *game, bool counts)
{
    const int direction = nullpo_direction(game);
    if (counts && direction != 0)
        game->shift++;
    else if (counts && !nullpo_get(game, NULLPO_SHIFT_KEEPS))
        game->shift = 0;
    if (counts || nullpo_get(game, NULLPO_SHIFT_REDIRECTS))
        game->shift_direction = direction;
}

/* checkDropContinuousUse: a button that acts once does so again after it was up. */
static void nullpo_release(df_nullpo *game)
{
    if (!nullpo_is_down(game, nullpo_soft_button(game)) || !nullpo_get(game, NULLPO_SOFT_LIMIT))
        game->soft_goes_on = false;
    if (!nullpo_is_down(game, nullpo_hard_button(game)) || !nullpo_get(game, NULLPO_HARD_LIMIT))
        game->hard_goes_on = false;
    if (!nullpo_is_down(game, NULLPO_D) || !nullpo_get(game, NULLPO_HOLD_INITIAL_LIMIT))
        game->hold_goes_on = false;
    const int turn = nullpo_turn_wanted(game, false);
    if (!nullpo_get(game, NULLPO_INITIAL_LIMIT) || turn == 0 ||
        turn != game->begins_turned_last)
        game->turn_goes_on = false;
}

static bool nullpo_can_hold(const df_nullpo *game)
{
    const int limit = nullpo_get(game, NULLPO_HOLD_LIMIT);
    return nullpo_get(game, NULLPO_HOLD) && !game->hold_used && !game->hold_goes_on &&
           (limit < 0 || game->holds < limit);
}

/* initialRotate: what is held before a piece comes. */
static void nullpo_look_ahead(df_nullpo *game)
{
    game->begins_turned = 0;
    if (nullpo_get(game, NULLPO_INITIAL) && !game->turn_goes_on)
        game->begins_turned = nullpo_turn_wanted(game, false);
    game->begins_held = nullpo_is_down(game, NULLPO_D) &&
                        nullpo_get(game, NULLPO_HOLD_INITIAL) && nullpo_can_hold(game);
    game->hold_goes_on = game->hold_goes_on || game->begins_held;
}

static void nullpo_set_phase(df_nullpo *game, nullpo_phase phase)
{
    game->phase = phase;
    game->age = 0;
    game->swaps = false;
}

static int nullpo_deal(df_nullpo *game)
{
    return game->setup->queue[game->next++ % NULLPO_PIECES];
}

/* Brings the next piece into play, or the held one. */
static void nullpo_take(df_nullpo *game)
{
    if (!game->swaps && !game->begins_held) {
        game->piece = nullpo_deal(game);
        game->hold_used = false;
        return;
    }
    const int kept = game->begins_held ? nullpo_deal(game) : game->piece;
    game->piece = game->held_piece >= 0 ? game->held_piece : nullpo_deal(game);
    game->held_piece = kept;
    game->holds++;
    game->begins_held = false;
    game->hold_used = true;
}

static void nullpo_spawn(df_nullpo *game)
{
    const nullpo_speed *speed = &game->speed;
    const nullpo_replay *replay = game->setup->replay;
    nullpo_take(game);
    game->at.orientation = DF_NORTH;
    df_mover_spawn(&game->setup->mover[game->piece], NULLPO_ROWS, &game->at.x, &game->at.y);
    game->at.x += replay->spawn[game->piece][0];
    game->at.y -= replay->spawn[game->piece][1];
    game->fall = speed->denominator > 0 && speed->gravity > speed->denominator
                     ? speed->gravity % speed->denominator
                     : 0;
    game->rest = game->moves = game->turns = game->kicks_up = game->full = 0;
    game->shift_speed = nullpo_shift_repeat(game);
    game->repeats = game->at_once = game->is_locked_by_hand = false;
    game->last = NULLPO_ANY_MOVE;
    game->timer = true;
}

/* Counts lines by the mode. */
static void nullpo_count(df_nullpo *game, unsigned lines)
{
    static const unsigned goals[NULLPO_MODES][3] = {
        [NULLPO_MARATHON] = {150, 200, 0}, [NULLPO_LINE_RACE] = {20, 40, 100}};
    static const int16_t gravity[MARATHON_LEVELS][2] = {
        {1, 63},    {1, 50},     {1, 39},     {1, 30},   {1, 22},   {1, 16},  {1, 12},
        {1, 8},     {1, 6},      {1, 4},      {1, 3},    {1, 2},    {1, 1},   {465, 256},
        {731, 256}, {1280, 256}, {1707, 256}, {-1, 256}, {-1, 256}, {-1, 256}};
    const nullpo_replay *replay = game->setup->replay;
    const unsigned goal = goals[replay->mode][replay->goal];
    game->lines += lines;
    if (goal > 0 && game->lines >= goal) {
        game->phase = NULLPO_OVER;
        return;
    }
    if (replay->mode != NULLPO_MARATHON)
        return;
    game->level += game->lines >= (game->level + 1) * 10 && game->level + 1 < MARATHON_LEVELS;
    game->speed.gravity = gravity[game->level][0];
    game->speed.denominator = gravity[game->level][1];
}

/* Removes the full rows. */
static int nullpo_clear_rows(df_nullpo *game, bool removes)
{
    const unsigned rows = df_nullpo_rows(game->setup->replay);
    unsigned to = 0;
    for (unsigned y = 0; y < rows; y++) {
        if (game->row[y] != (1U << DF_NULLPOMINO_WIDTH) - 1) {
            if (removes)
                game->row[to] = game->row[y];
            to++;
        }
    }
    for (unsigned y = to; removes && y < rows; y++)
        game->row[y] = 0;
    return (int)(rows - to);
}

/* True if a button ends a delay: the rule may let each kind do so. */
static bool nullpo_cancels(df_nullpo *game, nullpo_option move, nullpo_option turn,
                           nullpo_option hold)
{
    game->cancels_left = nullpo_is_pushed(game, NULLPO_LEFT_BUTTON);
    game->cancels_right = nullpo_is_pushed(game, NULLPO_RIGHT_BUTTON);
    game->cancels = (nullpo_get(game, move) && (nullpo_is_pushed(game, NULLPO_UP) ||
                                                nullpo_is_pushed(game, NULLPO_DOWN) ||
                                                game->cancels_left || game->cancels_right)) ||
                    (nullpo_get(game, turn) && nullpo_turn_wanted(game, true) != 0) ||
                    (nullpo_get(game, hold) && nullpo_is_pushed(game, NULLPO_D));
    return game->cancels;
}

/* statLineClear */
static void nullpo_clear(df_nullpo *game)
{
    const int delay = nullpo_limit(game, game->speed.clear, NULLPO_MIN_CLEAR, NULLPO_MAX_CLEAR);
    nullpo_release(game);
    nullpo_charge(game, nullpo_get(game, NULLPO_SHIFT_CLEAR) != 0);
    if (game->age == 0)
        nullpo_count(game, (unsigned)nullpo_clear_rows(game, true));
    if (game->phase == NULLPO_OVER)
        return;
    if (nullpo_cancels(game, NULLPO_CLEAR_MOVE, NULLPO_CLEAR_TURN, NULLPO_CLEAR_HOLD) &&
        game->age < delay)
        game->age = delay;
    if (game->age++ < delay)
        return;
    game->wait = nullpo_limit(game, game->speed.entry_line, NULLPO_MIN_ENTRY_LINE,
                              NULLPO_MAX_ENTRY_LINE);
    nullpo_set_phase(game, game->wait > 0 ? NULLPO_ENTERING : NULLPO_MOVING);
}

/* statLockFlash */
static void nullpo_flash(df_nullpo *game)
{
    game->age++;
    nullpo_release(game);
    nullpo_charge(game, nullpo_get(game, NULLPO_SHIFT_FLASH) != 0);
    if (game->age < nullpo_get(game, NULLPO_FLASH))
        return;
    game->wait = nullpo_entry_delay(game);
    nullpo_set_phase(game, game->full > 0 ? NULLPO_CLEARING : NULLPO_ENTERING);
    if (game->full > 0)
        nullpo_clear(game);
}

/* statARE */
static void nullpo_enter(df_nullpo *game)
{
    game->age++;
    nullpo_release(game);
    if (nullpo_cancels(game, NULLPO_ENTRY_MOVE, NULLPO_ENTRY_TURN, NULLPO_ENTRY_HOLD) &&
        game->age < game->wait)
        game->age = game->wait;
    nullpo_charge(
        game, nullpo_get(game, NULLPO_SHIFT_ENTRY) &&
                  (game->age < game->wait - 1 || nullpo_get(game, NULLPO_SHIFT_ENTRY_LAST)));
    if (game->age < game->wait)
        return;
    nullpo_look_ahead(game);
    nullpo_set_phase(game, NULLPO_MOVING);
}

static void nullpo_move(df_nullpo *game);

/* Puts the piece into the playfield; squares above all rows are lost. */
static void nullpo_lock(df_nullpo *game)
{
    const df_shape *shape = &game->setup->mover[game->piece].piece->shape[game->at.orientation];
    const unsigned rows = df_nullpo_rows(game->setup->replay);
    const unsigned bottom = (unsigned)game->at.y;
    for (unsigned i = 0; i < shape->height && bottom + i < rows; i++)
        game->row[bottom + i] |= (uint64_t)shape->row[i] << game->at.x;
    game->drop = (df_drop){.piece = (uint16_t)game->piece,
                           .orientation = (uint8_t)game->at.orientation,
                           .x = (uint8_t)game->at.x,
                           .y = (uint16_t)bottom};
    game->locks++;
    game->hold_used = game->repeats = game->at_once = false;
    game->full = nullpo_clear_rows(game, false);
    const bool is_out = bottom >= NULLPO_ROWS && nullpo_get(game, NULLPO_LOCKOUT);
    const bool is_partly =
        bottom + shape->height > NULLPO_ROWS && nullpo_get(game, NULLPO_PARTIAL_LOCKOUT);
    const bool flashes = nullpo_get(game, NULLPO_FLASH) > 0;
    const bool flashes_first = nullpo_get(game, NULLPO_FLASH_FIRST) != 0;
    game->wait = nullpo_entry_delay(game);
    if (is_out || is_partly) {
        nullpo_set_phase(game, NULLPO_OVER);
    } else if (game->full > 0 && !(flashes && flashes_first)) {
        nullpo_set_phase(game, NULLPO_CLEARING);
        nullpo_clear(game);
    } else if ((game->wait > 0 || flashes_first) && flashes &&
               nullpo_get(game, NULLPO_FLASH_ONLY)) {
        nullpo_set_phase(game, NULLPO_FLASHING);
    } else if (game->wait > 0) {
        nullpo_set_phase(game, NULLPO_ENTERING);
    } else {
        nullpo_set_phase(game, NULLPO_MOVING);
        if (!nullpo_get(game, NULLPO_MOVE_FIRST))
            nullpo_move(game);
    }
}

/* Holds and turns the piece. Returns false if the frame is over for it. */
static bool nullpo_hold_and_turn(df_nullpo *game)
{
    if ((nullpo_is_pushed(game, NULLPO_D) || game->begins_held) && nullpo_can_hold(game)) {
        game->age = 0;
        game->swaps = game->hold_goes_on = game->hold_used = true;
        game->begins_held = false;
        nullpo_look_ahead(game);
        nullpo_move(game);
        return false;
    }
    df_nullpo_turn(game);
    for (int i = nullpo_get(game, NULLPO_ENTER_HIGHER); game->age == 0 && i > 0; i--)
        game->at.y += !df_nullpo_fits(game, &game->at);
    if (game->age > 0 || df_nullpo_fits(game, &game->at))
        return true;
    nullpo_set_phase(game, NULLPO_OVER);
    return false;
}

/* statMove */
static void nullpo_move(df_nullpo *game)
{
    const int direction = nullpo_direction(game);
    const bool acts = game->age > 0 || nullpo_get(game, NULLPO_MOVE_FIRST);
    const bool charges = game->age > 0 || nullpo_get(game, NULLPO_SHIFT_FIRST);
    bool shifts = false, soft = false;
    game->repeats = false;
    if (charges && game->shift_direction != direction) {
        game->shift_direction = direction;
        if (direction != 0 || !nullpo_get(game, NULLPO_SHIFT_KEEPS))
            game->shift = 0;
    }
    if (game->age == 0)
        nullpo_spawn(game);
    nullpo_release(game);
    if (!game->at_once && !nullpo_hold_and_turn(game))
        return;
    if (acts) {
        shifts = df_nullpo_shift(game, direction);
        if (!game->repeats || game->setup->replay->version < 76) {
            df_nullpo_drop_hard(game, shifts);
            soft = df_nullpo_drop_soft(game, shifts);
        }
    }
    df_nullpo_fall(game, soft);
    if (acts && !nullpo_fits_beside(game, 0, -1) && df_nullpo_rest(game, shifts)) {
        nullpo_lock(game);
        return;
    }
    const int delay = nullpo_shift_delay(game);
    if (charges && direction != 0 && direction == game->shift_direction &&
        (game->shift < delay || delay <= 0))
        game->shift++;
    game->age++;
}

/* statReady */
static void nullpo_ready(df_nullpo *game)
{
    nullpo_charge(game, nullpo_get(game, NULLPO_SHIFT_READY) != 0);
    if (game->age++ < READY_FRAMES)
        return;
    game->level = game->setup->replay->level;
    nullpo_count(game, 0);
    nullpo_look_ahead(game);
    nullpo_set_phase(game, NULLPO_MOVING);
}

void df_nullpo_step(df_nullpo *game, unsigned buttons)
{
    const nullpo_replay *replay = game->setup->replay;
    const uint32_t limit = 60 * 60 * (replay->goal + 1);
    if (game->phase == NULLPO_OVER)
        return;
    game->frames++;
    game->buttons = buttons;
    for (unsigned i = 0; i < NULLPO_BUTTONS; i++)
        game->held[i] = (buttons >> i & 1) != 0 ? game->held[i] + 1 : 0;
    if (game->phase == NULLPO_READY) {
        nullpo_ready(game);
    } else if (game->phase == NULLPO_MOVING) {
        game->repeats = true;
        game->at_once = false;
        while (game->repeats)
            nullpo_move(game);
    } else if (game->phase == NULLPO_FLASHING) {
        nullpo_flash(game);
    } else if (game->phase == NULLPO_CLEARING) {
        nullpo_clear(game);
    } else {
        nullpo_enter(game);
    }
    if (replay->mode == NULLPO_ULTRA && game->timer && game->time >= limit)
        game->phase = NULLPO_OVER;
    game->time += game->timer;
}

/* Deals the pieces of a game, in the game's own order of them. */
static void nullpo_deal_all(nullpo_setup *setup)
{
    const nullpo_replay *replay = setup->replay;
    uint64_t random = java_random_begin(replay->seed);
    uint8_t bag[DF_TETROMINOES];
    memcpy(bag, nullpomino_order, sizeof bag);
    for (size_t i = 0; i < NULLPO_PIECES; i++) {
        if (replay->randomizer == NULLPO_MEMORYLESS) {
            setup->queue[i] = nullpomino_order[java_random_below(&random, DF_TETROMINOES)];
            continue;
        }
        if (i % DF_TETROMINOES == 0)
            nullpomino_bag_shuffle(&random, bag,
                                   i == 0 && replay->randomizer == NULLPO_BAG_FIRST);
        setup->queue[i] = bag[i % DF_TETROMINOES];
    }
}

df_status df_nullpo_prepare(nullpo_setup *setup, const nullpo_replay *replay,
                            const df_piece_set *set)
{
    setup->replay = replay;
    nullpo_deal_all(setup);
    df_status status = DF_OK;
    for (unsigned i = 0; status == DF_OK && i < DF_TETROMINOES; i++)
        status = df_mover_make(&setup->mover[i], &set->pieces[i], DF_NULLPOMINO_WIDTH,
                               DF_RULES_NULLPOMINO180);
    return status;
}

void df_nullpo_begin(df_nullpo *game, const nullpo_setup *setup)
{
    /* The first frame of the game is none of the replay. */
    *game = (df_nullpo){
        .setup = setup, .age = 1, .piece = -1, .held_piece = -1, .speed = setup->replay->speed};
    game->shift_speed = nullpo_shift_repeat(game);
}

/* The piece in play in NullpoMino: how it turns, shifts, falls and rests. */
#include "nullpo_rule.h"

unsigned df_nullpo_rows(const nullpo_replay *replay)
{
    return NULLPO_ROWS + (unsigned)replay->option[NULLPO_HIDDEN];
}

bool df_nullpo_fits(const df_nullpo *game, const piece_at *at)
{
    return df_mover_fits(&game->setup->mover[game->piece], game->row,
                         df_nullpo_rows(game->setup->replay), at);
}

/* isMoveCountExceed, isRotateCountExceed */
static bool nullpo_exceeds(const df_nullpo *game, bool turns)
{
    const bool is_shared = nullpo_get(game, NULLPO_LIMIT_SHARED) != 0;
    const int limit =
        nullpo_get(game, turns && !is_shared ? NULLPO_LIMIT_TURN : NULLPO_LIMIT_MOVE);
    const int count = is_shared ? game->moves + game->turns : turns ? game->turns : game->moves;
    return limit >= 0 && count >= limit;
}

/* Turns the piece by the first test whose place is free. O stays where it is, and has the kicks
 * of the others. Returns how high it was kicked, or INT8_MIN if it was not turned; *test is the
 * test. */
static int nullpo_try_turn(df_nullpo *game, unsigned how, bool kicks, unsigned *test)
{
    static const uint8_t quarters[DF_TURNS] = {
        [DF_TURN_CLOCKWISE] = 1, [DF_TURN_ANTICLOCKWISE] = 3, [DF_TURN_HALF] = 2};
    const bool is_square = game->piece == DF_O;
    const df_turn *turn = &game->setup->mover[is_square ? DF_T : game->piece]
                               .turns.turn[game->at.orientation][how];
    const bool up = nullpo_get(game, NULLPO_KICK_UP) < 0 ||
                    game->kicks_up < nullpo_get(game, NULLPO_KICK_UP);
    for (*test = 0; *test < (kicks ? turn->tests : 1); ++*test) {
        const int lifted = turn->y[*test] - turn->y[0];
        const piece_at to = {
            (game->at.orientation + quarters[how]) % DF_ORIENTATIONS,
            game->at.x + turn->x[*test] - (is_square ? turn->x[0] : 0),
            game->at.y + turn->y[*test] - (is_square ? turn->y[0] : 0),
        };
        if ((lifted <= 0 || up) && df_nullpo_fits(game, &to)) {
            game->at = to;
            return lifted;
        }
    }
    return INT8_MIN;
}

/* Returns the turn of this frame: 1 clockwise, -1, 2, or 0. */
static int nullpo_choose_turn(df_nullpo *game)
{
    int move = game->begins_turned;
    if (move == 0 && (game->age > 0 || nullpo_get(game, NULLPO_MOVE_FIRST)))
        move = nullpo_turn_wanted(game, true);
    if (move != 0) {
        game->begins_turned_last = move;
        game->turn_goes_on = true;
    }
    if (move == 2 && !nullpo_get(game, NULLPO_TURN_HALF))
        move = -1;
    if (move == 1 && !nullpo_get(game, NULLPO_TURN_BOTH))
        move = -1;
    if (move != 2 && nullpo_own(game, NULLPO_OWN_TURN_RIGHT, NULLPO_TURN_RIGHT))
        move = -move;
    return move;
}

void df_nullpo_turn(df_nullpo *game)
{
    const bool on_ground = !nullpo_fits_beside(game, 0, -1);
    const int move = nullpo_choose_turn(game);
    const bool is_limited = nullpo_get(game, NULLPO_LIMIT_OVER) == 2;
    const bool kicks = game->setup->replay->kicks && nullpo_get(game, NULLPO_KICK) &&
                       (game->begins_turned == 0 || nullpo_get(game, NULLPO_INITIAL_KICK)) &&
                       (!is_limited || !nullpo_exceeds(game, true));
    game->begins_turned = 0;
    if (move == 0)
        return;
    unsigned test;
    const int lifted = nullpo_try_turn(game,
                                       move == 2   ? DF_TURN_HALF
                                       : move == 1 ? DF_TURN_CLOCKWISE
                                                   : DF_TURN_ANTICLOCKWISE,
                                       kicks, &test);
    if (lifted == INT8_MIN)
        return;
    game->kicks_up += test > 0 && lifted > 0;
    if (((test > 0 && nullpo_get(game, NULLPO_RESET_KICK)) ||
         nullpo_get(game, NULLPO_RESET_TURN)) &&
        !nullpo_exceeds(game, true))
        game->rest = 0;
    game->turns += on_ground;
    game->last = on_ground ? NULLPO_KEPT_MOVE : NULLPO_ANY_MOVE;
}

/* Shifts the piece by a column, if there is room. */
static void nullpo_shift_once(df_nullpo *game, int move)
{
    const bool on_ground = !nullpo_fits_beside(game, 0, -1);
    const int repeat = nullpo_shift_repeat(game);
    if (game->shift > 0)
        game->shift_speed = 1;
    if (!nullpo_fits_beside(game, move, 0)) {
        if (nullpo_get(game, NULLPO_SHIFT_BLOCKED)) {
            game->shift = nullpo_shift_delay(game);
            game->shift_speed = repeat;
        }
        return;
    }
    game->at.x += move;
    if (repeat == 0 && game->shift > 0 && nullpo_fits_beside(game, move, 0))
        game->repeats = game->at_once = true;
    if (nullpo_get(game, NULLPO_RESET_MOVE) && !nullpo_exceeds(game, false))
        game->rest = 0;
    game->moves += on_ground;
    game->last = on_ground ? NULLPO_KEPT_MOVE : NULLPO_ANY_MOVE;
}

bool df_nullpo_shift(df_nullpo *game, int move)
{
    const int delay = nullpo_shift_delay(game);
    if (game->age == 0 && game->cancels) {
        move = game->cancels_right ? 1 : game->cancels_left ? -1 : move;
        game->shift = 0;
        game->cancels_left = game->cancels_right = false;
    } else if (game->age == 1 && game->cancels && game->shift < delay) {
        move = 0;
        game->cancels = false;
    }
    if (move == 0)
        return false;
    if (game->shift == 0)
        game->shift_lock = 0;
    if (game->shift != 0 && game->shift < delay)
        return true;
    game->shift_lock &= game->buttons;
    if (game->shift_lock == 0) {
        if (game->shift == 0 || game->shift_speed >= nullpo_shift_repeat(game))
            nullpo_shift_once(game, move);
        else
            game->shift_speed++;
    }
    return true;
}

/* True if a drop button acts: it is held, and nothing else forbids it. */
static bool nullpo_drops(const df_nullpo *game, unsigned button, bool goes_on,
                         nullpo_option enabled, bool shifts)
{
    const bool both = nullpo_is_down(game, NULLPO_UP) && nullpo_is_down(game, NULLPO_DOWN);
    return nullpo_is_down(game, button) && !goes_on && nullpo_get(game, enabled) &&
           (!shifts || nullpo_own(game, NULLPO_OWN_DIAGONAL, NULLPO_DIAGONAL)) &&
           (!both || nullpo_get(game, NULLPO_UP_AND_DOWN));
}

static bool nullpo_drops_hard(const df_nullpo *game, bool shifts)
{
    return nullpo_drops(game, nullpo_hard_button(game), game->hard_goes_on, NULLPO_HARD,
                        shifts);
}

static bool nullpo_drops_soft(const df_nullpo *game, bool shifts)
{
    return nullpo_drops(game, nullpo_soft_button(game), game->soft_goes_on, NULLPO_SOFT,
                        shifts);
}

void df_nullpo_drop_hard(df_nullpo *game, bool shifts)
{
    if (!nullpo_drops_hard(game, shifts) || !nullpo_fits_beside(game, 0, -1))
        return;
    while (nullpo_fits_beside(game, 0, -1))
        game->at.y--;
    game->last = NULLPO_KEPT_MOVE;
    if (nullpo_get(game, NULLPO_RESET_FALL))
        game->rest = game->moves = game->turns = 0;
}

/* True if a soft drop is as fast as it says, and gravity adds nothing. */
static bool nullpo_replaces_gravity(const df_nullpo *game)
{
    return nullpo_get(game, NULLPO_SOFT_GRAVITY) && game->setup->replay->soft_speed >= 1.0F;
}

bool df_nullpo_drop_soft(df_nullpo *game, bool shifts)
{
    const nullpo_speed *speed = &game->speed;
    const bool is_native = nullpo_get(game, NULLPO_SOFT_NATIVE) != 0;
    const int base = is_native || speed->denominator <= 0 ? speed->gravity : speed->denominator;
    const int more = (int)((float)base * game->setup->replay->soft_speed);
    const bool replaces = nullpo_replaces_gravity(game);
    const bool drops =
        nullpo_drops_soft(game, shifts) && (!replaces || is_native || speed->gravity < more);
    if (replaces)
        game->fall = drops ? more : game->fall + speed->gravity;
    else if (drops)
        game->fall += more;
    return drops;
}

void df_nullpo_fall(df_nullpo *game, bool soft)
{
    const nullpo_speed *speed = &game->speed;
    if (!nullpo_replaces_gravity(game))
        game->fall += speed->gravity;
    while ((game->fall >= speed->denominator || speed->gravity < 0) &&
           nullpo_fits_beside(game, 0, -1)) {
        if (speed->gravity >= 0)
            game->fall -= speed->denominator;
        game->at.y--;
        if (nullpo_get(game, NULLPO_RESET_FALL))
            game->rest = 0;
        if (game->last == NULLPO_ANY_MOVE)
            game->moves = game->turns = 0;
        game->last = soft ? NULLPO_KEPT_MOVE : NULLPO_ANY_MOVE;
    }
}

static int nullpo_lock_delay(const df_nullpo *game)
{
    return nullpo_limit(game, game->speed.lock, NULLPO_MIN_LOCK, NULLPO_MAX_LOCK);
}

bool df_nullpo_rest(df_nullpo *game, bool shifts)
{
    const int delay = nullpo_lock_delay(game);
    const nullpo_speed *speed = &game->speed;
    bool locks = false;
    game->rest += game->rest < delay;
    if (delay >= NULLPO_LOCK_NEVER && game->rest > NULLPO_LOCK_NEVER - 1)
        game->rest = NULLPO_LOCK_NEVER - 1;
    if (delay != 0)
        game->fall = speed->gravity;
    if (nullpo_drops_hard(game, shifts) && nullpo_get(game, NULLPO_HARD_LOCK))
        locks = game->hard_goes_on = true;
    if (nullpo_drops_soft(game, shifts) && nullpo_get(game, NULLPO_SOFT_LOCK))
        locks = game->soft_goes_on = true;
    if (nullpo_is_pushed(game, nullpo_soft_button(game)) &&
        nullpo_drops(game, nullpo_soft_button(game), false, NULLPO_SOFT, shifts) &&
        nullpo_get(game, NULLPO_SOFT_SURFACE))
        locks = game->soft_goes_on = true;
    game->is_locked_by_hand = game->is_locked_by_hand || locks;
    if (game->is_locked_by_hand && nullpo_get(game, NULLPO_SHIFT_LOCK))
        game->shift_lock = game->buttons & (NULLPO_UP | NULLPO_DOWN);
    if (nullpo_get(game, NULLPO_LIMIT_OVER) == 1 &&
        (nullpo_exceeds(game, false) || nullpo_exceeds(game, true)))
        locks = true;
    if (delay == 0 && (game->fall >= speed->denominator || speed->gravity < 0))
        locks = true;
    return locks || (delay > 0 && game->rest >= delay);
}

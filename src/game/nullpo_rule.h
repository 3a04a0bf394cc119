/* The rule of a game and its buttons, as all parts of a frame ask for them. Names in the game's
 * own code stand beside what is theirs: getMoveDirection, statARE and so on of its GameEngine.
 */
#pragma once

#include "nullpo.h"

static inline int nullpo_get(const df_nullpo *game, nullpo_option option)
{
    return game->setup->replay->option[option];
}

/* Returns a delay that the rule may limit. */
static inline int nullpo_limit(const df_nullpo *game, int value, nullpo_option least,
                               nullpo_option most)
{
    const int min = nullpo_get(game, least), max = nullpo_get(game, most);
    return min >= 0 && value < min ? min : max >= 0 && value > max ? max : value;
}

/* The player's own limits come before those of the rule. */
static inline int nullpo_shift_delay(const df_nullpo *game)
{
    const int own =
        nullpo_limit(game, game->speed.shift, NULLPO_OWN_MIN_SHIFT, NULLPO_OWN_MAX_SHIFT);
    return own != game->speed.shift
               ? own
               : nullpo_limit(game, own, NULLPO_MIN_SHIFT, NULLPO_MAX_SHIFT);
}

static inline int nullpo_own(const df_nullpo *game, nullpo_option own, nullpo_option rule)
{
    return nullpo_get(game, nullpo_get(game, own) >= 0 ? own : rule);
}

static inline int nullpo_shift_repeat(const df_nullpo *game)
{
    return nullpo_own(game, NULLPO_OWN_SHIFT_REPEAT, NULLPO_SHIFT_REPEAT);
}

/* Returns how long a button has been held. */
static inline int nullpo_held(const df_nullpo *game, unsigned button)
{
    unsigned i = 0;
    while (button >> i > 1)
        i++;
    return game->held[i];
}

static inline bool nullpo_is_down(const df_nullpo *game, unsigned button)
{
    return (game->buttons & button) != 0;
}

static inline bool nullpo_is_pushed(const df_nullpo *game, unsigned button)
{
    return nullpo_held(game, button) == 1;
}

static inline unsigned nullpo_hard_button(const df_nullpo *game)
{
    return nullpo_get(game, NULLPO_OWN_REVERSED) ? NULLPO_DOWN : NULLPO_UP;
}

static inline unsigned nullpo_soft_button(const df_nullpo *game)
{
    return nullpo_get(game, NULLPO_OWN_REVERSED) ? NULLPO_UP : NULLPO_DOWN;
}

/* Returns the turn whose button is held, or has just been pushed: -1, 1, 2, or 0 for none. */
static inline int nullpo_turn_wanted(const df_nullpo *game, bool just_pushed)
{
    static const struct {
        unsigned button;
        int turn;
    } turns[] = {{NULLPO_A, -1}, {NULLPO_C, -1}, {NULLPO_B, 1}, {NULLPO_E, 2}};
    for (unsigned i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        if (just_pushed ? nullpo_is_pushed(game, turns[i].button)
                        : nullpo_is_down(game, turns[i].button))
            return turns[i].turn;
    }
    return 0;
}

static inline bool nullpo_fits_beside(const df_nullpo *game, int x, int y)
{
    const piece_at at = {game->at.orientation, game->at.x + x, game->at.y + y};
    return df_nullpo_fits(game, &at);
}

/* Turns the piece, if that is wanted. */
void df_nullpo_turn(df_nullpo *game);

/* Shifts the piece as the buttons say. Returns true if one is held. */
bool df_nullpo_shift(df_nullpo *game, int move);

/* Lets the piece fall by a hard drop. */
void df_nullpo_drop_hard(df_nullpo *game, bool shifts);

/* Adds a soft drop to the fall. Returns true if there is one. */
bool df_nullpo_drop_soft(df_nullpo *game, bool shifts);

/* Lets the piece fall by as many rows as it has earned. */
void df_nullpo_fall(df_nullpo *game, bool soft);

/* Lets the piece rest on the ground. Returns true if it is to lock. */
bool df_nullpo_rest(df_nullpo *game, bool shifts);

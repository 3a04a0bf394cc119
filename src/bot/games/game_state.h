/* A game in progress, without its player: the board, the known pieces, the piece in hold and
 * the result so far. */
#pragma once

#include "bot/score/board.h"
#include "dropforge/bot.h"

typedef struct game_state {
    df_bot_game_options options; /* of the bot, only the set and the size of the board count */
    grid layout;
    df_dealer dealer;
    board *now;
    board *then;      /* space for the board after a drop */
    uint16_t *pieces; /* the current piece and those after it */
    size_t count;
    size_t known; /* the count until the deal ends */
    int held;     /* or -1 */
    df_bot_game_result result;
} game_state;

/* Prepares games in which `known` pieces are known at a time; call df_game_state_begin next,
 * and df_game_state_drop in any case. The size of the board must be that of a playfield.
 * DF_ERROR_ARGUMENT: the set does not have the pieces of this deal. */
df_status df_game_state_make(game_state *state, const df_bot_game_options *options,
                             size_t known, df_error *error);

/* Frees the content of *state. */
void df_game_state_drop(game_state *state);

/* Begins game `number` of a seed, from an empty board. */
void df_game_state_begin(game_state *state, uint64_t seed, uint64_t number);

/* Places the current piece, or the other one if the choice holds; the place is free and inside,
 * and the game is not at its end. Ignores the score. Returns the number of rows cleared. */
unsigned df_game_state_put(game_state *state, const df_choice *choice);

/* Returns a decision as a drop of a plan. */
static inline df_drop choice_drop(const df_choice *choice)
{
    return (df_drop){.piece = choice->piece,
                     .orientation = choice->place.orientation,
                     .x = choice->place.x,
                     .y = choice->place.y};
}

/* A game in progress, whoever makes its decisions: the board, the pieces that are known, what
 * is in hold, and what was played so far. */
#ifndef DROPFORGE_BOT_GAME_STATE_H
#define DROPFORGE_BOT_GAME_STATE_H

#include "bot/board.h"
#include "dropforge/bot_game.h"

typedef struct game_state {
    df_game_options options; /* of the bot it knows the set and the size of the board alone */
    grid layout;
    df_dealer dealer;
    board *now;
    board *then;      /* room for the board after a drop */
    uint16_t *pieces; /* the first that are dealt: the current one, and those after it */
    size_t count;
    size_t known; /* how many there are until the deal ends */
    int held;     /* or -1 */
    df_game_result result;
} game_state;

/* Makes room for games in which `known` pieces are known at a time; df_game_state_begin comes
 * next. DF_ERROR_ARGUMENT: these pieces cannot be dealt so. The size of the board must be one
 * of a playfield. df_game_state_drop in any case. */
df_status df_game_state_make(game_state *state, const df_game_options *options, size_t known);

/* Frees what is in *state. */
void df_game_state_drop(game_state *state);

/* Begins game `number` of a seed, from an empty board. */
void df_game_state_begin(game_state *state, uint64_t seed, uint64_t number);

/* Brings a piece to rest: the current one, or the other one if `choice` holds. The place is
 * free and inside, and the game is not at its end. The score is not looked at. Returns how many
 * rows were cleared. */
unsigned df_game_state_put(game_state *state, const df_choice *choice);

/* A decision as a drop of a plan. */
static inline df_drop choice_drop(const df_choice *choice)
{
    return (df_drop){.piece = choice->piece,
                     .orientation = choice->place.orientation,
                     .x = choice->place.x,
                     .y = choice->place.y};
}

#endif

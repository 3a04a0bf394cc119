/* A bot that presses the buttons of a df_game as a player does. */
#ifndef DROPFORGE_MATCH_H
#define DROPFORGE_MATCH_H

#include "dropforge/bot.h"
#include "dropforge/game.h"

DF_BEGIN_DECLARATIONS

typedef struct df_match_bot df_match_bot;

/* Makes a bot that judges placements by these weights, which are copied, and waits `thinking`
 * ticks before it begins with a piece. The caller owns *bot (df_match_bot_free).
 * DF_ERROR_MEMORY. */
df_status df_match_bot_create(df_match_bot **bot, const df_weights *weights, unsigned thinking);

/* Frees a bot; NULL is allowed. */
void df_match_bot_free(df_match_bot *bot);

/* Presses and releases the buttons for the next tick: call it before each df_game_tick. Errors
 * as df_game_press, and DF_ERROR_MEMORY. */
df_status df_match_bot_act(df_match_bot *bot, df_game *game);

/* Drops the plan for the piece in play: call it when somebody else has played or will play. */
void df_match_bot_forget(df_match_bot *bot);

DF_END_DECLARATIONS

#endif

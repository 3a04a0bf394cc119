/* A bot that presses the buttons of a game as a player does. */
#ifndef CLI_PLAY_BOT_H
#define CLI_PLAY_BOT_H

#include "dropforge/bot.h"
#include "dropforge/play.h"

/* Begin with the weights and how long it thinks, and all else zero. */
typedef struct play_bot {
    const df_weights *weights;
    unsigned thinking; /* ticks before it begins with a piece */
    bool has_plan;     /* of what to do with the piece in play */
    df_place place;
    df_way *way; /* to it, or NULL: it is steered there */
    size_t at;
    uint64_t pieces; /* that had locked when it began to think of this one */
    bool has_begun;
    unsigned wait;  /* ticks until it presses a button again */
    unsigned turns; /* that it needed to begin with a piece that somebody else has turned */
} play_bot;

/* Does what it wants to do before the next tick. Errors as df_play_press, and DF_ERROR_MEMORY.
 */
df_status play_bot_act(play_bot *bot, df_play *play);

/* Forgets its plan, because somebody else has played or will play. */
void play_bot_forget(play_bot *bot);

#endif

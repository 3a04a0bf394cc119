/* Games that are independent of one another, on several threads. */
#ifndef DROPFORGE_BOT_TOURNAMENT_H
#define DROPFORGE_BOT_TOURNAMENT_H

#include "dropforge/bot_game.h"

typedef struct tournament {
    /* Tells how game `index` is played, and its number. */
    void (*get)(const void *context, size_t index, df_game_options *options, uint64_t *number);
    const void *context;
    size_t count;
    unsigned jobs;
    df_games_watch *watch; /* may be NULL */
    void *watch_context;
} tournament;

/* Plays all games into results[count]; these do not depend on the number of jobs.
 * DF_ERROR_SINK: stopped by the watch. */
df_status df_tournament_play(const tournament *games, df_game_result *results);

#endif

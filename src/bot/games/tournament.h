/* Independent games on several threads. */
#pragma once

#include "dropforge/bot.h"

typedef struct tournament {
    /* Writes the options and the number of game `index`. */
    void (*get)(const void *context, size_t index, df_bot_game_options *options,
                uint64_t *number);
    const void *context;
    size_t count;
    unsigned jobs;
    df_watch *watch; /* may be NULL */
    void *watch_context;
} tournament;

/* Plays all games into results[count]; these do not depend on the number of jobs.
 * DF_ERROR_CANCELLED: the watch has stopped them. */
df_status df_tournament_play(const tournament *games, df_bot_game_result *results);

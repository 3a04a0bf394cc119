#include "tournament.h"

#include <stdatomic.h>
#include <string.h>

#include "core/base/jobs.h"

/* Placements between two calls of the watch: a fraction of a second's work with any lookahead.
 */
#define WATCH_PLACEMENTS 250000

/* The state that the games of one call share. */
typedef struct tournament_shared {
    const tournament *games;
    df_bot_game_result *results;
    atomic_uint_fast64_t done;
    atomic_uint_fast64_t pieces;
    atomic_bool stopped;
} tournament_shared;

/* Reports more games and pieces to the watch; false: stop. */
static bool tournament_report(tournament_shared *all, uint64_t games, uint64_t pieces)
{
    const tournament *options = all->games;
    if (options->watch == NULL)
        return true;
    const uint64_t done = atomic_fetch_add(&all->done, games) + games;
    const uint64_t dropped = atomic_fetch_add(&all->pieces, pieces) + pieces;
    if (!options->watch(options->watch_context, done, dropped))
        atomic_store(&all->stopped, true);
    return !atomic_load(&all->stopped);
}

/* Plays a game to its end, or until the watch stops it. */
static df_status tournament_play(tournament_shared *all, df_bot_game *game)
{
    const df_bot_game_result *result = df_bot_game_get_result(game);
    uint64_t reported = 0, scored = 0;
    while (result->end == DF_BOT_GAME_UNPLAYED) {
        df_outcome outcome;
        const df_status status = df_bot_game_step(game, NULL, &outcome);
        if (status != DF_OK)
            return status;
        if (result->placements - scored >= WATCH_PLACEMENTS) {
            if (!tournament_report(all, 0, result->pieces - reported))
                return DF_ERROR_CANCELLED;
            reported = result->pieces;
            scored = result->placements;
        }
    }
    return tournament_report(all, 1, result->pieces - reported) ? DF_OK : DF_ERROR_CANCELLED;
}

static df_status play_one(void *context, size_t index)
{
    tournament_shared *all = context;
    df_bot_game_options options;
    uint64_t number;
    df_bot_game *game;
    if (atomic_load(&all->stopped))
        return DF_ERROR_CANCELLED;
    all->games->get(all->games->context, index, &options, &number);
    df_status status = df_bot_game_create(&game, &options);
    if (status != DF_OK)
        return status;
    df_bot_game_reset(game, number);
    status = tournament_play(all, game);
    all->results[index] = *df_bot_game_get_result(game);
    df_bot_game_free(game);
    return status;
}

df_status df_tournament_play(const tournament *games, df_bot_game_result *results)
{
    tournament_shared all = {.games = games, .results = results};
    memset(results, 0, games->count * sizeof results[0]);
    return df_jobs_run(games->count, games->jobs, play_one, &all);
}

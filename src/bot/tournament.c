#include "bot/tournament.h"

#include <stdatomic.h>
#include <string.h>

#include "core/jobs.h"

/* The watch is called after a piece when so many placements have been scored, a fraction of a
 * second's work, however far the bot looks ahead. */
#define WATCH_PLACEMENTS 250000

/* What the games of one call share. */
typedef struct hall {
    const tournament *games;
    df_game_result *results;
    atomic_uint_fast64_t done;
    atomic_uint_fast64_t pieces;
    atomic_bool stopped;
} hall;

/* Tells the watch of more pieces; false to stop. */
static bool report(hall *all, uint64_t games, uint64_t pieces)
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
static df_status play(hall *all, df_game *game)
{
    const df_game_result *result = df_game_get_result(game);
    uint64_t reported = 0, scored = 0;
    while (result->end == DF_GAME_UNPLAYED) {
        if (df_game_step(game, NULL) == DF_LIMIT)
            return DF_ERROR_MEMORY;
        if (result->placements - scored >= WATCH_PLACEMENTS) {
            if (!report(all, 0, result->pieces - reported))
                return DF_ERROR_SINK;
            reported = result->pieces;
            scored = result->placements;
        }
    }
    return report(all, 1, result->pieces - reported) ? DF_OK : DF_ERROR_SINK;
}

static df_status play_one(void *context, size_t index)
{
    hall *all = context;
    df_game_options options;
    uint64_t number;
    df_game *game;
    if (atomic_load(&all->stopped))
        return DF_ERROR_SINK;
    all->games->get(all->games->context, index, &options, &number);
    df_status status = df_game_create(&game, &options);
    if (status != DF_OK)
        return status;
    df_game_reset(game, number);
    status = play(all, game);
    all->results[index] = *df_game_get_result(game);
    df_game_free(game);
    return status;
}

df_status df_tournament_play(const tournament *games, df_game_result *results)
{
    hall all = {.games = games, .results = results};
    memset(results, 0, games->count * sizeof results[0]);
    return df_jobs_run(games->count, games->jobs, play_one, &all);
}

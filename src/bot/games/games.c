#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/jobs.h"
#include "core/base/real.h"
#include "tournament.h"

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
    const df_progress progress = {.done = atomic_fetch_add(&all->done, games) + games,
                                  .of = options->count,
                                  .drops = atomic_fetch_add(&all->pieces, pieces) + pieces};
    if (!options->watch(options->watch_context, &progress))
        atomic_store(&all->stopped, true);
    return !atomic_load(&all->stopped);
}

/* Plays a game to its end, or until the watch stops it. */
static df_status tournament_play(tournament_shared *all, df_bot_game *game)
{
    const df_bot_game_result *result = df_bot_game_get_result(game, NULL);
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
    df_status status = df_bot_game_create(&game, &options, NULL);
    if (status != DF_OK)
        return status;
    df_bot_game_reset(game, number);
    status = tournament_play(all, game);
    all->results[index] = *df_bot_game_get_result(game, NULL);
    df_bot_game_free(game);
    return status;
}

df_status df_tournament_play(const tournament *games, df_bot_game_result *results)
{
    tournament_shared all = {.games = games, .results = results};
    memset(results, 0, games->count * sizeof results[0]);
    return df_jobs_run(games->count, games->jobs, play_one, &all);
}

static void get_game(const void *context, size_t index, df_bot_game_options *options,
                     uint64_t *number)
{
    const df_bot_game_options *games = context;
    *options = *games;
    *number = games->first + index;
}

df_status df_bot_games_play(df_bot_game_result *results, const df_bot_game_options *options,
                            df_bot_games_summary *summary, df_error *error)
{
    if (options->count == 0 || options->count > SIZE_MAX / sizeof results[0])
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "no games, or too many; play one at least");
    /* Once by itself, since there is one error for all threads. */
    df_bot_game *first = NULL;
    df_status status = df_bot_game_create(&first, options, error);
    df_bot_game_free(first);
    if (status != DF_OK)
        return status;
    const size_t count = (size_t)options->count;
    df_bot_game_result *self = results == NULL ? calloc(count, sizeof self[0]) : NULL;
    df_bot_game_result *all = results != NULL ? results : self;
    if (all == NULL)
        return DF_ERROR_MEMORY;
    const tournament games = {.get = get_game,
                              .context = options,
                              .count = count,
                              .jobs = options->jobs,
                              .watch = options->watch,
                              .watch_context = options->watch_context};
    status = df_tournament_play(&games, all);
    if (status == DF_OK && summary != NULL)
        status = df_bot_games_sum(summary, all, count);
    free(self);
    return status;
}

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Adds up the games, and writes their lines to `lines`. */
static void games_add(df_bot_games_summary *summary, uint64_t *lines,
                      const df_bot_game_result *results, size_t count)
{
    summary->fingerprint = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count; i++) {
        const df_bot_game_result *game = &results[i];
        if (game->end == DF_BOT_GAME_UNPLAYED)
            continue;
        lines[summary->games++] = game->lines;
        summary->over += game->end == DF_BOT_GAME_OVER;
        summary->pieces += game->pieces;
        summary->lines += game->lines;
        summary->placements += game->placements;
        for (unsigned j = 0; j <= DF_PIECE_MAX_SQUARES; j++)
            summary->clears[j] += game->clears[j];
        for (unsigned j = 0; j < 64; j += 8)
            summary->fingerprint = (summary->fingerprint ^ (game->fingerprint >> j & 255)) *
                                   UINT64_C(0x100000001b3);
    }
}

static void find_means(df_bot_games_summary *summary, const uint64_t *lines)
{
    const double games = (double)summary->games;
    double squares = 0;
    summary->mean = (double)summary->lines / games;
    for (size_t i = 0; i < summary->games; i++) {
        const double from = (double)lines[i] - summary->mean;
        squares += from * from;
    }
    if (summary->games > 1)
        summary->error = df_real_root(squares / (games - 1) / games);
    /* The likelihood of a mean m is the product of exp(-x / m) / m over games with x lines that
     * are over, and exp(-y / m) over games with y lines that were stopped. It is the largest
     * where m is all lines / games that are over; its curvature there gives the error. */
    if (summary->over > 0) {
        summary->likely = (double)summary->lines / (double)summary->over;
        summary->likely_error = summary->likely / df_real_root((double)summary->over);
    }
}

df_status df_bot_games_sum(df_bot_games_summary *summary, const df_bot_game_result *results,
                           size_t count)
{
    df_bot_games_summary sum = {0};
    uint64_t *lines = calloc(count + 1, sizeof lines[0]);
    if (lines == NULL)
        return DF_ERROR_MEMORY;
    games_add(&sum, lines, results, count);
    if (sum.games > 0) {
        const size_t games = (size_t)sum.games;
        find_means(&sum, lines);
        qsort(lines, games, sizeof lines[0], compare_numbers);
        sum.min = lines[0];
        sum.max = lines[games - 1];
        sum.median = ((double)lines[(games - 1) / 2] + (double)lines[games / 2]) / 2;
    }
    *summary = sum;
    free(lines);
    return DF_OK;
}

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/jobs.h"
#include "dropforge/bot_game.h"

/* The watch is called after so many pieces of a game. */
#define WATCH_PIECES 65536

/* What the games of one call share. */
typedef struct tournament {
    const df_games_options *options;
    df_game_result *results;
    atomic_uint_fast64_t games;
    atomic_uint_fast64_t pieces;
    atomic_bool stopped;
} tournament;

/* Tells the watch of more pieces; false to stop. */
static bool report(tournament *all, uint64_t games, uint64_t pieces)
{
    const df_games_options *options = all->options;
    if (options->watch == NULL)
        return true;
    const uint64_t done = atomic_fetch_add(&all->games, games) + games;
    const uint64_t dropped = atomic_fetch_add(&all->pieces, pieces) + pieces;
    if (!options->watch(options->watch_context, done, dropped))
        atomic_store(&all->stopped, true);
    return !atomic_load(&all->stopped);
}

/* Plays a game to its end, or until the watch stops it. */
static df_status play(tournament *all, df_game *game)
{
    const df_game_result *result = df_game_get_result(game);
    uint64_t reported = 0;
    while (result->end == DF_GAME_UNPLAYED) {
        if (df_game_step(game, NULL) == DF_LIMIT)
            return DF_ERROR_MEMORY;
        if (result->pieces - reported >= WATCH_PIECES) {
            if (!report(all, 0, result->pieces - reported))
                return DF_ERROR_SINK;
            reported = result->pieces;
        }
    }
    return report(all, 1, result->pieces - reported) ? DF_OK : DF_ERROR_SINK;
}

static df_status play_one(void *context, size_t index)
{
    tournament *all = context;
    if (atomic_load(&all->stopped))
        return DF_ERROR_SINK;
    df_game *game;
    df_status status = df_game_create(&game, &all->options->game);
    if (status != DF_OK)
        return status;
    df_game_reset(game, all->options->first + index);
    status = play(all, game);
    all->results[index] = *df_game_get_result(game);
    df_game_free(game);
    return status;
}

df_status df_games_play(df_games_summary *summary, df_game_result *results,
                        const df_games_options *options)
{
    if (options->count == 0 || options->count > SIZE_MAX / sizeof results[0])
        return DF_ERROR_ARGUMENT;
    const size_t count = (size_t)options->count;
    df_game_result *own = results == NULL ? calloc(count, sizeof own[0]) : NULL;
    tournament all = {.options = options, .results = results != NULL ? results : own};
    if (all.results == NULL)
        return DF_ERROR_MEMORY;
    memset(all.results, 0, count * sizeof all.results[0]);
    df_status status = df_jobs_run(count, options->jobs, play_one, &all);
    if (status == DF_OK)
        status = df_games_sum(summary, all.results, count);
    free(own);
    return status;
}

/* The square root, by Newton's method from above: the library does without libm. */
static double root(double square)
{
    if (!(square > 0))
        return 0;
    double guess = square > 1 ? square : 1;
    for (;;) {
        const double next = (guess + square / guess) / 2;
        if (next >= guess)
            return guess;
        guess = next;
    }
}

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Adds up the games, and writes the lines of each to `lines`. */
static void add(df_games_summary *summary, uint64_t *lines, const df_game_result *results,
                size_t count)
{
    summary->fingerprint = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count; i++) {
        const df_game_result *game = &results[i];
        if (game->end == DF_GAME_UNPLAYED)
            continue;
        lines[summary->games++] = game->lines;
        summary->over += game->end == DF_GAME_OVER;
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

static void find_means(df_games_summary *summary, const uint64_t *lines)
{
    const double games = (double)summary->games;
    double squares = 0;
    summary->mean = (double)summary->lines / games;
    for (size_t i = 0; i < summary->games; i++) {
        const double from = (double)lines[i] - summary->mean;
        squares += from * from;
    }
    if (summary->games > 1)
        summary->error = root(squares / (games - 1) / games);
    /* The likelihood of lines x of games that are over, and of lines y of those that were
     * stopped, is the product of exp(-x / m) / m and of exp(-y / m). It is the largest where m
     * is all lines by the games that are over; its curvature there gives the error. */
    if (summary->over > 0) {
        summary->likely = (double)summary->lines / (double)summary->over;
        summary->likely_error = summary->likely / root((double)summary->over);
    }
}

df_status df_games_sum(df_games_summary *summary, const df_game_result *results, size_t count)
{
    df_games_summary sum = {0};
    uint64_t *lines = calloc(count + 1, sizeof lines[0]);
    if (lines == NULL)
        return DF_ERROR_MEMORY;
    add(&sum, lines, results, count);
    if (sum.games > 0) {
        const size_t games = (size_t)sum.games;
        find_means(&sum, lines);
        qsort(lines, games, sizeof lines[0], compare_numbers);
        sum.least = lines[0];
        sum.most = lines[games - 1];
        sum.median = ((double)lines[(games - 1) / 2] + (double)lines[games / 2]) / 2;
    }
    *summary = sum;
    free(lines);
    return DF_OK;
}

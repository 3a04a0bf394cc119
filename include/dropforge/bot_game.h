/* Games that a bot plays by itself, one or many, by the rules of the literature's benchmark: an
 * empty board, pieces that are dealt at random, and the end when a piece comes to rest above
 * the board. */
#ifndef DROPFORGE_BOT_GAME_H
#define DROPFORGE_BOT_GAME_H

#include "dropforge/bot.h"
#include "dropforge/deal.h"
#include "dropforge/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* By which games are played. */
typedef struct df_game_options {
    df_bot_options bot;
    df_deal deal;
    const uint16_t *given; /* as for df_dealer_begin; borrowed */
    size_t given_count;
    uint64_t seed;
    uint64_t max_lines;  /* the game is stopped once it has so many; 0: never */
    uint64_t max_pieces; /* the same */
} df_game_options;

/* How a game ended. */
typedef enum df_game_end {
    DF_GAME_UNPLAYED, /* not at all, or it was interrupted */
    DF_GAME_OVER,     /* a piece would have come to rest above the board, or had no place */
    DF_GAME_CAPPED,   /* it has max_lines or max_pieces */
    DF_GAME_DEALT,    /* the sequence is at its end */
} df_game_end;

/* A game that was played. The drop that ends it counts nowhere. */
typedef struct df_game_result {
    df_game_end end;
    uint64_t pieces;                           /* drops */
    uint64_t lines;                            /* cleared rows */
    uint64_t placements;                       /* scored */
    uint64_t clears[DF_PIECE_MAX_SQUARES + 1]; /* [i]: drops that cleared i rows */
    /* Of all drops in their order (piece, orientation, x, y): FNV-1a of 64 bits over them as
     * bytes, the lower byte of two first. */
    uint64_t fingerprint;
} df_game_result;

/* A game that is played drop by drop. */
typedef struct df_game df_game;

/* The caller owns *game (df_game_free). `options` are copied, what they point to is borrowed.
 * Errors as df_bot_create and df_dealer_begin. The game is that of number 0. */
df_status df_game_create(df_game **game, const df_game_options *options);
void df_game_free(df_game *game);

/* Begins game `number` anew, from an empty board. */
void df_game_reset(df_game *game, uint64_t number);

/* Lets the bot make one drop, which is written to *drop (may be NULL) where the answer is
 * DF_FOUND. DF_NONE: the game is at its end, and nothing was dropped. DF_LIMIT: out of memory.
 */
df_outcome df_game_step(df_game *game, df_drop *drop);

/* What was played so far; while the game goes on its end is DF_GAME_UNPLAYED. */
const df_game_result *df_game_get_result(const df_game *game);

/* The board: as many rows as it is high, bit x for column x. They are good until this is asked
 * again. */
const uint64_t *df_game_get_rows(const df_game *game);

/* The piece that comes next, and those after it as far as the bot's lookahead goes: writes at
 * most `most` indices and returns how many. */
size_t df_game_get_pieces(const df_game *game, uint16_t *pieces, size_t most);

/* The piece in hold, or -1. */
int df_game_get_held(const df_game *game);

/* Plays game `number` to its end. All its drops are appended to *plan (may be NULL), which has
 * none yet, the same width, the same set (the object, not one that is equal) and the same
 * reach, and is at least as high; otherwise DF_ERROR_ARGUMENT. After an error it may have some
 * of the drops. Other errors as df_game_create. */
df_status df_game_play(df_game_result *result, const df_game_options *options, uint64_t number,
                       df_plan *plan);

/* Called now and then, by several threads at once, with the games that are done and the pieces
 * that were dropped so far in all. Returns false to stop. */
typedef bool df_games_watch(void *context, uint64_t games, uint64_t pieces);

/* Which games are played, and how. */
typedef struct df_games_options {
    df_game_options game;
    uint64_t first;        /* number of the first game */
    uint64_t count;        /* games; at least 1 */
    unsigned jobs;         /* threads; 0: one */
    df_games_watch *watch; /* may be NULL */
    void *watch_context;
} df_games_options;

/* Many games taken together. Means, errors and medians are of the lines of a game. */
typedef struct df_games_summary {
    uint64_t games; /* that were played to an end */
    uint64_t over;  /* of these, DF_GAME_OVER */
    uint64_t pieces;
    uint64_t lines;
    uint64_t placements;
    uint64_t clears[DF_PIECE_MAX_SQUARES + 1];
    uint64_t fingerprint; /* of the fingerprints of the games in their order */
    uint64_t least;
    uint64_t most;
    double mean;
    double error; /* the standard error of the mean; 0 for a single game */
    double median;
    /* The mean by maximum likelihood when lines are exponential and games that were stopped
     * count as such: all lines by the games that are over (0 if none is), and its standard
     * error. */
    double likely;
    double likely_error;
} df_games_summary;

/* Plays games first … first + count - 1. results[i] is that of game first + i; `results` may be
 * NULL. Results do not depend on the number of jobs. DF_ERROR_ARGUMENT: no game, more than an
 * array can have, or as df_game_create. DF_ERROR_SINK: stopped by the watch; then `results` is
 * right none the less, with DF_GAME_UNPLAYED for games that have not been played to an end. */
df_status df_games_play(df_games_summary *summary, df_game_result *results,
                        const df_games_options *options);

/* Sums up `count` results; those with DF_GAME_UNPLAYED are left out. Out of memory for the
 * median: DF_ERROR_MEMORY. */
df_status df_games_sum(df_games_summary *summary, const df_game_result *results, size_t count);

#ifdef __cplusplus
}
#endif
#endif

/* Games that a bot plays by itself, one or many, by the rules of published benchmarks: the
 * board is empty at first, pieces are dealt at random, and the game ends when a piece comes to
 * rest above the board. */
#ifndef DROPFORGE_BOT_GAME_H
#define DROPFORGE_BOT_GAME_H

#include "dropforge/bot.h"
#include "dropforge/deal.h"
#include "dropforge/plan.h"

DF_BEGIN_DECLARATIONS

/* The options of a game. */
typedef struct df_bot_game_options {
    df_bot_options bot;
    df_deal deal;
    const uint16_t *given; /* as for df_dealer_begin; borrowed */
    size_t given_count;
    uint64_t seed;
    uint64_t max_lines;  /* the game stops after these; 0: never */
    uint64_t max_pieces; /* the same */
} df_bot_game_options;

/* How a game ended. */
typedef enum df_bot_game_end {
    DF_BOT_GAME_UNPLAYED, /* it was not played, or was interrupted */
    DF_BOT_GAME_OVER,     /* a piece would have come to rest above the board, or had no place */
    DF_BOT_GAME_CAPPED,   /* it has max_lines or max_pieces */
    DF_BOT_GAME_DEALT,    /* no piece is left in the sequence */
} df_bot_game_end;

/* The result of a game. The drop that ends it does not count. */
typedef struct df_bot_game_result {
    df_bot_game_end end;
    uint64_t pieces;                           /* dropped */
    uint64_t lines;                            /* cleared rows */
    uint64_t placements;                       /* scored */
    uint64_t clears[DF_PIECE_MAX_SQUARES + 1]; /* [i]: drops that cleared i rows */
    /* The FNV-1a hash of 64 bits over the bytes of all drops in order: piece, orientation, x,
     * y; the lower byte of two first. */
    uint64_t fingerprint;
} df_bot_game_result;

/* A game in progress. */
typedef struct df_bot_game df_bot_game;

/* Makes a game and begins number 0. The caller owns *game (df_bot_game_free). `options` are
 * copied; what they point to is borrowed. Errors as df_bot_create and df_dealer_begin. */
df_status df_bot_game_create(df_bot_game **game, const df_bot_game_options *options);

/* Frees a game; NULL is allowed. */
void df_bot_game_free(df_bot_game *game);

/* Begins game `number`, from an empty board. */
void df_bot_game_reset(df_bot_game *game, uint64_t number);

/* Lets the bot make one drop, which is written to *drop (may be NULL). *outcome is DF_FOUND, or
 * DF_NONE if the game is at its end and nothing was dropped. DF_ERROR_MEMORY. */
df_status df_bot_game_step(df_bot_game *game, df_drop *drop, df_outcome *outcome);

/* Returns the result so far; while the game goes on its end is DF_BOT_GAME_UNPLAYED. */
const df_bot_game_result *df_bot_game_get_result(const df_bot_game *game);

/* Returns all rows of the board, bit x for column x, valid until the next call. */
const uint64_t *df_bot_game_get_rows(const df_bot_game *game);

/* Writes the indices of the current piece and those after it, within the bot's lookahead, at
 * most `max`; returns how many. */
size_t df_bot_game_get_pieces(const df_bot_game *game, uint16_t *pieces, size_t max);

/* Returns the piece in hold, or -1. */
int df_bot_game_get_held(const df_bot_game *game);

/* Plays game `number` to its end, and appends its drops to *plan (may be NULL). The plan must
 * be empty, and have the same width, movement and set (the same object) and at least the height
 * of the board; otherwise DF_ERROR_ARGUMENT. After an error it may have some of the drops.
 * Other errors as df_bot_game_create. */
df_status df_bot_game_play(const df_bot_game_options *options, uint64_t number, df_plan *plan,
                           df_bot_game_result *result);

/* A callback for progress: it is called several times a second, by several threads at once,
 * with the games that are done and the pieces that were dropped so far. It returns false to
 * stop. */
typedef bool df_bot_games_watch(void *context, uint64_t games, uint64_t pieces);

/* The options of many games. */
typedef struct df_bot_games_options {
    df_bot_game_options game;
    uint64_t first;            /* number of the first game */
    uint64_t count;            /* games; at least 1 */
    unsigned jobs;             /* threads; 0: one */
    df_bot_games_watch *watch; /* may be NULL */
    void *watch_context;
} df_bot_games_options;

/* The sums of many games. Minimum, maximum, means, errors and median are of the lines of a
 * game. */
typedef struct df_bot_games_summary {
    uint64_t games; /* that were played to their end */
    uint64_t over;  /* of these, DF_BOT_GAME_OVER */
    uint64_t pieces;
    uint64_t lines;
    uint64_t placements;
    uint64_t clears[DF_PIECE_MAX_SQUARES + 1];
    uint64_t fingerprint; /* of the fingerprints of the games in order */
    uint64_t min;
    uint64_t max;
    double mean;
    double error; /* the standard error of the mean; 0 for a single game */
    double median;
    /* The maximum likelihood estimate of the mean, if lines are distributed exponentially and
     * stopped games are censored: all lines / games that are over (0 if none is); and its
     * standard error. */
    double likely;
    double likely_error;
} df_bot_games_summary;

/* Plays games first … first + count - 1. results[i] is that of game first + i; `results` may be
 * NULL. Results do not depend on the number of jobs. DF_ERROR_ARGUMENT: no games, more than an
 * array can have, or as df_bot_game_create. DF_ERROR_CANCELLED: the watch has stopped it; then
 * the games that were not played to their end are DF_BOT_GAME_UNPLAYED in `results`. */
df_status df_bot_games_play(const df_bot_games_options *options, df_bot_game_result *results,
                            df_bot_games_summary *summary);

/* Sums up `count` results without those that are DF_BOT_GAME_UNPLAYED. DF_ERROR_MEMORY. */
df_status df_bot_games_sum(const df_bot_game_result *results, size_t count,
                           df_bot_games_summary *summary);

DF_END_DECLARATIONS

#endif

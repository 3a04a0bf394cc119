/* Weights found by playing: an optimiser asks for games of many candidates, is told how they
 * went, and moves towards the better ones. docs/training.md describes the methods.
 *
 * All arithmetic is that of IEEE doubles in a fixed order, without functions of libm: the same
 * options give the same weights on every machine, however the games are shared out. */
#ifndef DROPFORGE_TRAIN_H
#define DROPFORGE_TRAIN_H

#include "dropforge/bot_game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How candidates are drawn and learnt from. */
typedef enum df_train_method {
    /* Noisy cross-entropy (Szita and Lőrincz 2006): every weight has a mean and a variance of
     * its own, which are those of the best tenth of the candidates. */
    DF_TRAIN_CROSS_ENTROPY,
    /* Covariance matrix adaptation (Hansen's CMA-ES with rank-one and rank-mu update). */
    DF_TRAIN_CMA,
} df_train_method;

/* What DF_TRAIN_CROSS_ENTROPY adds to the variances after each generation, in units of
 * spread²: a constant 4/100, or (5 - generation / 10)/100 as long as that is above 0, as in
 * Szita and Lőrincz 2006. Without noise it soon stands still. */
typedef enum df_train_noise {
    DF_TRAIN_NOISE_CONSTANT,
    DF_TRAIN_NOISE_DECREASING,
    DF_TRAIN_NOISE_NONE,
} df_train_noise;

#define DF_TRAIN_MAX_POPULATION 10000
#define DF_TRAIN_MAX_GAMES 10000
#define DF_TRAIN_MAX_BOARDS 8
/* Of one generation: candidates × games on all boards. */
#define DF_TRAIN_MAX_ITEMS 1000000

/* A board that candidates play on. */
typedef struct df_train_board {
    unsigned width; /* as in df_bot_options */
    unsigned height;
    unsigned games; /* that each candidate plays on it; 0: 1 */
} df_train_board;

/* What is trained, and on which games. Plain data. */
typedef struct df_train_options {
    df_train_method method;
    df_train_noise noise;
    uint32_t features; /* bit f: that weight is trained; all others are 0 */
    /* Where to begin. The weights that are trained are scaled to the length 1; if all of them
     * are 0 the beginning is 0. */
    df_weights start;
    /* The standard deviation of each weight at the beginning, in millionths; 1 to 1000000000.
     */
    uint32_t spread;
    unsigned population; /* candidates; 0: 100, or 4 + ⌊3 ln n⌋ for n weights with CMA */
    df_train_board boards[DF_TRAIN_MAX_BOARDS];
    unsigned board_count; /* at least 1 */
    uint64_t seed;
    df_deal deal;        /* not DF_DEAL_GIVEN */
    uint64_t max_pieces; /* of a game; 0: no limit */
} df_train_options;

/* What a generation did on one board. */
typedef struct df_train_tally {
    uint64_t best;   /* lines of the best candidate in all its games there */
    uint64_t lines;  /* of all games there */
    uint64_t pieces; /* the same */
} df_train_tally;

/* A generation that is done. */
typedef struct df_train_point {
    df_train_tally boards[DF_TRAIN_MAX_BOARDS]; /* in the order of the options */
    double spread; /* the standard deviation of a weight after it: root of the mean square */
} df_train_point;

typedef struct df_train df_train;

/* Begins a training; the caller owns *train (df_train_free). DF_ERROR_ARGUMENT: no feature, or
 * something out of range. */
df_status df_train_create(df_train **train, const df_train_options *options);

/* Frees a training; NULL is allowed. */
void df_train_free(df_train *train);

/* The options; a population and numbers of games of 0 are replaced by what they stand for.
 * After df_train_read, `start` has no weights. */
const df_train_options *df_train_get_options(const df_train *train);

/* How many games each candidate plays, on all boards. */
size_t df_train_games(const df_train *train);

/* How many games the next generation has. */
size_t df_train_items(const df_train *train);

/* Game `index` of the next generation, which is below df_train_items: what is played, and its
 * number. The games of a candidate
 * come together, those on the first board first. All candidates play games with the same
 * pieces, generation after generation other ones. `set` is borrowed by the
 * options. */
void df_train_get_item(const df_train *train, size_t index, const df_piece_set *set,
                       df_game_options *game, uint64_t *number);

/* Plays all games of the next generation on so many threads (0: one) into
 * results[df_train_items]; these do not depend on the threads. DF_ERROR_SINK: stopped by the
 * watch, which may be NULL; then the generation is not whole. */
df_status df_train_play(const df_train *train, const df_piece_set *set, unsigned jobs,
                        df_games_watch *watch, void *context, df_game_result *results);

/* Learns from the results of the next generation, which is done then, in the order of its
 * games. DF_ERROR_ARGUMENT: one is DF_GAME_UNPLAYED. Nothing is changed by an error. */
df_status df_train_tell(df_train *train, const df_game_result *results);

/* Generations that are done, and what came of each, from 0 to one less than these; that is good
 * until the next one is told. */
size_t df_train_generations(const df_train *train);
const df_train_point *df_train_get_point(const df_train *train, size_t generation);

/* The player that has been learnt so far, the mean of the candidates to come; its weights
 * together have the length 1, if they are not all 0. */
void df_train_get_weights(const df_train *train, df_weights *weights);

/* Appends the whole state as text in the format `dropforge-training 1` (docs/formats.md); what
 * is read back goes on bit for bit. The answer is the status of the text. */
df_status df_train_write(df_text *text, const df_train *train);

/* Reads such a text; the caller owns *train. On DF_ERROR_INPUT *mishap (may be NULL) tells
 * line, column, what is wrong, what to do. */
df_status df_train_read(df_train **train, const char *text, size_t length, df_mishap *mishap);

#ifdef __cplusplus
}
#endif
#endif

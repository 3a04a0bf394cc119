/* Finds weights by playing: an optimiser draws candidates, learns from the results of their
 * games, and moves towards the better ones. docs/training.md describes the methods.
 *
 * All arithmetic is with IEEE doubles in a fixed order, without functions of libm: the same
 * options give the same weights on every machine and with any number of threads. */
#ifndef DROPFORGE_TRAIN_H
#define DROPFORGE_TRAIN_H

#include "dropforge/bot_game.h"

DF_BEGIN_DECLARATIONS

/* The methods of optimisation. */
typedef enum df_train_method {
    /* Noisy cross-entropy (Szita and Lőrincz 2006): each weight has its own mean and variance,
     * taken from the best tenth of the candidates. */
    DF_TRAIN_CROSS_ENTROPY,
    /* Covariance matrix adaptation (Hansen's CMA-ES with rank-one and rank-mu update). */
    DF_TRAIN_CMA,
} df_train_method;

/* The noise that DF_TRAIN_CROSS_ENTROPY adds to the variances after each generation, in units
 * of spread²: a constant 4/100, or (5 - generation / 10)/100 while that is above 0, as in Szita
 * and Lőrincz 2006. Without noise the search soon stops moving. */
typedef enum df_train_noise {
    DF_TRAIN_NOISE_CONSTANT,
    DF_TRAIN_NOISE_DECREASING,
    DF_TRAIN_NOISE_NONE,
} df_train_noise;

#define DF_TRAIN_MAX_POPULATION 10000
#define DF_TRAIN_MAX_GAMES 10000
#define DF_TRAIN_MAX_BOARDS 8
/* Candidates × games on all boards, of one generation. */
#define DF_TRAIN_MAX_ITEMS 1000000

/* A board that candidates play on. */
typedef struct df_train_board {
    unsigned width; /* as in df_bot_options */
    unsigned height;
    unsigned games; /* that each candidate plays on it; 0: 1 */
} df_train_board;

/* The options of a training: the weights to train, and the games. Plain data. */
typedef struct df_train_options {
    df_train_method method;
    df_train_noise noise;
    uint32_t features; /* bit f: the weight of feature f is trained; all others are 0 */
    /* The first mean: its trained weights are scaled to the length 1, unless all are 0. */
    df_weights start;
    uint32_t spread;     /* the first standard deviation, in millionths; 1 to 1000000000 */
    unsigned population; /* candidates; 0: 100, or 4 + ⌊3 ln n⌋ for n weights with CMA */
    df_train_board boards[DF_TRAIN_MAX_BOARDS];
    unsigned board_count; /* at least 1 */
    uint64_t seed;
    df_deal deal;        /* not DF_DEAL_GIVEN */
    uint64_t max_pieces; /* of a game; 0: no limit */
} df_train_options;

/* The results of a generation on one board. */
typedef struct df_train_tally {
    uint64_t best;   /* lines of the best candidate in all its games there */
    uint64_t lines;  /* of all games there */
    uint64_t pieces; /* of all games there */
} df_train_tally;

/* The results of a generation. */
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

/* Returns the options, with the defaults in place of a population or games of 0. After
 * df_train_read, `start` has no weights. */
const df_train_options *df_train_get_options(const df_train *train);

/* Returns the number of games that each candidate plays, on all boards. */
size_t df_train_games(const df_train *train);

/* Returns the number of games of the next generation. */
size_t df_train_items(const df_train *train);

/* Writes the options and the number of game `index` of the next generation; index is below
 * df_train_items. The games of a candidate follow one another, those on the first board first.
 * All candidates of a generation get the same pieces, and each generation gets other ones. The
 * options borrow `set`. */
void df_train_get_item(const df_train *train, size_t index, const df_piece_set *set,
                       df_bot_game_options *game, uint64_t *number);

/* Plays all games of the next generation on `jobs` threads (0: one) into
 * results[df_train_items]; these do not depend on the threads. DF_ERROR_CANCELLED: the watch
 * (may be NULL) has stopped it; then some games are DF_BOT_GAME_UNPLAYED. */
df_status df_train_play(const df_train *train, const df_piece_set *set, unsigned jobs,
                        df_bot_games_watch *watch, void *context, df_bot_game_result *results);

/* Learns from the results of the next generation, in the order of its games, and ends that
 * generation. DF_ERROR_ARGUMENT: one is DF_BOT_GAME_UNPLAYED. An error changes nothing. */
df_status df_train_update(df_train *train, const df_bot_game_result *results);

/* Returns the number of generations that are done. */
size_t df_train_generations(const df_train *train);

/* Returns the results of a generation, from 0, valid until the next df_train_update. */
const df_train_point *df_train_get_point(const df_train *train, size_t generation);

/* Writes the weights learnt so far: the mean of the next candidates, scaled to the length 1
 * unless all are 0. */
void df_train_get_weights(const df_train *train, df_weights *weights);

/* Appends the whole state in the format `dropforge-training 1` (docs/formats.md); a training
 * that is read back continues bit for bit. Returns the status of the text. */
df_status df_train_write(df_text *text, const df_train *train);

/* Reads such a text; the caller owns *train (df_train_free). On DF_ERROR_INPUT *error (may be
 * NULL) has the line, the column, what is wrong and what to do. */
df_status df_train_read(df_train **train, const char *text, size_t length, df_error *error);

DF_END_DECLARATIONS

#endif

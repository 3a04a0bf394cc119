/* A bot: it measures features of each placement, and chooses the placement whose weighted sum
 * is the best. docs/bot.md defines the features and gives their sources.
 *
 * Scores are integers, so that a decision is the same on every machine. */
#ifndef DROPFORGE_BOT_H
#define DROPFORGE_BOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/drop.h"
#include "dropforge/moves.h"
#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

/* A property of a placement, or of the board after it. */
typedef enum df_feature {
    DF_FEATURE_LANDING_HEIGHT, /* in halves: twice the bottom row, plus the height, less one */
    DF_FEATURE_ERODED_CELLS,   /* lines cleared × squares of the piece in these lines */
    DF_FEATURE_ROW_TRANSITIONS,
    DF_FEATURE_COLUMN_TRANSITIONS,
    DF_FEATURE_HOLES,
    DF_FEATURE_WELLS,
    DF_FEATURE_WELLS_FAST,
    DF_FEATURE_HOLE_DEPTH,
    DF_FEATURE_ROWS_WITH_HOLES,
    DF_FEATURE_DIVERSITY,
    DF_FEATURE_AGGREGATE_HEIGHT,
    DF_FEATURE_LINES,
    DF_FEATURE_ROUGHNESS,
    DF_FEATURE_SMALL_STEPS,
    DF_FEATURE_FITS,
    DF_FEATURE_SEATS,
    DF_FEATURE_DEEP_WELLS,
    DF_FEATURE_COVER_GAPS,
    DF_FEATURES
} df_feature;

/* The weight 1. */
#define DF_WEIGHT_ONE INT64_C(1000000000000)
/* The largest weight, with either sign. */
#define DF_WEIGHT_MAX (INT64_C(1000000) * DF_WEIGHT_ONE)

/* The weights of a player. The score of a placement is the sum of weight × feature; here the
 * landing height counts in rows, not in halves. */
typedef struct df_weights {
    int64_t weight[DF_FEATURES]; /* in units of 1 / DF_WEIGHT_ONE; 0: not used */
    bool score_before_clear;     /* the board is measured before full rows are cleared */
} df_weights;

/* A built-in player. */
typedef struct df_player {
    const char *name;
    const char *source; /* where its weights were published */
    df_weights weights;
} df_player;

/* Returns the name of a feature in texts ("row-transitions"), and who used it first. Static
 * storage. */
const char *df_feature_name(df_feature feature);
const char *df_feature_source(df_feature feature);

/* Returns the feature with this name, or DF_FEATURES. */
df_feature df_feature_find(const char *name, size_t length);

/* Returns a built-in player by its index from 0, or by its name; NULL if there is none. Static
 * storage. */
const df_player *df_player_get(size_t index);
const df_player *df_player_find(const char *name, size_t length);

/* Reads weights in the format `dropforge-weights 1` (docs/formats.md), and rounds them to
 * twelve decimals, halves away from zero. On DF_ERROR_INPUT *error (may be NULL) has the line,
 * the column, what is wrong and what to do. */
df_status df_weights_read(df_weights *weights, const char *text, size_t length,
                          df_error *error);

/* Appends weights in the same format; reading them gives equal weights. Returns the status of
 * the text, or DF_ERROR_ARGUMENT if a weight is beyond DF_WEIGHT_MAX; then it appends nothing.
 */
df_status df_weights_write(df_text *text, const df_weights *weights);

/* Measures all features when a piece comes to rest in `place`. The place must be free and
 * inside the board, but need not be within reach. Row i of the board is rows[i], bit x for
 * column x; no row may be full. DF_ERROR_ARGUMENT: no playfield has that size, or the place is
 * not free or not inside. */
df_status df_features_measure(unsigned width, unsigned height, const uint64_t *rows,
                              const df_piece *piece, const df_place *place, bool before_clear,
                              int32_t values[DF_FEATURES]);

/* The options of a bot. */
typedef struct df_bot_options {
    const df_piece_set *set; /* borrowed; must outlive the bot */
    unsigned width;          /* of the board, 1 to 64 */
    unsigned height;         /* 1 to 1024; a piece that comes to rest above it ends the game */
    /* How pieces get to their places. Published studies use DF_MOVEMENT_ABOVE: any orientation
     * and column, straight down. */
    df_movement movement;
    df_weights weights;
    /* The number of known pieces to look at. 1 (or 0): only the current one; 2: all pairs of
     * placements of the current and the next one; more: a beam search. At most 64. */
    unsigned lookahead;
    unsigned beam; /* boards that a beam search keeps after each piece; 0: 200 */
    bool hold;     /* the current piece may go into hold; always a beam search */
} df_bot_options;

/* The board and the known pieces. */
typedef struct df_position {
    const uint64_t *rows;   /* one for each row of the board, bit x for column x; none full */
    const uint16_t *pieces; /* indices in the set: the current piece and those after it */
    size_t count;           /* at least 1; pieces beyond the lookahead are ignored */
    int held;               /* the index of the piece in hold, or -1 */
} df_position;

/* A decision of a bot. */
typedef struct df_choice {
    df_place place;
    uint16_t piece; /* the one that is put there */
    bool holds;     /* the current piece goes into hold, and another one is put */
    /* Of the best board that the placement leads to within the lookahead, or as far as it was
     * followed. Each bot has its own unit. */
    int64_t score;
} df_choice;

typedef struct df_bot df_bot;

/* Makes a bot; the caller owns *bot (df_bot_free). The options are copied. DF_ERROR_ARGUMENT: a
 * size, weight, movement or lookahead out of range. Use a bot in one thread at a time: even its
 * const functions use its working memory. */
df_status df_bot_create(df_bot **bot, const df_bot_options *options);

/* Frees a bot; NULL is allowed. */
void df_bot_free(df_bot *bot);

/* Finds the best placement. Among equal scores the first one wins: the current piece before the
 * other one, then by orientation in the order N E S W (orientations that look alike count
 * once), then by row where pieces slip and spin, then by column. *outcome is DF_FOUND, or
 * DF_NONE if all placements end the game or the piece has none; then *choice is not written.
 * DF_ERROR_ARGUMENT: no piece, or one that is not in the set. DF_ERROR_MEMORY. */
df_status df_bot_decide(df_bot *bot, const df_position *position, df_choice *choice,
                        df_outcome *outcome);

/* Writes up to `max` placements, best first, ties as above, and their number, which is 0 if all
 * placements end the game. Placements that were followed further come before those that were
 * given up or end the game within the lookahead. Errors as df_bot_decide. */
df_status df_bot_rank(df_bot *bot, const df_position *position, df_choice *choices, size_t max,
                      size_t *count);

/* Returns the score of one placement by itself, in the bot's unit; `place` as for
 * df_features_measure. */
int64_t df_bot_score(const df_bot *bot, const uint64_t *rows, unsigned piece,
                     const df_place *place);

/* Returns the number of placements that the bot has scored since it was made. */
uint64_t df_bot_placements(const df_bot *bot);

DF_END_DECLARATIONS

#endif

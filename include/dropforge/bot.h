/* A player of falling pieces: features of a placement, weights, and the placement with the best
 * score. docs/bot.md defines the features and tells where they come from.
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

#ifdef __cplusplus
extern "C" {
#endif

/* What is measured of a placement, or of the board after it. */
typedef enum df_feature {
    DF_FEATURE_LANDING_HEIGHT, /* in halves: twice the bottom row, plus the height, less one */
    DF_FEATURE_ERODED_CELLS,   /* lines cleared × squares of the piece that went with them */
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
/* No weight is larger, with either sign. */
#define DF_WEIGHT_MAX (INT64_C(1000000) * DF_WEIGHT_ONE)

/* How a player judges. The score of a placement is the sum of weight × feature; for the landing
 * height that is in rows, not in halves. */
typedef struct df_weights {
    int64_t weight[DF_FEATURES]; /* in units of 1 / DF_WEIGHT_ONE; 0: the feature is not used */
    /* The board is measured before full rows are cleared, not after. */
    bool score_before_clear;
} df_weights;

/* A player that is known by name. */
typedef struct df_player {
    const char *name;
    const char *source; /* where its weights were published */
    df_weights weights;
} df_player;

/* What a feature is called in texts ("row-transitions"), and who used it first. Static
 * storage. */
const char *df_feature_name(df_feature feature);
const char *df_feature_source(df_feature feature);

/* The feature of this name; DF_FEATURES if there is none. */
df_feature df_feature_find(const char *name, size_t length);

/* Built-in players by index, from 0; NULL after the last. And by name, or NULL. Static
 * storage. */
const df_player *df_player_get(size_t index);
const df_player *df_player_find(const char *name, size_t length);

/* Reads weights in the format `dropforge-weights 1` (docs/formats.md). Decimals beyond the
 * twelfth are rounded, halves away from zero. On DF_ERROR_INPUT *mishap (may be NULL) tells
 * line, column, what is wrong, what to do. */
df_status df_weights_read(df_weights *weights, const char *text, size_t length,
                          df_mishap *mishap);

/* Appends weights in the same format; what is read back is equal. The answer is the status of
 * the text, or DF_ERROR_ARGUMENT where a weight is beyond DF_WEIGHT_MAX; then nothing is
 * appended. */
df_status df_weights_write(df_text *text, const df_weights *weights);

/* Measures what all features are when a piece comes to rest in `place`, where it must be free
 * and inside; whether it can get there is not asked. Row i of the board is rows[i], bit x for
 * column x; no row may be full. DF_ERROR_ARGUMENT: the size is none of a playfield, or the
 * place is not free or not inside. */
df_status df_features_measure(int32_t values[DF_FEATURES], unsigned width, unsigned height,
                              const uint64_t *rows, const df_piece *piece,
                              const df_place *place, bool before_clear);

/* By which a bot decides. */
typedef struct df_bot_options {
    const df_piece_set *set; /* borrowed; must outlive the bot */
    unsigned width;          /* of the board, 1 to 64 */
    unsigned height;         /* 1 to 1024; a piece that comes to rest above it is lost */
    /* How pieces get to their places. DF_REACH_ABOVE: any orientation and column, straight
     * down, as in the literature. */
    df_reach reach;
    df_weights weights;
    /* How many known pieces are looked at: 1 (or 0) the current one alone; 2 the next one too,
     * all pairs of placements; more: a beam search over so many pieces. */
    unsigned lookahead;
    unsigned beam; /* boards that the beam search keeps after each piece; 0: 200 */
    bool hold;     /* the current piece may be exchanged; always a beam search */
} df_bot_options;

/* What a bot sees. */
typedef struct df_position {
    const uint64_t *rows;   /* as many as the board is high, bit x for column x; none is full */
    const uint16_t *pieces; /* indices in the set: the current piece, and what comes after it */
    size_t count;           /* at least 1; pieces beyond the lookahead are not looked at */
    int held;               /* the index of the piece in hold, or -1 */
} df_position;

/* What a bot does. */
typedef struct df_choice {
    df_place place;
    uint16_t piece; /* which one is put there */
    bool holds;     /* another than the current piece: that goes into hold */
    /* Of the placement, or of the best that it leads to within the lookahead, or as far as it
     * was followed. Units differ from bot to bot. */
    int64_t score;
} df_choice;

typedef struct df_bot df_bot;

/* Prepares a bot; the caller owns *bot (df_bot_free). The options are copied.
 * DF_ERROR_ARGUMENT: a size, weight, reach or lookahead out of range. A bot has working memory,
 * which its const functions use too: one thread at a time. */
df_status df_bot_create(df_bot **bot, const df_bot_options *options);

/* Frees a bot; NULL is allowed. */
void df_bot_free(df_bot *bot);

/* Finds the best placement. Of several with the same score it is the first: the current piece
 * before the other one, then by orientation in the order N E S W (what looks alike counts
 * once), then by row where pieces slip and spin, then by column. DF_NONE: all placements end
 * the game, or the piece has none; then *choice is not written. *status (may be NULL) is DF_OK,
 * DF_ERROR_ARGUMENT (no piece, or one that is none of the set) or DF_ERROR_MEMORY; with an
 * error the answer is DF_LIMIT. */
df_outcome df_bot_decide(df_bot *bot, const df_position *position, df_choice *choice,
                         df_status *status);

/* Writes the best `most` placements, best first, ties as above, and how many these are; none
 * where all placements end the game. What was followed further comes before what was given up
 * or ends the game within the lookahead. DF_ERROR_ARGUMENT as above; DF_ERROR_MEMORY. */
df_status df_bot_rank(df_bot *bot, const df_position *position, df_choice *choices, size_t most,
                      size_t *count);

/* The score of one placement by itself, in the bot's units; `place` as for
 * df_features_measure. */
int64_t df_bot_score(const df_bot *bot, const uint64_t *rows, unsigned piece,
                     const df_place *place);

/* How many placements the bot has scored since it was made. */
uint64_t df_bot_placements(const df_bot *bot);

#ifdef __cplusplus
}
#endif
#endif

/* The internals of df_bot, for the search and for the games. */
#ifndef DROPFORGE_BOT_BOT_H
#define DROPFORGE_BOT_BOT_H

#include "bot/score/evaluate.h"
#include "bot/score/lanes.h"
#include "lookahead.h"
#include "places.h"

struct df_bot {
    df_bot_options options; /* lookahead is at least 1 */
    evaluator judge;
    lanes *lanes;         /* NULL: drops are evaluated one after the other */
    place_finder *finder; /* NULL: straight from above */
    df_place *places;     /* space for the places of one piece; NULL without a finder */
    scored *list;         /* the same with scores */
    board *loaded;        /* the position of a caller */
    lookahead *search;    /* NULL: only the current piece is looked at */
    uint64_t placements;
};

/* A df_position whose board is already in words. */
struct bot_view {
    const board *now;
    const uint16_t *pieces;
    size_t count;
    int held;
};

/* Does the same as df_bot_decide for a bot_view. */
df_status df_bot_think(df_bot *bot, const bot_view *view, df_choice *choice,
                       df_outcome *outcome);

/* Writes all placements of the piece and their scores to `list`, which has space for those of
 * one piece; returns their number. */
size_t df_bot_list(df_bot *bot, const board *b, unsigned piece, scored *list);

#endif

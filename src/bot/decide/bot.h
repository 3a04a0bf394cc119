/* The internals of df_bot, for the search and for the games. */
#pragma once

#include "bot/score/evaluate.h"
#include "bot/score/lanes.h"
#include "places.h"

/* A df_position whose board is already in words. */
typedef struct bot_view {
    const board *now;
    const uint16_t *pieces;
    size_t count;
    int held;
} bot_view;

/* ---- the search ---- */

/* A first placement and the best that it leads to. */
typedef struct look_root {
    df_choice choice;
    unsigned depth; /* pieces that could be placed, including this one */
    size_t index;   /* among all */
} look_root;

typedef struct lookahead lookahead;

/* Makes a search that keeps `max` boards, or all if that is 0. */
df_status df_lookahead_create(lookahead **search, unsigned max);
void df_lookahead_free(lookahead *search);

/* Searches. *roots are the first placements in their order, with the score of the best board
 * that each leads to, valid until the next search. Those of a smaller depth end the game or
 * were given up. */
df_status df_lookahead_search(df_bot *bot, const bot_view *view, const look_root **roots,
                              size_t *count);

/* ---- the bot ---- */

/* Checks the options that bots and boards for learners have in common. */
df_status df_bot_check(const df_piece_set *set, unsigned width, unsigned height, df_rules rules,
                       df_error *error);

struct df_bot {
    df_bot_options options; /* lookahead is at least 1 */
    evaluator judge;
    lanes *lanes;         /* NULL: drops are evaluated one after the other */
    place_finder *finder; /* NULL: straight from above */
    df_place *places;     /* space for the places of one piece; NULL without a finder */
    scored *list;         /* the same with scores */
    board *loaded;        /* the position of a caller */
    lookahead *search;    /* NULL: only the current piece is looked at */
    look_root *order;     /* space for placements in their order */
    size_t order_capacity;
    uint64_t placements;
};

/* Does the same as df_bot_decide for a bot_view. */
df_status df_bot_think(df_bot *bot, const bot_view *view, df_choice *choice,
                       df_outcome *outcome);

/* Writes all placements of the piece and their scores to `list`, which has space for those of
 * one piece; returns their number. */
size_t df_bot_list(df_bot *bot, const board *b, unsigned piece, scored *list);

/* Writes the first of the best placements, if there is one; returns how many there are. */
size_t df_bot_find_best(df_bot *bot, const board *b, unsigned piece, scored *best);

/* Returns the number of placements that the bot has scored since it was made. */
uint64_t df_bot_placements(const df_bot *bot);

/* Finds the best placement. Among equal scores the first one wins: the current piece before the
 * other one, then by orientation in the order N E S W (orientations that look alike count
 * once), then by row where pieces slip and spin, then by column. *outcome is DF_FOUND, or
 * DF_NONE if all placements end the game or the piece has none; then *choice is not written.
 * DF_ERROR_ARGUMENT: no piece, or one that is not in the set. */
df_status df_bot_decide(df_bot *bot, const df_position *position, df_choice *choice,
                        df_outcome *outcome);

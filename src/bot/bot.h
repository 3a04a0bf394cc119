/* The inside of a bot, for those who think for it and who play with it. */
#ifndef DROPFORGE_BOT_BOT_H
#define DROPFORGE_BOT_BOT_H

#include "bot/evaluate.h"
#include "bot/lanes.h"
#include "bot/lookahead.h"
#include "bot/places.h"

struct df_bot {
    df_bot_options options; /* lookahead is at least 1 */
    evaluator judge;
    lanes *lanes;         /* NULL: drops are evaluated one after the other */
    place_finder *finder; /* NULL: straight from above */
    df_place *places;     /* room for those of one piece; NULL without a finder */
    scored *list;         /* the same with scores */
    board *loaded;        /* where positions of callers go */
    lookahead *search;    /* NULL: nothing but the current piece is looked at */
    uint64_t placements;
};

/* A position with a board that is in words already. */
struct bot_view {
    const board *now;
    const uint16_t *pieces;
    size_t count;
    int held;
};

/* df_bot_decide for such a position. */
df_outcome df_bot_think(df_bot *bot, const bot_view *view, df_choice *choice,
                        df_status *status);

/* Writes all placements of the piece with their scores to `list`, which has room for those of
 * one piece, and returns how many. */
size_t df_bot_list(df_bot *bot, const board *b, unsigned piece, scored *list);

/* A board of the bot's size with room for its words; the caller frees it. */
df_status df_bot_board_create(const grid *g, board **b);
void df_bot_board_free(board *b);

#endif

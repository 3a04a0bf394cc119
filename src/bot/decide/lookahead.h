/* A search over all placements of the known pieces, which keeps the best boards after each
 * piece. */
#ifndef DROPFORGE_BOT_LOOKAHEAD_H
#define DROPFORGE_BOT_LOOKAHEAD_H

#include "dropforge/bot.h"

typedef struct bot_view bot_view;

/* A first placement and the best that it leads to. */
typedef struct look_root {
    df_choice choice;
    unsigned depth; /* pieces that could be placed, including this one */
    size_t index;   /* among all */
} look_root;

typedef struct lookahead lookahead;

/* Makes a search that keeps `max` boards, or all if that is 0; the caller owns *search. */
df_status df_lookahead_create(lookahead **search, unsigned max);
void df_lookahead_free(lookahead *search);

/* Searches. *roots are the first placements in their order, with the score of the best board
 * that each leads to, valid until the next search. Those of a smaller depth end the game or
 * were given up. */
df_status df_lookahead_search(df_bot *bot, const bot_view *view, const look_root **roots,
                              size_t *count);

#endif

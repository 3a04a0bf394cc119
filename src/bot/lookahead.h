/* Looks ahead: all placements of the known pieces, of which the best boards are kept after each
 * piece. */
#ifndef DROPFORGE_BOT_LOOKAHEAD_H
#define DROPFORGE_BOT_LOOKAHEAD_H

#include "dropforge/bot.h"

typedef struct bot_view bot_view;

/* A first placement and what it leads to. */
typedef struct look_root {
    df_choice choice;
    unsigned depth; /* pieces that could be placed, this one included */
} look_root;

typedef struct lookahead lookahead;

/* Room for a search that keeps `most` boards, or all where that is 0. On success *search is the
 * caller's. */
df_status df_lookahead_create(lookahead **search, unsigned most);
void df_lookahead_free(lookahead *search);

/* Searches. *roots are the placements there are now, with the score of the best that each leads
 * to, in the order of the placements; they stay until the next search. Those of a smaller depth
 * lead to nothing, or were given up. */
df_status df_lookahead_search(df_bot *bot, const bot_view *view, const look_root **roots,
                              size_t *count);

#endif

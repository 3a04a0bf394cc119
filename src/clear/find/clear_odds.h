/* How many continuations of a game clear by best play, when only some pieces are seen.
 *
 * A situation is a board, what has been dropped to make it, and the piece in hand. Its values
 * are those of all windows (clear_deal.h) of pieces that may be known then: how many of the
 * continuations of each clear. A board's values before a drop follow from those of the boards
 * after it: the sum over the piece that is shown after the drop, the largest for any drop. */
#pragma once

#include "clear_deal.h"

/* The values of a level: of situations with an empty hold; and of those with a held piece, or
 * with any once all pieces are known. A value is one byte if it fits, otherwise four. */
typedef struct odds_values {
    bool kept;
    size_t depth; /* pieces of the queue that are known */
    size_t size;  /* bytes of a value */
    size_t total; /* of all values */
    void *values;
    size_t base[DEAL_MAX_USED]; /* of boards with this `used`: where their values begin */
    size_t each[DEAL_MAX_USED]; /* how many each has */
} odds_values;

typedef struct odds_level {
    odds_values open, held;
    size_t first[DEAL_MAX_USED + 1];              /* boards with this `used` */
    uint16_t set[DEAL_MAX_USED];                  /* of the pieces dropped, or DEAL_NONE */
    uint16_t with[DEAL_MAX_USED][DF_TETROMINOES]; /* the set with this one in hand */
    size_t part[DEAL_MAX_USED][DF_TETROMINOES];   /* of `held`: where its values begin */
} odds_level;

typedef struct clear_odds {
    const graph *graph;     /* of a deal that has all that `deal` has */
    const clear_deal *deal; /* borrowed, as the graph */
    size_t seen;            /* pieces that are seen before the first drop */
    bool hold;
    bool is_held; /* the first of them is held */
    bool keeps;   /* the values of all levels, for df_odds_play, not of the first two alone */
    memory_budget *memory;
    df_watch *watch; /* may be NULL */
    void *watch_context;
    odds_level levels[ATLAS_MAX_DROPS + 1];
    uint32_t *row[2]; /* values of a board while they are made: open and held */
} clear_odds;

/* A game that is being played. */
typedef struct odds_game {
    unsigned level; /* pieces that have been dropped */
    size_t board;   /* its number in this level of the graph */
    uint16_t hand;  /* the held piece, or else the next one of the queue */
    bool held;
    uint16_t queue[DEAL_MAX_DEALT];
    size_t known; /* pieces of the queue that have been seen */
} odds_game;

/* Finds the values of levels 0 and 1. The other members of *self are set; the levels are zero.
 * The caller frees it, after a failure too. */
df_status df_odds_find(clear_odds *self);
void df_odds_free(clear_odds *self);

/* Returns the value of the first board for a queue of as many pieces as are seen. */
uint64_t df_odds_first(const clear_odds *self, const uint16_t *queue);

/* Returns a game before its first drop, whose queue begins with the pieces that are seen. */
odds_game df_odds_begin(const clear_odds *self, const uint16_t *queue, size_t count);

/* Lists the drops of the piece in hand, or of the one that arrives next, with their values: at
 * most GRAPH_MAX_MOVES. */
size_t df_odds_list(const clear_odds *self, const odds_game *at, bool arriving,
                    df_clear_choice *choices);

/* Makes the best drop, by the pieces that are seen alone; the queue has more. False without a
 * drop that keeps some chance. */
bool df_odds_play(const clear_odds *self, odds_game *at);

/* The supply of pieces: which piece may be dropped next. A search asks nothing else of it, so
 * that free choice and pieces as a game deals them are the same to it. */
#pragma once

#include "dropforge/plan.h"

/* A piece that may be dropped, and what is held after it. */
typedef struct supply_choice {
    uint8_t piece;
    uint8_t held; /* 0: nothing; else 1 + piece */
} supply_choice;

typedef struct piece_supply {
    /* Lists what may be dropped after `drops` drops while `held` is held, at most once each,
     * always in the same order, and returns their number. 0: the supply has ended. Is called by
     * several threads at a time. */
    unsigned (*list)(const void *context, size_t drops, unsigned held,
                     supply_choice choices[DF_TETROMINOES]);
    const void *context;
} piece_supply;

/* Every piece, at any time. */
extern const piece_supply df_supply_free;

/* Lists the choices for a piece_supply whose context is a df_piece_order: the pieces that may
 * follow the last one, which is `held`. */
unsigned df_supply_list_order(const void *context, size_t drops, unsigned held,
                              supply_choice choices[DF_TETROMINOES]);

typedef struct dealt_queue {
    const uint8_t *pieces; /* indices, borrowed */
    size_t count;
    bool hold;
    /* Of these pieces `seen` have appeared (0: all) when drop `now` is chosen, which cannot
     * take another. If it `holds`, it takes what the current piece is exchanged for; if it
     * `keeps`, the current piece. */
    size_t now, seen;
    bool holds, keeps;
} dealt_queue;

/* Lists the choices for a piece_supply whose context is a dealt_queue: the current piece or,
 * with hold, the one that it is exchanged for, which is the next if nothing is held. */
unsigned df_dealt_queue_list(const void *context, size_t drops, unsigned held,
                             supply_choice choices[DF_TETROMINOES]);

/* The supply of pieces: which piece may be dropped next. A search asks nothing else of it, so
 * that free choice and pieces as a game deals them are the same to it. */
#ifndef DROPFORGE_PRINT_SUPPLY_H
#define DROPFORGE_PRINT_SUPPLY_H

#include <stddef.h>
#include <stdint.h>

#include "dropforge/board.h"

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

#endif

/* A queue of dealt pieces, one of which may be held back at a time. */
#ifndef DROPFORGE_PRINT_DEALT_QUEUE_H
#define DROPFORGE_PRINT_DEALT_QUEUE_H

#include <stdbool.h>

#include "supply.h"

typedef struct dealt_queue {
    const uint8_t *pieces; /* indices, borrowed */
    size_t count;
    bool hold;
    /* Of these pieces `seen` have appeared (0: all) when drop `now` is chosen, which cannot
     * take another. If it `holds`, it takes what the current piece is exchanged for. */
    size_t now, seen;
    bool holds;
} dealt_queue;

/* Lists the choices for a piece_supply whose context is a dealt_queue: the current piece or,
 * with hold, the one that it is exchanged for, which is the next if nothing is held. */
unsigned df_dealt_queue_list(const void *context, size_t drops, unsigned held,
                             supply_choice choices[DF_TETROMINOES]);

#endif

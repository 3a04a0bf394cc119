/* The eraser: clears rows of a picture that stands until nothing of them is left. All squares
 * that are open to the sky may be filled at any time; so a column that the picture leaves free
 * is a well, which one I empties for each four rows. */
#pragma once

#include "band.h"

typedef struct erase_request {
    const print_shape *shapes;
    unsigned width;         /* of the playfield */
    const column_set *rows; /* bottom first */
    unsigned count;
    unsigned keep; /* rows at the bottom that stay */
    unsigned ways; /* in which that is done; the best counts. If none stay, more until one is
                      found */
    uint64_t seed;
} erase_request;

/* False if rows above the lowest `keep`, at least one of `width` columns, cannot be filled
 * while these stay, but for pieces that hang into a well from above: a run of free squares with
 * none of the kept row below it would let pieces fall. */
bool df_erase_may_keep(const column_set *rows, unsigned keep, unsigned width);

/* Appends drops to a plan that clear the rows from `keep` up. *outcome is DF_LIMIT if none were
 * found; the plan is unchanged then. *nodes gets those of the search. */
df_status df_erase(const erase_request *asked, df_plan *plan, df_outcome *outcome,
                   uint64_t *nodes);

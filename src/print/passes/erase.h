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
    unsigned ways; /* in which that is done, or more until one is found; the best counts */
    uint64_t seed;
} erase_request;

/* Appends drops to a plan that clear the rows from `keep` up. *outcome is DF_LIMIT if none were
 * found; the plan is unchanged then. *nodes gets those of the search. */
df_status df_erase(const erase_request *asked, df_plan *plan, df_outcome *outcome,
                   uint64_t *nodes);

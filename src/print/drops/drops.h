/* Fewer drops by the search drop by drop: improves a plan that is known, or prints from
 * nothing.
 * */
#pragma once

#include "board.h"
#include "dropforge/plan.h"

typedef struct drops_request {
    const target_place *place;
    const df_plan *guide;        /* a plan for this place, borrowed; NULL: print from nothing */
    const df_piece_order *order; /* borrowed; NULL: any piece may follow any */
    size_t limit;                /* look only for plans with fewer drops; 0: for any */
    size_t keep;                 /* boards of a level */
    uint64_t max_nodes;          /* for all searches together, about */
    unsigned max_height;         /* of the playfield; 0: as many rows as needed */
    uint64_t seed;
    unsigned jobs;
    /* Called from time to time with the nodes since the last call and the drops of the best
     * plan so far, 0 if there is none; returns false to stop. May be NULL. */
    bool (*watch)(void *context, uint64_t nodes, size_t drops);
    void *watch_context;
} drops_request;

typedef struct drops_result {
    df_plan *plan; /* owned, of height 1; NULL: no plan with fewer drops was found */
    size_t passes; /* blocks that leave squares of the picture */
    uint64_t nodes;
} drops_result;

/* Searches with one breadth and varied weights until the nodes are used up. The same request
 * gives the same plan with any number of jobs. *result is written only on DF_OK. */
df_status df_drops_search(const drops_request *request, drops_result *result);

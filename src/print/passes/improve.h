/* Fewer drops for a plan of passes, by the search drop by drop. */
#ifndef DROPFORGE_PRINT_IMPROVE_H
#define DROPFORGE_PRINT_IMPROVE_H

#include "canvas.h"
#include "print/base/method.h"
#include "print/drops/drops.h"

typedef struct improve_request {
    const print_job *job;
    const picture_place *place;                                 /* of the plan */
    const df_plan *plan;                                        /* the best so far, or NULL */
    unsigned level;                                             /* of effort, from 0 */
    bool (*watch)(void *context, uint64_t nodes, size_t drops); /* as in drops_request */
    void *watch_context;
} improve_request;

typedef struct improve_result {
    df_plan *plan; /* owned, that fits into the playfield; NULL: nothing better was found */
    picture_place place; /* of this plan */
    size_t passes;
    uint64_t nodes;
} improve_result;

/* Returns the nodes that improving takes at most, about. */
uint64_t df_improve_max_nodes(unsigned level);

/* Improves the plan, and prints small pictures from nothing on narrow playfields. *result is
 * written only on DF_OK. */
df_status df_improve_plan(const improve_request *request, improve_result *result);

#endif

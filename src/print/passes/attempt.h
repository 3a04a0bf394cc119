/* An attempt: one search over passes in one place. */
#pragma once

#include "beam.h"
#include "canvas.h"
#include "print/base/method.h"
#include "print/drops/drops.h"

typedef struct attempt {
    picture_place place;
    beam_options options;
    size_t drops;       /* look only for plans with fewer drops; 0: for any */
    beam_result result; /* its drops are owned */
    /* Of its own. */
    canvas on;
    pass_rating rating;
    beam *beam;     /* NULL before the first run and when it is over */
    uint64_t spent; /* nodes of beams that are over */
    bool is_again;  /* the first plan was too tall */
} attempt;

/* Searches for about that many nodes more; if the plan is too tall, once more below the
 * playfield's top. Writes the result. */
df_status df_attempt_run(attempt *self, const print_job *job, uint64_t nodes);

/* Frees what an attempt that is not over holds, but for a plan. */
void df_attempt_free(attempt *self);

/* Fewer drops for a plan of passes, by the search drop by drop. */
typedef struct improvement {
    const print_job *job;
    const df_piece_order *order;                                /* NULL: any */
    unsigned level;                                             /* of effort, from 0 */
    bool (*watch)(void *context, uint64_t nodes, size_t drops); /* as in drops_request */
    void *watch_context;
    df_plan *plan;       /* the best so far, which a better one replaces; owned, or NULL */
    picture_place place; /* of this plan */
    bool found;          /* there is a better one, which fits into the playfield, */
    size_t passes;       /* with these */
    uint64_t nodes;
} improvement;

/* Returns a number that grows by half with each level of effort. */
unsigned df_effort_grow(unsigned number, unsigned level);

/* Improves the plan, and prints small pictures from nothing on narrow playfields; or prints
 * again in an order, with few more drops than the plan, which is then given up. */
df_status df_improve_plan(improvement *self);

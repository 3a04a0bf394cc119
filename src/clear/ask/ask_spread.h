/* Queues that are searched one after the other, where all tilings are too many: each solution
 * found for one queue is tried with all the others, most of which need no search then. */
#pragma once

#include "clear/solve/solver.h"

typedef struct spread_request {
    df_clear_solver *solver; /* whose board pieces can fill */
    const df_clear_queue_list *queues;
    bool hold;
    df_watch *watch; /* or NULL */
    void *context;
} spread_request;

/* Sets clears[q] for each queue that clears; all elements are false at first. */
df_status df_spread_ask(const spread_request *request, bool *clears);

/* The tilings of a graph by the pieces of one queue: the columns are split in the middle, and
 * halves with the pieces of the queue between them are joined. */
#ifndef DROPFORGE_SOLVE_JOIN_H
#define DROPFORGE_SOLVE_JOIN_H

#include "solve_graph.h"

/* Receives a tiling as places, of which the first `kept` are those of the call before. Any
 * status but DF_OK stops and is returned. */
typedef df_status solve_join_visit(void *context, const uint16_t *places, unsigned count,
                                   unsigned kept);

typedef struct solve_join_request {
    const solve_board *board;
    const solve_graph *graph;
    const uint16_t *queue; /* only pieces that can be needed */
    size_t length;
    bool hold;
    uint64_t nodes; /* steps to stop after; 0: no limit */
    solve_join_visit *visit;
    void *context;
} solve_join_request;

typedef struct solve_join_report {
    uint64_t nodes;
    uint64_t tilings; /* joined; only those that pass a test of the queue are handed out */
    bool limited;     /* stopped by `nodes` */
} solve_join_report;

/* Hands out the tilings that the queue may be able to build. The report is written on failure
 * too. */
df_status df_solve_join(const solve_join_request *request, solve_join_report *report,
                        memory_budget *memory);

#endif

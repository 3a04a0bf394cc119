/* A solver: its board, its graph and its memory. */
#ifndef DROPFORGE_SOLVE_SOLVER_H
#define DROPFORGE_SOLVE_SOLVER_H

#include "solve_graph.h"
#include "solve_order.h"

struct df_clear_solver {
    const df_piece_set *set;  /* borrowed */
    df_clear_request request; /* its field is a copy; no queue */
    uint64_t limit;           /* of its memory */
    memory_budget memory;
    solve_board board;
    solve_graph graph;
    bool lacks_graph; /* it would be too large; `graph` is empty */
    solve_order order;
    /* The pieces, as counts, for which df_clear_solver_ask has given up to go through all
     * tilings, and the steps after which it did. */
    uint64_t large_pieces;
    uint64_t large_steps;
    struct clear_atlas *atlas; /* or NULL: none was worth it, or lacks_atlas */
    bool lacks_atlas;          /* it would be too large */
};

/* Writes the error for too little memory; returns DF_ERROR_LIMIT. */
df_status df_solver_refuse_memory(const df_clear_solver *self, df_error *error);

#endif

/* A solver: its board, its graph and its memory, and how its tilings are found. */
#pragma once

#include "solve_board.h"
#include "solve_order.h"

#define SOLVE_NO_NODE UINT32_MAX

typedef struct solve_edge {
    uint32_t child;
    uint16_t place;
    uint16_t piece;
} solve_edge;

typedef struct solve_graph {
    size_t nodes;    /* node 0 is the full board; children have lower numbers */
    uint32_t root;   /* or SOLVE_NO_NODE */
    uint64_t *full;  /* of each node the filled squares: bit rows * x + y */
    uint32_t *begin; /* its edges: from begin[node] to begin[node + 1] */
    solve_edge *edges;
} solve_graph;

/* Makes the graph; DF_ERROR_LIMIT if the memory does not suffice. On success
 * df_solve_graph_free frees what *made owns. */
df_status df_solve_graph_create(solve_graph *made, const solve_board *board,
                                memory_budget *memory);
void df_solve_graph_free(solve_graph *self);

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

/* The figures of a search for the solutions of one queue. */
typedef struct solver_report {
    df_outcome outcome; /* DF_LIMIT: stopped by `nodes`; there may be more */
    uint64_t solutions; /* found */
    uint64_t ways;      /* of all of them, if they are counted */
    uint64_t tilings;   /* by pieces of the queue; solutions are those that it can build */
    uint64_t nodes;     /* half tilings, and sets of dropped pieces */
} solver_report;

/* Receives a solution, valid during the call. */
typedef df_status solver_visit(void *context, const df_clear_solution *solution);

/* Finds the solutions that the queue of *query builds, each once, in a fixed order, at most
 * query->max of them; set, field, rows, rules and memory are those of the solver. With
 * `counts_ways` each of them has its ways. `visit` may be NULL. DF_ERROR_ARGUMENT: an invalid
 * piece. DF_ERROR_LIMIT: the memory does not suffice. */
df_status df_solver_find(df_clear_solver *solver, const df_clear_request *query,
                         bool counts_ways, solver_visit *visit, void *context,
                         solver_report *report, df_error *error);

/* An answer of df_solve_fill; all zero: none yet. */
typedef struct solve_filled {
    uint64_t full;   /* its squares */
    uint64_t pieces; /* counts */
    bool can;        /* places of such pieces fill the others */
} solve_filled;

enum { SOLVE_FILLED_SIZE = 1 << 15 };

/* True if places of the pieces, given as counts, fill the squares that are not full, in
 * whatever order: otherwise nothing clears. *board was empty at first, so its places are those
 * of any later board, too. known[SOLVE_FILLED_SIZE] belongs to this board. */
bool df_solve_fill(const solve_board *board, solve_filled *known, uint64_t full,
                   uint64_t pieces);

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

/* Hands out the tilings that the queue may build. Failures write the report, too. */
df_status df_solve_join(const solve_join_request *request, solve_join_report *report,
                        memory_budget *memory);

/* Hands out the solutions of the query as tilings, and reports as df_solve_join. */
df_status df_solve_forward(df_clear_solver *solver, const df_clear_request *query,
                           solve_join_visit *visit, void *context, solve_join_report *report,
                           df_error *error);

/* Finds the places of a way: follows the rows back to where they were before the first drop. */
void df_solve_forward_find_places(const solve_board *board, const df_piece_set *set,
                                  const df_clear_drop *drops, size_t count, uint16_t *places);

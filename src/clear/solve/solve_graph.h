/* The tilings of a board as a graph: a node is what is filled, square by square along the
 * columns, and the order in which rows must clear; an edge is the place that fills the first
 * empty square. Nodes that cannot be completed are left out. */
#ifndef DROPFORGE_SOLVE_GRAPH_H
#define DROPFORGE_SOLVE_GRAPH_H

#include "solve_board.h"

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

#endif

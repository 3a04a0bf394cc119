/* The states of a board of any length and the steps between them. They are kept so that long
 * boards and many lengths are counted without looking states up again. */
#pragma once

#include "count.h"

#define GRAPH_NEXT UINT32_C(0x80000000)

/* States are numbered so that a step within a column leads to a higher number. The others lead
 * into the next column, to one of its `entries`: the states in which everything before it is
 * filled. State 0 is entry 0, the empty column. */
typedef struct tile_graph {
    size_t states;
    size_t entries;
    budget_array first; /* uint64_t, states + 1: the first step of each state */
    budget_array steps; /* uint32_t: a state of the column, or GRAPH_NEXT and an entry */
    budget_array entry; /* uint32_t: the state of each entry, ascending */
} tile_graph;

/* Finds all states of a board of any length. `order` gives its rows. DF_ERROR_LIMIT: too many
 * for the task's budget, or windows too long. DF_ERROR_CANCELLED: stopped by the watch. On
 * failure there is nothing to free. */
df_status df_tile_graph_create(tile_graph *graph, tile_task *task, tile_order order);

void df_tile_graph_free(tile_graph *graph, memory_budget *budget);

/* Visits the exact counts of 1 … `columns` columns. */
df_status df_tile_graph_count(const tile_graph *graph, tile_task *task, uint64_t columns,
                              tile_visit *visit, void *context);

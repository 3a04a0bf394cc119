/* The states of a board of any length and the steps between them, kept so that long boards and
 * many lengths are counted without looking states up again. */
#ifndef DROPFORGE_TILE_GRAPH_H
#define DROPFORGE_TILE_GRAPH_H

#include "tile/budget.h"
#include "tile/modular.h"
#include "tile/moves.h"

#define GRAPH_NEXT UINT32_C(0x80000000)

/* States are numbered so that a step within a column leads to a higher number. The others lead
 * into the next column, to one of its `entries`: the states in which everything before it is
 * filled. State 0 is entry 0, the empty column. */
typedef struct tile_graph {
    size_t states;
    size_t entries;
    tile_array first; /* uint64_t, states + 1: the first step of each state */
    tile_array steps; /* uint32_t: a state of the column, or GRAPH_NEXT and an entry */
    tile_array entry; /* uint32_t: the state of each entry, ascending */
} tile_graph;

/* Finds all states that a board of any length can come to. `moves` are those of an open board.
 * DF_ERROR_LIMIT: too many for the budget, or windows too long. DF_ERROR_SINK: the watch.
 * On failure there is nothing to free. */
df_status df_tile_graph_create(tile_graph *graph, const tile_moves *moves, tile_budget *budget,
                               const df_tile_options *options, df_tile_effort *effort);

void df_tile_graph_free(tile_graph *graph, tile_budget *budget);

/* Sees the tilings of so many whole columns. Any status but DF_OK ends the count. */
typedef df_status graph_visit(void *context, uint64_t columns, const uint64_t *count,
                              size_t words);

/* Counts exactly for 1 … `columns` columns. */
df_status df_tile_graph_count(const tile_graph *graph, uint64_t columns, tile_budget *budget,
                              const df_tile_options *options, graph_visit *visit, void *context,
                              df_tile_effort *effort);

/* counts[k] = the tilings of k columns modulo a number, for k = 0 … columns. */
df_status df_tile_graph_count_modulo(const tile_graph *graph, const modulus *m,
                                     uint64_t *counts, size_t columns, tile_budget *budget,
                                     const df_tile_options *options);

#endif

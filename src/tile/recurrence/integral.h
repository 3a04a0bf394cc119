/* The recurrence that boards of one height obey, over the integers. */
#ifndef DROPFORGE_TILE_INTEGRAL_H
#define DROPFORGE_TILE_INTEGRAL_H

#include "tile/count/graph.h"

/* The primes that are used by default are this number and larger ones. */
#define INTEGRAL_FIRST_PRIME (UINT64_C(1) << 63)

/* Finds the shortest recurrence of the graph's numbers, modulo primes from `first` on: few
 * large ones or, to be tested, many small ones. Errors are those of the task's budget and
 * watch. */
df_status df_tile_integral_find(tile_task *task, const tile_graph *graph, uint64_t first,
                                df_tile_recurrence **recurrence);

#endif

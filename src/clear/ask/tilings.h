/* All tilings of a board by the pieces of any of several queues. */
#pragma once

#include "clear/solve/solver.h"

/* Is called with each tiling in solver->order, which has not begun yet. Any status but DF_OK
 * stops and is returned. */
typedef df_status tilings_visit(void *context);

typedef struct tilings_request {
    df_clear_solver *solver;
    uint64_t pieces; /* that may be used: counts */
    tilings_visit *visit;
    void *context;
    uint64_t *steps;     /* are added here */
    uint64_t most_steps; /* for df_tilings_find */
    unsigned most_drops; /* for df_tilings_fill */
} tilings_request;

/* Returns for each piece the largest number of it in any of the queues, as counts. */
uint64_t df_tilings_count_pieces(const df_clear_queues *queues);

/* Finds all tilings, or stops with DF_OK after more steps than allowed. */
df_status df_tilings_find(const tilings_request *request);

/* Puts the places of a solution into the order of its solver; false if one is unknown. */
bool df_tilings_take(df_clear_solver *solver, const df_clear_solution *solution);

/* Finds all ways to fill the squares that must be filled. */
df_status df_tilings_fill(const tilings_request *request, const df_clear_queues *queues);

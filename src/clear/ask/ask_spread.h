/* Queues that are searched one after the other, where all tilings are too many: each solution
 * found for one queue is tried with all the others, most of which need no search then. */
#pragma once

#include "clear/solve/solver.h"

/* Sets clears[q] for each queue that clears; all elements are false at first. Pieces can fill
 * the board of the solver. */
df_status df_spread_ask(df_clear_solver *solver, const df_clear_queues *queues, bool *clears);

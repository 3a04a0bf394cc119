/* The best drop with very many continuations: no solutions are listed. */
#pragma once

#include "clear/solve/solver.h"

/* True if df_choice_find_odds knows the board. */
bool df_choice_has_odds(const df_clear_solver *solver);

/* As df_clear_solver_best, with the drops in no order. DF_ERROR_LIMIT: too little memory. */
df_status df_choice_find_odds(df_clear_solver *solver, const df_clear_request *request,
                              df_clear_choice **choices, size_t *count, df_clear_tally *tally);

/* True if no piece of the queues can be held and bags deal all of them. */
bool df_choice_has_bags(const df_clear_queues *queues);

/* As df_clear_solver_ask for such queues, on a board that df_choice_has_odds knows.
 * DF_ERROR_LIMIT: too little memory. */
df_status df_choice_ask_odds(df_clear_solver *solver, const df_clear_queues *queues,
                             bool *clears);

/* Sorts drops, the best ones first, and leaves out those without a chance. */
void df_choice_sort(df_clear_choice *list, size_t *count);

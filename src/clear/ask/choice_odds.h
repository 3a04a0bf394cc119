/* The best drop with very many continuations: no solutions are listed. */
#pragma once

#include "clear/solve/solver.h"

/* True if df_choice_find_odds knows the board. */
bool df_choice_has_odds(const df_clear_solver *solver);

/* As df_clear_solver_best, with the drops in no order. DF_ERROR_LIMIT: too little memory. */
df_status df_choice_find_odds(df_clear_solver *solver, const df_clear_request *request,
                              df_clear_choice **choices, size_t *count, df_clear_tally *tally);

/* Sorts drops, the best ones first, and leaves out those without a chance. */
void df_choice_sort(df_clear_choice *list, size_t *count);

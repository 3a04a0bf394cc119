/* The solutions of boards whose graph would be too large: those of the ways that df_clear_find
 * finds one after the other, each solution once. */
#ifndef DROPFORGE_SOLVE_FORWARD_H
#define DROPFORGE_SOLVE_FORWARD_H

#include "solve_join.h"
#include "solver.h"

/* Hands out the solutions of the query as tilings, and reports as df_solve_join. */
df_status df_solve_forward(df_clear_solver *solver, const df_clear_solver_query *query,
                           solve_join_visit *visit, void *context, solve_join_report *report,
                           df_error *error);

/* Finds the places of a way: follows the rows back to where they were before the first drop. */
void df_solve_forward_find_places(const solve_board *board, const df_piece_set *set,
                                  const df_clear_drop *drops, size_t count, uint16_t *places);

#endif

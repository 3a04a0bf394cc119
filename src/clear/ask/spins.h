/* Drops of T that are spins and clear rows. */
#ifndef DROPFORGE_ASK_SPINS_H
#define DROPFORGE_ASK_SPINS_H

#include "clear/solve/solve_order.h"

/* Returns the spin by which a place of the tiling can be taken now, *rows is the number of rows
 * that clear then; DF_SPIN_NONE if it is no T or clears none. Full comes before mini. */
df_spin df_spins_find(const solve_order *order, const solve_standing *at, unsigned index,
                      unsigned *rows);

/* Returns the best of the spins that df_moves_spins gives. */
df_spin df_spins_best(unsigned spins);

/* True if a spin is one of those that are wanted. */
bool df_spins_fit(df_clear_spins wanted, df_spin spin, unsigned rows);

#endif

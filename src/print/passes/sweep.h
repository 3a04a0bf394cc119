/* The sweep: finds tilings of a band that leave as many squares of the picture as possible.
 *
 * It goes over the band column by column, from the left. A state holds the squares of the next
 * three columns that are taken, and the squares of the picture there that pieces rely on; of
 * all ways to a state only the few best are kept. This is a transfer matrix: if it kept all
 * states, it would find a best tiling. As there may be many states, only the most promising are
 * kept from column to column. */
#pragma once

#include "band.h"

#define SWEEP_WAYS 4 /* ways to one state that are kept */

typedef struct sweep_kit sweep_kit;

/* Makes the memory of sweeps of up to `width` columns, with up to `keep` states a column where
 * they widen. `shapes` is borrowed. */
df_status df_sweep_create(sweep_kit **kit, const print_shape shapes[PRINT_SHAPES],
                          unsigned width, unsigned keep);
void df_sweep_free(sweep_kit *kit); /* NULL is allowed */

/* Sweeps a band with `keep` states a column, and more for a few columns where none would be
 * left, which takes 1 / `share` of the sweep. Returns the number of tilings that it has found,
 * SWEEP_WAYS at most, which leave different squares; the best is number 0. Most of them can be
 * dropped, not all: the labels of df_band_label decide. The seed breaks ties. */
unsigned df_sweep_run(sweep_kit *kit, const band *on, unsigned keep, unsigned share,
                      uint64_t seed);

/* Writes a tiling of the last run, without labels. */
void df_sweep_write(const sweep_kit *kit, unsigned index, band_tiling *tiling);

/* Returns the nodes of all runs so far: the squares looked at, the unit of effort. */
uint64_t df_sweep_nodes(const sweep_kit *kit);

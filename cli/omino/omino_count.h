/* Counts of polyominoes. */
#ifndef CLI_OMINO_COUNT_H
#define CLI_OMINO_COUNT_H

#include "dropforge/omino.h"
#include "omino_settings.h"

/* Counts by enumeration that several processes share. Rank 0 hands out portions, counts some
 * itself and adds up the results.
 *
 * omino_mpi_begin joins the other processes: -1 for rank 0, which goes on and calls
 * omino_mpi_end. The others work inside this call until then; it returns their exit code, or
 * that of an error after a message. omino_mpi_count counts as df_ominoes_count does; only the
 * watch of the options is used. */
int omino_mpi_begin(void);
df_status omino_mpi_count(df_ominoes_tally *tally, unsigned size,
                          const df_ominoes_filter *filter, const df_ominoes_options *options);
void omino_mpi_end(void);

/* Sets the error for a polyomino of which the library could not decide if it is a path. */
void omino_say_undecided(df_error *error);

#endif

/* Counts by enumeration that several processes share. Rank 0 hands out portions, counts
 * some itself and adds up the results. */
#ifndef CLI_OMINO_MPI_H
#define CLI_OMINO_MPI_H

#include "dropforge/omino.h"

/* Joins the other processes. -1 for rank 0, which goes on and calls omino_mpi_end. The others
 * work inside this call until then; it returns their exit code, or that of an error after a
 * message. */
int omino_mpi_begin(void);

/* Counts as df_ominoes_count does; only the watch of the options is used. */
df_status omino_mpi_count(df_ominoes_tally *tally, unsigned size,
                          const df_ominoes_filter *filter, const df_ominoes_options *options);

/* Ends the other processes. */
void omino_mpi_end(void);

#endif

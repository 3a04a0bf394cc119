/* Counts by enumeration that several processes share. Rank 0 hands out the portions, counts
 * some of them itself and adds up; the others count what they are given. */
#ifndef CLI_OMINO_MPI_H
#define CLI_OMINO_MPI_H

#include "dropforge/ominoes.h"

/* Joins the other processes. -1 for rank 0, which goes on and calls omino_mpi_end. The others
 * work here until then, and their exit code is the answer; so it is after a message. */
int omino_mpi_begin(void);

/* Counts as df_ominoes_count does; of the options, `jobs` is not looked at. */
df_status omino_mpi_count(df_ominoes_tally *tally, unsigned size,
                          const df_ominoes_filter *filter, const df_ominoes_options *options);

/* Lets the others go. */
void omino_mpi_end(void);

#endif

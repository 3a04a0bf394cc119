/* Counts of polyominoes. */
#pragma once

#include "dropforge/omino.h"
#include "omino_settings.h"

/* Sets the error for a polyomino of which the library could not decide if it is a path. */
void omino_say_undecided(df_error *error);

/* Joins the other processes. GO_ON for rank 0, which goes on and calls farm_end. The others
 * work inside this call until then; it returns their exit code, or that of an error. */
cli_status omino_mpi_begin(void);

/* Counts as df_ominoes_count does; only the watch of the options is used. */
df_status omino_mpi_count(uint64_t *count, unsigned size, const df_ominoes_filter *filter,
                          const df_count_options *options, uint64_t *nodes);

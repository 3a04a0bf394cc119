/* Counts of polyominoes. */
#pragma once

#include "cli/base/json.h"
#include "dropforge/omino.h"
#include "omino_settings.h"

/* The numbers of one size. */
typedef struct omino_count_row {
    df_natural all;
    df_natural symmetric[DF_SYMMETRIES]; /* with --by-symmetry */
} omino_count_row;

/* A count and its results. */
typedef struct omino_counter {
    const omino_settings *chosen;
    unsigned min; /* sizes that are printed */
    unsigned max;
    omino_method method;
    omino_count_row *rows; /* max + 1 */
    uint64_t nodes;        /* of enumerations */
    df_count_effort effort;
    double seconds;
} omino_counter;

/* Fills the rows. Whatever it returns, the counter is freed with omino_counter_free. */
cli_status omino_counter_run(omino_counter *self);
void omino_counter_free(omino_counter *self);

/* Sets the error for a polyomino of which the library could not decide if it is a path. */
void omino_say_undecided(df_error *error);

/* Joins the other processes. GO_ON for rank 0, which goes on and calls farm_end. The others
 * work inside this call until then; it returns their exit code, or that of an error. */
cli_status omino_mpi_begin(void);

/* Counts as df_ominoes_count does; only the watch of the options is used. */
df_status omino_mpi_count(uint64_t *count, unsigned size, const df_ominoes_filter *filter,
                          const df_count_options *options, uint64_t *nodes);

/* Exact numbers of polyominoes, for sizes far beyond enumeration one by one. */
#ifndef DROPFORGE_OMINO_COUNT_H
#define DROPFORGE_OMINO_COUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "dropforge/natural.h"
#include "dropforge/omino.h"
#include "dropforge/ominoes.h"
#include "dropforge/status.h"

DF_BEGIN_DECLARATIONS

/* The largest size that can be counted; memory and time set a lower limit in practice. */
#define DF_OMINO_COUNT_MAX 48u
/* The largest bounds on perimeters and on site perimeters of tables that go beyond
 * DF_OMINOES_MAX_SQUARES, and the size up to which they go: nothing larger has so little. */
#define DF_OMINO_COUNT_MAX_PERIMETER 40u
#define DF_OMINO_COUNT_MAX_SITES 30u
#define DF_OMINO_COUNT_MAX_BOUND 100u

/* Called now and then, by one thread at a time: `done` of `all` parts of unequal size are
 * finished, and the caller holds `states` states. Returns false to stop. */
typedef bool df_omino_watch(void *context, uint64_t done, uint64_t all, uint64_t states);

/* Options. All zeros: the defaults. */
typedef struct df_omino_count_options {
    uint64_t memory;       /* bytes each thread may use; 0: 2000 million */
    unsigned threads;      /* 0: one. The numbers are the same with any number of them. */
    unsigned up_to;        /* of tables, but boxes: the greatest value; others are 0. 0: all */
    bool no_holes;         /* of tables: leave out polyominoes with holes */
    df_omino_watch *watch; /* may be NULL */
    void *watch_context;
} df_omino_count_options;

/* The cost of a count. */
typedef struct df_omino_effort {
    uint64_t states; /* states that were extended by a square */
    uint64_t max;    /* most states at a time in one thread */
    uint64_t memory; /* most bytes held at a time by one thread */
} df_omino_effort;

/* Sets numbers[k] to the number of fixed polyominoes of k squares, for k = 0 … size; 0 for k =
 * 0, by transfer matrix (Jensen 2001). The array has size + 1 numbers, each {0} before the
 * call; on failure all are {0} again. `options`, `effort` and `error` may be NULL.
 * DF_ERROR_ARGUMENT: size is 0 or above DF_OMINO_COUNT_MAX. DF_ERROR_LIMIT: options->memory
 * does not suffice. DF_ERROR_CANCELLED: stopped by the watch. *error describes the error. */
df_status df_omino_count_fixed(df_natural *numbers, unsigned size,
                               const df_omino_count_options *options, df_omino_effort *effort,
                               df_error *error);

/* All numbers for one size. */
typedef struct df_omino_counts {
    df_natural fixed;
    df_natural one_sided;
    df_natural free;
    df_natural symmetric[DF_SYMMETRIES]; /* free ones with exactly this symmetry */
} df_omino_counts;

/* Sets counts[k] to the numbers of polyominoes of k squares, for k = 0 … size; all 0 for k = 0.
 * Counts the fixed ones as above, and those with symmetries by enumeration (Redelmeier 1981),
 * which takes about twice as long for each further square and limits the size. The array has
 * size + 1 elements, all {0} before the call; the caller frees each with df_omino_counts_free;
 * on failure all are {0} again. Errors as above. */
df_status df_omino_count_classes(df_omino_counts *counts, unsigned size,
                                 const df_omino_count_options *options, df_omino_effort *effort,
                                 df_error *error);

/* Returns the largest size of tables by a measure with values up to `up_to` (0: any), whose
 * numbers then fit into 64 bits. */
unsigned df_omino_count_tables_max(df_omino_measure by, unsigned up_to);

/* Sets tables[k] to the numbers of polyominoes of k squares by a measure, for k = 0 … size, by
 * transfer matrix; all 0 for k = 0. The array has size + 1 tables, at most as many as
 * df_omino_count_tables_max allows. On failure the tables are as before. Errors as above. */
df_status df_omino_count_tables(df_ominoes_table *tables, unsigned size, df_omino_class kind,
                                df_omino_measure by, const df_omino_count_options *options,
                                df_omino_effort *effort, df_error *error);

/* Frees the numbers and makes them 0; NULL is allowed. */
void df_omino_counts_free(df_omino_counts *counts);

DF_END_DECLARATIONS

#endif

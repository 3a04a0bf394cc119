/* What counts of polyominoes have in common. */
#ifndef CLI_OMINO_COUNT_H
#define CLI_OMINO_COUNT_H

#include "dropforge/omino_count.h"
#include "omino_settings.h"

typedef enum omino_count_method {
    OMINO_ENUMERATE,
    OMINO_TRANSFER,
    OMINO_METHODS
} omino_count_method;

/* The numbers of one size. */
typedef struct omino_count_row {
    df_natural all;
    df_natural symmetric[DF_SYMMETRIES]; /* with --by-symmetry */
} omino_count_row;

/* What is counted, and has been. */
typedef struct omino_counter {
    const omino_settings *chosen;
    unsigned least; /* sizes that are told of */
    unsigned most;
    omino_count_method method;
    omino_count_row *rows; /* most + 1 */
    uint64_t nodes;        /* of enumerations */
    df_omino_effort effort;
    double seconds;
} omino_counter;

/* Fills the rows. -1 or the exit code after a message; either way the counter is freed with
 * omino_counter_free. */
int omino_counter_run(omino_counter *own);
void omino_counter_free(omino_counter *own);

/* Counts a shard and writes its result. -1 or the exit code after a message. */
int omino_count_shard(omino_counter *own);

/* Says that the library could not decide whether a polyomino is a path. */
void omino_say_undecided(df_mishap *mishap);

/* Fills the rows by the transfer matrix. *mishap says what goes wrong. */
df_status omino_count_by_transfer(omino_counter *own, df_mishap *mishap);

/* 'list --count': how many would be listed. -1 or the exit code after a message. */
int omino_list_count(const omino_settings *chosen, unsigned size);

#endif

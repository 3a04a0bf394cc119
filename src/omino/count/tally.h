/* Fixed polyominoes in a strip, by squares and by a measure: a transfer matrix like that of
 * transfer.h, whose states have a number for each size and each value. */
#pragma once

#include "dropforge/omino.h"
#include "transfer_task.h"

/* The numbers of a strip for each size. */
typedef struct tally_result {
    df_ominoes_table tables[DF_OMINO_COUNT_MAX_BOUND + 1];
    df_omino_effort effort;
} tally_result;

/* Adds those with `rows` rows and at least as many columns, by the measure; with more columns
 * than rows also the same turned by a quarter. With `turned`, adds those of any number of
 * columns, and no turned ones. */
df_status df_tally_strip(tally_result *result, unsigned size, unsigned rows,
                         df_omino_measure by, bool turned, omino_count_task *task);

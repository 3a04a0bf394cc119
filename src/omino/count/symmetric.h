/* Counts the fixed polyominoes that a group of symmetries leaves unmoved, by enumerating the
 * parts that determine them (Redelmeier 1981). */
#pragma once

#include "dropforge/omino.h"
#include "transfer_task.h"

/* The families of symmetric polyominoes: a group, and a place of its centre. There is none with
 * an axis between squares: of 2 · k squares it would have as many as there are fixed ones of k.
 */
enum { SYMMETRIC_FAMILIES = 14 };

/* Numbers by symmetry, without DF_SYMMETRY_NONE, and by size. For AXIS one direction of the
 * axis counts, for DIAGONAL one diagonal. Polyominoes with further symmetries are included. */
typedef struct symmetric_numbers {
    uint64_t unmoved[DF_SYMMETRIES][DF_OMINO_COUNT_MAX + 1];
} symmetric_numbers;

/* Returns how many parts df_omino_count_unmoved reports to the task. The caller adds them to
 * those of the task. */
unsigned df_omino_unmoved_parts(unsigned size);

/* Counts up to `size` squares. Of the polyominoes with an axis it counts only those whose axis
 * runs through squares. */
df_status df_omino_count_unmoved(symmetric_numbers *numbers, unsigned size,
                                 omino_count_task *task);

/* How many fixed polyominoes a group of symmetries leaves unmoved, by enumeration of what
 * determines them (Redelmeier 1981). */
#ifndef DROPFORGE_OMINO_SYMMETRIC_H
#define DROPFORGE_OMINO_SYMMETRIC_H

#include <stdint.h>

#include "omino/transfer_task.h"

/* By the order of df_omino_symmetry without DF_SYMMETRY_NONE. Of AXIS one direction of the
 * axis, of DIAGONAL one diagonal. What has more symmetries is counted too. */
typedef struct symmetric_numbers {
    uint64_t unmoved[DF_SYMMETRIES][DF_OMINO_COUNT_MAX + 1];
} symmetric_numbers;

/* The parts of which df_omino_count_unmoved tells the task that they are done. The caller adds
 * them to those of the task. */
unsigned df_omino_unmoved_parts(unsigned size);

/* For up to `size` squares. Of the polyominoes with an axis only those are counted whose axis
 * runs through squares. */
df_status df_omino_count_unmoved(symmetric_numbers *numbers, unsigned size,
                                 omino_count_task *task);

#endif

/* Counts the fixed polyominoes that a group of symmetries leaves unmoved, by enumerating the
 * parts that determine them (Redelmeier 1981). */
#pragma once

#include "dropforge/omino.h"
#include "transfer_task.h"

/* The families of symmetric polyominoes: a group, and a place of its centre. The last one, with
 * an axis between squares, has as many of 2 · k squares as there are fixed ones of k, so it is
 * searched for tables only. */
enum { SYMMETRIC_FAMILIES = 15, SYMMETRIC_COUNTED = 14 };

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

/* Adds the numbers of family `index` to the tables of a measure for the sizes 0 … size. Above
 * DF_OMINOES_MAX_SQUARES they must be perimeters up to task->options.up_to, as
 * df_omino_count_tables_max allows. Sets *symmetry to the family's symmetry. */
df_status df_omino_tabulate_family(df_ominoes_table *tables, unsigned index, unsigned size,
                                   df_omino_measure by, omino_count_task *task,
                                   df_omino_symmetry *symmetry);

/* Finds the number of free ones with exactly each symmetry but for DF_SYMMETRY_NONE from those
 * unmoved, all of the same size. DF_ERROR_DEFECT: there are no such numbers. */
df_status df_omino_sort_symmetric(uint64_t exact[DF_SYMMETRIES],
                                  const uint64_t unmoved[DF_SYMMETRIES]);

/* Returns the number of images of a polyomino with a symmetry. */
unsigned df_omino_images(df_omino_symmetry symmetry);

/* True if polyominoes of this symmetry are no turns of their mirror images, so that a free one
 * counts as two one-sided ones. */
bool df_omino_is_chiral(df_omino_symmetry symmetry);

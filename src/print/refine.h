/* Fewer cleared rows for one row of a picture: a beam search over its passes.
 *
 * Here a pass is one packed matrix with the row of the picture among its rows. All 19 shapes
 * may emit, squares may be emitted above rows that clear later, and the search itself chooses
 * which squares to leave to later passes. */
#ifndef DROPFORGE_PRINT_REFINE_H
#define DROPFORGE_PRINT_REFINE_H

#include "print/row.h"

/* Replaces *result, the plan of the task's row, if one with fewer cleared rows is found; the
 * nodes are added in any case. On failure *result is as it was. */
df_status df_row_refine(const row_task *task, row_result *result);

#endif

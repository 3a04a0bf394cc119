/* The method best: tries widths, pieces for the colours and breadths of the search over
 * passes, and takes the plan with the fewest drops. */
#ifndef DROPFORGE_PRINT_BEST_H
#define DROPFORGE_PRINT_BEST_H

#include "print/method.h"

/* print_method.plan */
df_status df_best_plan(const print_method *method, const print_job *job, df_plan **plan,
                       df_print_report *report);

#endif

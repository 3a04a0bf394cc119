/* The method best: tries widths, pieces for the colours and breadths of the search over
 * passes, and takes the plan with the fewest drops. */
#ifndef DROPFORGE_PRINT_BEST_H
#define DROPFORGE_PRINT_BEST_H

#include "print/base/method.h"

extern const print_method df_print_method_best;

#endif

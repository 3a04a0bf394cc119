/* Perfect clears by plain enumeration with the simulator. */
#ifndef DROPFORGE_TESTS_SLOW_CLEAR_H
#define DROPFORGE_TESTS_SLOW_CLEAR_H

#include "dropforge/clear.h"

/* All ways by playing every drop; `max` and `nodes` of the request are not looked at. Calls
 * `visit`, if not NULL, for each, and answers how many. Fails the running test on a defect. */
uint64_t slow_clear(const df_clear_request *request, df_clear_visit *visit, void *context);

#endif

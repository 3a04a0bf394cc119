/* Helpers of the tests of perfect clears. */
#pragma once

#include "tests/slow/slow_clear.h"

/* Plays a way by the rules of the queue, of the hold and of movement; `kicks` as for
 * slow_clear. Fails the running test unless all clears and no piece comes to rest above the
 * rows that are left. */
void check_clear(const df_clear_request *request, const slow_kicks *kicks,
                 const df_clear_drop *drops, size_t count);

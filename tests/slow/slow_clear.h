/* Perfect clears by plain enumeration with the simulator. */
#pragma once

#include "dropforge/clear.h"
#include "slow_moves.h"

/* Whether pieces only fall straight down. */
bool slow_clear_drops_straight(const df_clear_request *request, unsigned piece);

/* The places at rest of all other pieces by the rules of a request. `kicks` is what
 * the turns of the request, if it has some, were read from. */
void slow_clear_places(slow_moves *moves, const df_clear_request *request,
                       const slow_kicks *kicks, unsigned piece, const df_field *field);

/* Puts a piece down, whether or not it gets there; returns how many rows clear. */
unsigned slow_clear_put(df_field *field, const df_clear_request *request, const df_drop *drop);

enum { SLOW_CLEAR_MAX_LIST = 4 * DF_CLEAR_MAX_SQUARES };

/* Lists the places in the lowest `rows` rows where a piece comes to rest. */
size_t slow_clear_list(const df_clear_request *request, const slow_kicks *kicks, unsigned piece,
                       const df_field *field, unsigned rows, df_drop *drops);

/* All ways by playing every drop; `max` and `nodes` of the request are not looked at. Calls
 * `visit`, if not NULL, for each, and answers how many. Fails the running test on a defect. */
uint64_t slow_clear(const df_clear_request *request, const slow_kicks *kicks,
                    df_clear_visit *visit, void *context);

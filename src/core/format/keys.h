/* The keys that a player presses to play a plan, drop by drop. */
#pragma once

#include "core/board/input_path.h"
#include "dropforge/plan.h"

/* Their names in TETR.IO, by df_input, and that of the hold. */
extern const char *const df_key_names[DF_INPUTS + 1];

/* Returns how pieces turn for these keys. Plans that only drop need no more than quarter turns,
 * which every game has. */
df_rules df_keys_rules(const df_plan *plan);

/* Called for each drop with what it does, and the path of its piece, before which the hold may
 * be used. */
typedef df_status df_key_sink(void *context, const df_drop *drop, const df_landing *landing,
                              bool holds, const df_input_path *path);

/* Finds the keys of all drops; DF_ERROR_LIMIT as of DF_PLAN_KEYS. */
df_status df_keys_find(const df_plan *plan, df_key_sink *put, void *context, df_error *error);

/* The keys that a player presses to play a plan, drop by drop. */
#pragma once

#include "core/board/input_path.h"
#include "dropforge/plan.h"

/* Their names in TETR.IO, by df_input, and that of the hold. */
extern const char *const df_key_names[DF_INPUTS + 1];

/* Returns how pieces turn for these keys. Plans that only drop need no more than quarter turns,
 * which every game has. */
df_rules df_keys_rules(const df_plan *plan);

/* Called for each drop with what it does, and its keys: a df_input each, or DF_INPUTS for the
 * hold, which is the first. */
typedef df_status df_key_sink(void *context, const df_drop *drop, const df_landing *landing,
                              const uint8_t *keys, size_t count);

/* Finds the keys of all drops; DF_ERROR_LIMIT as of DF_PLAN_KEYS. */
df_status df_keys_find(const df_plan *plan, df_key_sink *put, void *context, df_error *error);

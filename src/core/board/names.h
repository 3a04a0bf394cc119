/* Rules and deals by the names that texts have for them. */
#pragma once

#include "dropforge/board.h"

/* Finds the rules of a name; false without them. */
bool df_rules_find(df_rules *rules, const char *name, size_t length);

/* Finds the deal of a name; false without one. */
bool df_deal_find(df_deal *deal, const char *name, size_t length);

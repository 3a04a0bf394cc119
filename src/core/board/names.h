/* Rules by the names that texts have for them. */
#pragma once

#include "dropforge/board.h"

/* Finds the rules of a name; false without them. */
bool df_rules_find(df_rules *rules, const char *name, size_t length);

/* Random tables of kicks, as data and as turns. */
#pragma once

#include "slow_moves.h"

/* Makes a table, and lets df_turns_read read it. */
void slow_kicks_make(df_random *random, slow_kicks *kicks, df_turns turns[DF_TETROMINOES]);

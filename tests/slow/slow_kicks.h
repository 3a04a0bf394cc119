/* Random tables of kicks, as data and as a text. */
#ifndef DROPFORGE_TESTS_SLOW_KICKS_H
#define DROPFORGE_TESTS_SLOW_KICKS_H

#include "slow_moves.h"

enum { SLOW_KICKS_TEXT = 20000 };

/* Makes a table and writes it as df_turns_read reads it. */
void slow_kicks_make(df_random *random, slow_kicks *kicks, char text[SLOW_KICKS_TEXT]);

#endif

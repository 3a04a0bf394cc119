/* Keeps what the C tests produce, so that other programs can look at it: where the environment
 * names a folder in DROPFORGE_TEST_KEEP, every plan and every text that is freed is written
 * there first, if it is a plan that can be played or the text of one, a list of pieces, a fumen
 * or a game. tests/oracle/test_kept.py reads them. The linker puts these in front of
 * df_plan_free and df_text_free.
 *
 * Of what a program frees, less and less is kept the more there is; all of it with
 * DROPFORGE_TEST_KEEP_ALL. */
#pragma once

#include <stdbool.h>

/* Keeps nothing until the pause is over: while allocations are counted. */
void keep_pause(bool pause);

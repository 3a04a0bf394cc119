/* The rules of packed matrices in the most obvious way, for src/print/pack/pack.c to be
 * compared with. */
#pragma once

#include <stdbool.h>

#include "print/pack/pack.h"

/* These functions expect filled squares on the floor, and squares to fill up to the top.
 * They fail the running test with other problems. */

/* True if dropping pieces wherever the rules allow leads to a full matrix. Looks at every
 * profile of column heights that can come up, once. */
bool slow_pack_search(const pack_problem *problem, const df_piece_set *set);

/* Drops the pieces in their order by the same rules, and in a playfield, and fails the
 * running test if a piece does not come to rest where it should or a square is not filled. */
void slow_pack_check(const pack_problem *problem, const df_piece_set *set,
                     const pack_solution *packing);

unsigned slow_pack_free_squares(const pack_problem *problem);

/* A problem drawn with '#' filled, '-' for later and '.' free: rows from the top, separated
 * by '/', and last the base row with '#' where it carries. */
pack_problem slow_pack_read(const char *rows);
void slow_pack_print(const pack_problem *problem);

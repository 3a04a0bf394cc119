/* The randomised incremental construction of the article: grows a packed matrix piece by
 * piece in random order, as a crystal grows, and starts anew when it has tried too much. It
 * finds matrices but cannot prove that there is none; it is kept as the peer that the
 * complete search is measured against. Source: M. Birdsong, 'Tetris Printer Algorithm',
 * 2013, section 'Searching for Patterns'. */
#ifndef DROPFORGE_PRINT_PACK_RANDOM_H
#define DROPFORGE_PRINT_PACK_RANDOM_H

#include "print/pack.h"

/* As df_pack_search, for problems that leave no square for later, whose filled squares lie on
 * one another and whose free squares are a multiple of four. The outcome is DF_FOUND or
 * DF_LIMIT; a node is one piece put. */
df_status df_pack_random_search(pack_kit *kit, const pack_problem *problem, uint64_t seed,
                                uint64_t node_limit, df_outcome *outcome,
                                pack_solution *packing);

#endif

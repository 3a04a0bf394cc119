/* The packed matrix with the fewest rows for a given bottom row. */
#ifndef DROPFORGE_PRINT_FEWEST_H
#define DROPFORGE_PRINT_FEWEST_H

#include "print/pack.h"

/* The smallest number of rows from `least` on in which `width` columns less `filled`
 * squares can be cut into tetrominoes by their number; 0 if there is none. */
unsigned df_fewest_rows(unsigned width, unsigned filled, unsigned least);

/* One way to search a packed matrix: df_pack_search or df_pack_random_search. */
typedef df_status fewest_searcher(pack_kit *kit, const pack_problem *problem, uint64_t seed,
                                  uint64_t node_limit, df_outcome *outcome,
                                  pack_solution *packing);

/* Looks for a packing of the matrix whose row 0 holds `filled` and whose base row holds
 * `carried`, with the fewest rows up to PACK_MAX_ROWS; each height may cost `node_limit`
 * nodes. On DF_FOUND writes *rows and *packing. *proved counts the heights that were
 * searched whole in vain. DF_NONE only if that is so for all of them. */
df_status df_fewest_search(pack_kit *kit, fewest_searcher *searcher, unsigned width,
                           uint64_t filled, uint64_t carried, uint64_t seed,
                           uint64_t node_limit, df_outcome *outcome, unsigned *rows,
                           unsigned *proved, pack_solution *packing);

#endif

/* The weights that prove a lower bound, for searches to be guided by. */
#ifndef DROPFORGE_PRINT_BOUND_H
#define DROPFORGE_PRINT_BOUND_H

#include "dropforge/print.h"
#include "proof.h"

#define BOUND_ROW PROOF_ROW /* the weight of a whole cleared row */

/* Finds weights for the squares of a picture quickly, not the best there are. Of the options it
 * uses width and pieces, which must be given, and anchors. `weights` gets picture->width *
 * picture->height numbers. If some squares are missing, as many rows as their weights sum up to
 * must still clear, at least. */
df_status df_bound_weigh(const df_picture *picture, const df_piece_set *tetrominoes,
                         const df_print_options *options, int64_t *weights);

#endif

/* Pockets: free squares shut in by taken ones and the sides of the rectangle. */
#ifndef DROPFORGE_TILE_TILING_POCKET_H
#define DROPFORGE_TILE_TILING_POCKET_H

#include <stdbool.h>
#include <stdint.h>

/* Whether some pocket among the first `extent` lines has a number of squares that is no
 * multiple of `divisor`, so that pieces whose sizes all are cannot fill it. Bit l · across + a
 * of `taken` is square a of line l; the line after those is free. extent · across <= 64, across
 * < 64. */
bool df_tiling_has_bad_pocket(uint64_t taken, unsigned across, unsigned extent,
                              unsigned divisor);

#endif

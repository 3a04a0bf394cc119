/* The band finder: finds one tiling of a band, if there is one, by a search that remembers from
 * where none leads to the end.
 *
 * A sweep looks for tilings that leave many squares and keeps a few states of each column; this
 * goes depth first, column by column, as if every square that may be left had to be. It misses
 * no tiling by the rules of the sweep. */
#ifndef DROPFORGE_PRINT_BAND_FINDER_H
#define DROPFORGE_PRINT_BAND_FINDER_H

#include "band_column.h"
#include "core/base/key_set.h"

/* The memory of searches. Begin with all zero but the shapes. */
typedef struct band_finder {
    const print_shape *shapes; /* borrowed */
    shape_overlaps overlaps;
    band_column *columns;
    key_set dead; /* states from which no tiling leads to the end */
    uint64_t nodes;
    uint64_t random;
    /* Of the search under way. */
    const band *on;
    band_tiling *tiling;
    uint64_t nodes_left;
    df_status status;
} band_finder;

void df_band_finder_free(band_finder *self);

/* Looks for a tiling of the band with `max_nodes` nodes at most, and writes it, without labels,
 * if *outcome is DF_FOUND. The seed changes which one is found. DF_ERROR_MEMORY is the only
 * error. */
df_status df_band_find(band_finder *self, const band *on, uint64_t seed, uint64_t max_nodes,
                       df_outcome *outcome, band_tiling *tiling);

#endif

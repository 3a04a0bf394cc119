/* The fallback: completes one row of a picture by passes that are known to exist, where a beam
 * has found no way on. It costs many more drops than a beam, but for one row only.
 *
 * On odd widths from 5 to 63 every row is possible whose colours have J, L or T among their
 * pieces (theorem A of docs/method/possible.md); others usually are. */
#pragma once

#include "band.h"
#include "pass_tree.h"
#include "stage.h"
#include "sweep.h"

typedef struct fallback {
    const pass_rating *rating;
    const print_shape *shapes;
    uint64_t seed;
    uint64_t turns;
    sweep_kit *sweep; /* NULL before the first use */
    band_finder finder;
    band band;
    band_tiling tiling;
} fallback;

void df_fallback_init(fallback *self, const pass_rating *rating, const print_shape *shapes,
                      uint64_t seed);
void df_fallback_free(fallback *self);
uint64_t df_fallback_nodes(const fallback *self);

/* Appends passes to node *index of the tree, at which nothing of a row has been begun and no
 * platform stands, until that row is complete; *index gets the last of them. *found is false if
 * it has found no way; the nodes that it has added then lead nowhere. No try begins when
 * `nodes` are spent. */
df_status df_fallback_run(fallback *self, pass_tree *tree, size_t *index, uint64_t nodes,
                          bool *found);

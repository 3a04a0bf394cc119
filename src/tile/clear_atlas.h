/* The inside of an atlas. */
#ifndef DROPFORGE_TILE_CLEAR_ATLAS_H
#define DROPFORGE_TILE_CLEAR_ATLAS_H

#include "tile/clear_graph.h"
#include "tile/clear_suffix.h"

struct df_clear_atlas {
    graph graph;
    suffixes suffixes;
};

static inline uint16_t atlas_turned_piece(unsigned flip, uint16_t piece)
{
    return flip != 0 ? df_graph_mirror[piece] : piece;
}

#endif

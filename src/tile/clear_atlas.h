/* The inside of an atlas. */
#ifndef DROPFORGE_TILE_CLEAR_ATLAS_H
#define DROPFORGE_TILE_CLEAR_ATLAS_H

#include "tile/clear_graph.h"
#include "tile/clear_table.h"

struct df_clear_atlas {
    graph graph;
    table table;
};

/* The pieces in the order in which they are dropped. */
typedef struct arrangement {
    uint16_t pieces[DF_CLEAR_ATLAS_MAX_DROPS];
    bool hold[DF_CLEAR_ATLAS_MAX_DROPS]; /* as in df_clear_drop */
} arrangement;

/* Whether the queue can be brought into an order that clears; `found` may be NULL. */
bool df_atlas_arrange(const df_clear_atlas *atlas, const uint16_t *queue, size_t count,
                      bool hold, arrangement *found);

#endif

/* The boards on the way to solutions, and the places that go on to another one. */
#ifndef DROPFORGE_ASK_BOARD_MAP_H
#define DROPFORGE_ASK_BOARD_MAP_H

#include "clear/solve/solver.h"
#include "tiling_queues.h"

/* One drop, in a list of those from the same board. */
typedef struct board_edge {
    uint32_t next; /* of the same board, + 1; 0: none */
    uint16_t place;
    uint16_t piece;
} board_edge;

typedef struct board_slot {
    uint64_t squares; /* of the board, in the rows before the first drop */
    uint32_t first;   /* edge + 1; 0: a free slot */
} board_slot;

typedef struct board_map {
    memory_budget *memory;
    board_edge *edges;
    size_t count, capacity;
    board_slot *slots;
    size_t slot_count, used; /* a power of two */
} board_map;

/* Adds the boards of all orders in which the solutions of a catalog can be built. Begin with
 * zero but for the memory. */
df_status df_board_map_fill(board_map *self, df_clear_solver *solver,
                            const df_clear_catalog *catalog);
void df_board_map_free(board_map *self);

/* Returns the first edge from a board, + 1; 0 if none goes on. */
uint32_t df_board_map_first(const board_map *self, uint64_t squares);

#endif

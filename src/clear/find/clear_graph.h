/* The graph of the boards of an atlas.
 *
 * Of a board and its mirror image only the lesser word is kept; piece p dropped on the one is
 * piece mirror(p) dropped on the other. */
#ifndef DROPFORGE_CLEAR_GRAPH_H
#define DROPFORGE_CLEAR_GRAPH_H

#include "clear_board.h"
#include "core/base/budget.h"
#include "dropforge/clear.h"

#define GRAPH_MAX_MOVES 256 /* of all pieces on one board; 162 on ten empty columns */
#define GRAPH_STARTS (DF_TETROMINOES + 1)
#define GRAPH_PIECE(edge) ((edge) >> 29)
#define GRAPH_FLIP(edge) ((edge) >> 28 & 1)
#define GRAPH_BOARD(edge) ((edge)&UINT32_C(0x0fffffff))
#define GRAPH_MAX_BOARDS (UINT32_C(1) << 28)

/* The boards after a number of drops. The edges of board i are those from first[i] to first[i +
 * 1], sorted by piece: the piece, a flag to mirror the next board, and the number of that board
 * in the next level. Those of piece p are, from first[i] on, from starts[GRAPH_STARTS * i + p]
 * to the next start. */
typedef struct graph_level {
    size_t count;
    size_t edge_count;
    uint64_t *boards;
    uint32_t *first;
    uint32_t *edges;
    uint8_t *starts;
    uint64_t both;    /* boards, mirror images counted */
    uint64_t reached; /* by the search forwards, mirror images counted */
} graph_level;

typedef struct graph {
    clear_board layout;
    memory_budget memory;
    unsigned drops;        /* levels are 0 … drops */
    uint16_t turned[1024]; /* rows, mirrored */
    graph_level levels[DF_CLEAR_ATLAS_MAX_DROPS + 1];
} graph;

/* One drop on a board: the piece, and the settled board after it. */
typedef struct graph_move {
    uint64_t board;
    uint16_t piece;
} graph_move;

extern const uint8_t df_graph_mirror[DF_TETROMINOES];

/* Starts from an all-zero graph. The caller frees it, after a failure too. */
df_status df_graph_create(graph *made, const df_clear_atlas_options *options);
void df_graph_free(graph *self);

uint64_t df_graph_turn(const graph *self, uint64_t board);

/* Returns the first edge of a piece; *end is the one after its last. */
static inline uint32_t graph_edges(const graph_level *level, size_t board, unsigned piece,
                                   uint32_t *end)
{
    const uint8_t *starts = &level->starts[board * GRAPH_STARTS + piece];
    *end = level->first[board] + starts[1];
    return level->first[board] + starts[0];
}

#endif

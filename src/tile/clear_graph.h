/* The graph of the boards of an atlas.
 *
 * Of a board and its mirror image only the lesser word is kept; piece p dropped on the one is
 * piece mirror(p) dropped on the other. */
#ifndef DROPFORGE_TILE_CLEAR_GRAPH_H
#define DROPFORGE_TILE_CLEAR_GRAPH_H

#include "dropforge/clear.h"
#include "tile/clear_boards.h"
#include "tile/clear_ground.h"

#define GRAPH_MOST_MOVES 256 /* of all pieces on one board; 162 on ten empty columns */
#define GRAPH_STARTS (DF_TETROMINOES + 1)
#define GRAPH_PIECE(edge) ((edge) >> 29)
#define GRAPH_FLIP(edge) ((edge) >> 28 & 1)
#define GRAPH_BOARD(edge) ((edge)&UINT32_C(0x0fffffff))
#define GRAPH_MOST_BOARDS (UINT32_C(1) << 28)

/* The boards after so many drops. The edges of board i are those from first[i] to
 * first[i + 1], by pieces: the piece, whether what it leads to is to be mirrored, and the
 * number of that board in the next level. Those of piece p are, from first[i] on, from
 * starts[GRAPH_STARTS * i + p] to the next start. */
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
    ground ground;
    budget memory;
    unsigned drops;        /* levels are 0 … drops */
    uint16_t turned[1024]; /* rows, mirrored */
    graph_level levels[DF_CLEAR_ATLAS_MAX_DROPS + 1];
} graph;

/* One drop on a board: which piece, and the settled board after it. */
typedef struct graph_move {
    uint64_t board;
    uint16_t piece;
} graph_move;

extern const uint8_t df_graph_mirror[DF_TETROMINOES];

/* Begin with all zero. After a failure, too, the caller frees the graph. */
df_status df_graph_create(graph *made, const df_clear_atlas_options *options);
void df_graph_free(graph *own);

uint64_t df_graph_turn(const graph *own, uint64_t board);

/* The edges of a piece, from the one answered to before *end. */
static inline uint32_t graph_edges(const graph_level *level, size_t board, unsigned piece,
                                   uint32_t *end)
{
    const uint8_t *starts = &level->starts[board * GRAPH_STARTS + piece];
    *end = level->first[board] + starts[1];
    return level->first[board] + starts[0];
}

#endif

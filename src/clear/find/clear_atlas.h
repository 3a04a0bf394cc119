/* An atlas: every board from which `rows` rows can still be cleared by tetrominoes, beginning
 * with the empty one or another, and each queue that clears. It answers very many queues sooner
 * than searches do.
 *
 * Of a board and its mirror image only the lesser word is kept, if the rules have mirror images
 * too: then piece p dropped on the one is piece mirror(p) dropped on the other. */
#pragma once

#include "clear.h"
#include "core/base/budget.h"
#include "dropforge/clear.h"

#define ATLAS_MAX_DROPS 10
#define DEAL_MAX_DEALT (ATLAS_MAX_DROPS + 1) /* pieces of a queue */
#define GRAPH_MAX_MOVES 256 /* of all pieces on one board; 162 on ten empty columns */
#define GRAPH_STARTS (DF_TETROMINOES + 1)
#define GRAPH_PIECE(edge) ((edge) >> 29)
#define GRAPH_FLIP(edge) ((edge) >> 28 & 1)
#define GRAPH_BOARD(edge) ((edge)&UINT32_C(0x0fffffff))
#define GRAPH_MAX_BOARDS (UINT32_C(1) << 28)
#define GRAPH_SQUARES (UINT64_C(0xffffffffff)) /* of a board; its `used` is above them */
#define GRAPH_USED_SHIFT 40

/* The boards after a number of drops, ascending. With a deal, the number of what has been
 * dropped (deal_used) stands above the squares. The edges of board i are those from first[i] to
 * first[i + 1], sorted by piece: the piece, a flag to mirror the next board, and the number of
 * that board in the next level. Those of piece p are, from first[i] on, from
 * starts[GRAPH_STARTS * i + p] to the next start. */
typedef struct graph_level {
    size_t count;
    size_t edge_count;
    uint64_t *boards;
    uint32_t *first;
    uint32_t *edges;
    uint8_t *starts;
} graph_level;

typedef struct graph {
    const struct clear_deal *deal; /* borrowed; NULL: pieces come in any order */
    clear_play play;
    memory_budget memory;
    unsigned drops;        /* levels are 0 … drops */
    bool mirrors;          /* of a board and its mirror image one is kept */
    uint16_t turned[1024]; /* rows, mirrored */
    graph_level levels[ATLAS_MAX_DROPS + 1];
} graph;

/* One drop on a board: the piece, and the settled board after it. */
typedef struct graph_move {
    uint64_t board;
    uint16_t piece;
} graph_move;

extern const uint8_t df_graph_mirror[DF_TETROMINOES];

typedef struct clear_atlas_options {
    const df_piece_set *set; /* the tetrominoes; borrowed */
    unsigned width;          /* 4 … 10 */
    unsigned rows;           /* width * rows at most 40 */
    df_rules rules;
    /* Only of df_graph_create: the first board, without full rows; its empty squares are a
     * multiple of 4, and at most 4 * ATLAS_MAX_DROPS. */
    uint64_t start;
    /* Only of df_graph_create: leaves out boards that its pieces do not build. */
    const struct clear_deal *deal;
    uint64_t memory; /* bytes at most; 0: no limit */
    df_watch *watch; /* may be NULL */
    void *watch_context;
} clear_atlas_options;

/* Starts from an all-zero graph. The caller frees it, after a failure too. */
df_status df_graph_create(graph *made, const clear_atlas_options *options);
void df_graph_free(graph *self);

uint64_t df_graph_turn(const graph *self, uint64_t board);

/* Returns the boards for which one stands: itself, or with its mirror image. */
static inline size_t graph_images(const graph *self)
{
    return self->mirrors ? 2 : 1;
}

/* Returns the first edge of a piece; *end is the one after its last. */
static inline uint32_t graph_edges(const graph_level *level, size_t board, unsigned piece,
                                   uint32_t *end)
{
    const uint8_t *starts = &level->starts[board * GRAPH_STARTS + piece];
    *end = level->first[board] + starts[1];
    return level->first[board] + starts[0];
}

#define TABLE_ENDS 49 /* sequences of two pieces */

/* The set of queues that clear without hold: one bit for each sequence of as many pieces as
 * there are drops. Where the rules have mirror images, a queue and its mirror image clear both
 * or not at all, and share a bit. */
typedef struct clear_table {
    unsigned drops;
    bool mirrors;
    uint64_t each; /* words for each end that is kept */
    /* For the last two pieces a b, 7 a + b: where the words of this end are, as a multiple of
     * `each`. Of two mirrored ends the lesser one is kept. */
    uint8_t place[TABLE_ENDS];
    uint64_t *words;
} clear_table;

/* Starts from an all-zero table. The caller frees it, after a failure too. */
df_status df_table_create(clear_table *made, graph *of, const clear_atlas_options *options);
void df_table_free(clear_table *self);

/* Immutable once it is made: several threads may ask it. */
typedef struct clear_atlas {
    graph graph;
    clear_table table;
} clear_atlas;

/* Makes an atlas; df_clear_atlas_free frees *atlas. DF_ERROR_LIMIT: it would take more memory
 * than the options allow. DF_ERROR_CANCELLED: stopped by the watch. */
df_status df_clear_atlas_create(clear_atlas **atlas, const clear_atlas_options *options);
void df_clear_atlas_free(clear_atlas *atlas);

/* True if the queue of tetrominoes clears. */
bool df_clear_atlas_ask(const clear_atlas *atlas, const uint16_t *queue, size_t count,
                        bool hold);

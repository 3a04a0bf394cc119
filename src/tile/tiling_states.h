/* The states of half filled rectangles: what the listing of tilings goes through.
 *
 * The rectangle is filled line by line: the lines are its columns, or its rows where it is
 * higher than wide, so that a line is the shorter side. A state is which squares are taken of
 * the line with the first free square and of those after it, and, where each kind of piece may
 * be used once, which kinds are used. What can follow a state does not depend on its line, but
 * for the end of the rectangle; so a node is a state without its line, with an edge for each
 * piece that covers the first free square, and has a slot for each line where it may occur,
 * with the number of completions from there. */
#ifndef DROPFORGE_TILE_TILING_STATES_H
#define DROPFORGE_TILE_TILING_STATES_H

#include "dropforge/tiling.h"

#define TILING_NO_SLOT SIZE_MAX

/* A piece in one of its orientations, turned to the lines. */
typedef struct tiling_shape {
    uint16_t piece;
    uint8_t orientation;
    uint8_t first; /* where in its bounding box its first square is, across the line */
    uint8_t across;
    uint8_t along; /* lines */
    uint8_t kind;
} tiling_shape;

typedef struct tiling_edge {
    uint32_t to;    /* node */
    uint16_t shape; /* index */
    uint16_t lines; /* how many lines have become full */
} tiling_edge;

typedef struct tiling_node {
    size_t edges; /* index of the first */
    size_t slots; /* index of the first */
    uint32_t edge_count;
    uint16_t slot_count; /* one for every `step` lines */
    uint16_t line;       /* the first where it occurs */
    uint8_t position;    /* of its first free square, in its line */
    uint8_t extent;      /* lines with a square that is taken */
    bool expanded;
} tiling_node;

struct df_tilings {
    const df_piece_set *set;
    unsigned width, height;
    unsigned lines, across; /* the longer and the shorter side */
    unsigned step;
    bool once;
    size_t least_size; /* of a piece */
    tiling_shape *shapes;
    size_t shape_count;
    tiling_node *nodes; /* number 0 is the empty rectangle */
    size_t node_count;
    tiling_edge *edges;
    uint64_t *counts; /* of every slot, count_words words, the lowest first */
    size_t count_words;
    size_t slot_count;
};

/* Where the rectangle is so far. */
typedef struct tiling_spot {
    uint32_t node;
    uint32_t line;
} tiling_spot;

/* The slot of a node at a line; TILING_NO_SLOT where it has no completion for certain. */
static inline size_t tiling_slot(const df_tilings *tilings, tiling_spot at)
{
    const tiling_node *node = &tilings->nodes[at.node];
    const unsigned index = (at.line - node->line) / tilings->step;
    return index < node->slot_count ? node->slots + index : TILING_NO_SLOT;
}

/* Where an edge leads. */
static inline tiling_spot tiling_follow(tiling_spot at, const tiling_edge *edge)
{
    return (tiling_spot){edge->to, at.line + edge->lines};
}

/* The number of completions; NULL for none. */
static inline const uint64_t *tiling_completions(const df_tilings *tilings, tiling_spot at)
{
    const size_t slot = tiling_slot(tilings, at);
    if (slot == TILING_NO_SLOT)
        return NULL;
    const uint64_t *count = &tilings->counts[slot * tilings->count_words];
    for (size_t i = 0; i < tilings->count_words; i++) {
        if (count[i] != 0)
            return count;
    }
    return NULL;
}

/* Whether the rectangle is full. */
static inline bool tiling_is_full(const df_tilings *tilings, tiling_spot at)
{
    return at.line == tilings->lines;
}

/* The piece that an edge puts. */
df_drop df_tiling_piece(const df_tilings *tilings, tiling_spot at, const tiling_edge *edge);

/* Counts the completions of all slots; the nodes and edges are there. `memory` bytes at most.
 */
df_status df_tiling_complete(df_tilings *tilings, uint64_t memory);

/* The edge of the completion with that number, which there must be; *number becomes its number
 * among those that follow the edge. */
const tiling_edge *df_tiling_choose(const df_tilings *tilings, tiling_spot at,
                                    uint64_t *number);

/* A number as count_words words, which the caller frees; NULL means 0. DF_ERROR_ARGUMENT when
 * no tiling has it. */
df_status df_tiling_number(const df_tilings *tilings, const df_natural *number,
                           uint64_t **words);

#endif

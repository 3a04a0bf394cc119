/* The states of half filled rectangles, on which all work with tilings is based.
 *
 * The rectangle is filled line by line: the lines are its columns, or its rows if it is higher
 * than wide, so that a line is the shorter side. A state is the set of taken squares from the
 * line with the first free square on and, if each kind of piece may be used once, the set of
 * used kinds. The completions of a state do not depend on its line, except for the end of the
 * rectangle. So a node is a state without its line, with an edge for each piece that covers the
 * first free square. It has a slot for each line where it may occur, with the number of
 * completions from there. */
#pragma once

#include "dropforge/tile.h"

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
    size_t min_size; /* of a piece */
    tiling_shape *shapes;
    size_t shape_count;
    tiling_node *nodes; /* number 0 is the empty rectangle */
    size_t node_count;
    tiling_edge *edges;
    uint64_t *counts; /* of every slot, count_words words, the lowest first */
    size_t count_words;
    size_t slot_count;
};

/* A position: a node at a line. */
typedef struct tiling_spot {
    uint32_t node;
    uint32_t line;
} tiling_spot;

/* Returns the slot of a node at a line; TILING_NO_SLOT if it certainly has no completion. */
static inline size_t tiling_slot(const df_tilings *tilings, tiling_spot at)
{
    const tiling_node *node = &tilings->nodes[at.node];
    const unsigned index = (at.line - node->line) / tilings->step;
    return index < node->slot_count ? node->slots + index : TILING_NO_SLOT;
}

/* Returns the spot that an edge leads to. */
static inline tiling_spot tiling_follow(tiling_spot at, const tiling_edge *edge)
{
    return (tiling_spot){edge->to, at.line + edge->lines};
}

/* Returns the number of completions; NULL for none. */
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

/* True if the rectangle is full. */
static inline bool tiling_is_full(const df_tilings *tilings, tiling_spot at)
{
    return at.line == tilings->lines;
}

static inline const df_drop *tiling_piece_at(const df_tiling *tiling, size_t i)
{
    return i < tiling->head_count ? &tiling->head[i] : &tiling->tail[i - tiling->head_count];
}

/* Returns the piece that an edge adds. */
df_drop df_tiling_piece(const df_tilings *tilings, tiling_spot at, const tiling_edge *edge);

/* Returns the edge of the completion with that number, which must exist; *number becomes its
 * number among those that follow the edge. */
const tiling_edge *df_tiling_choose(const df_tilings *tilings, tiling_spot at,
                                    uint64_t *number);

/* Converts a number to count_words words, which the caller frees; NULL means 0.
 * DF_ERROR_ARGUMENT: there are no more than `number` tilings. */
df_status df_tiling_number(const df_tilings *tilings, const df_natural *number,
                           uint64_t **words);

/* Writes tiling `number`, as df_tilings_random writes one. DF_ERROR_ARGUMENT: there are no more
 * than `number` tilings. */
df_status df_tilings_unrank(const df_tilings *tilings, const df_natural *number,
                            df_drop *pieces, size_t *count);

/* True if one piece is the other, mirrored or not. */
bool df_tiling_is_one_kind(const df_piece *a, const df_piece *b);

/* Returns the number of states of half filled rectangles, counted for every column (or row):
 * the unit of effort and of memory. */
size_t df_tilings_states(const df_tilings *tilings);

/* Returns the largest number of pieces that a tiling can have. */
size_t df_tilings_max_pieces(const df_tilings *tilings);

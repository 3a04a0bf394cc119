/* A window: a set of up to 128 squares that follow a square in the order in which a board is
 * filled. Bit 0 is that square. */
#pragma once

#include "core/base/bits.h"
#include "dropforge/tile.h"

/* The first square that is not in a window then always has a bit of its own. */
#define WINDOW_MAX_BITS 126
#define WINDOW_MAX_NARROW_BITS 62

typedef struct window {
    uint64_t low;
    uint64_t high;
} window;

static inline window window_with(window w, unsigned bit)
{
    if (bit < 64)
        w.low |= UINT64_C(1) << bit;
    else
        w.high |= UINT64_C(1) << (bit - 64);
    return w;
}

static inline bool window_meets(window a, window b)
{
    return ((a.low & b.low) | (a.high & b.high)) != 0;
}

static inline window window_join(window a, window b)
{
    return (window){a.low | b.low, a.high | b.high};
}

static inline window window_meet(window a, window b)
{
    return (window){a.low & b.low, a.high & b.high};
}

/* The lowest `bits` bits, at most 127. */
static inline window window_below(unsigned bits)
{
    if (bits >= 64)
        return (window){UINT64_MAX, (UINT64_C(1) << (bits - 64)) - 1};
    return (window){(UINT64_C(1) << bits) - 1, 0};
}

static inline window window_down(window w, unsigned bits)
{
    if (bits >= 64)
        return (window){w.high >> (bits - 64), 0};
    if (bits == 0)
        return w;
    return (window){w.low >> bits | w.high << (64 - bits), w.high >> bits};
}

static inline window window_up(window w, unsigned bits)
{
    if (bits >= 64)
        return (window){0, w.low << (bits - 64)};
    if (bits == 0)
        return w;
    return (window){w.low << bits, w.high << bits | w.low >> (64 - bits)};
}

static inline bool window_is_less(window a, window b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

/* Returns how many squares from the first on are in the window without a gap, at most 127. */
static inline unsigned window_run(window w)
{
    if (w.low != UINT64_MAX)
        return bits_lowest(~w.low);
    return 64 + (w.high == UINT64_MAX ? 63 : bits_lowest(~w.high));
}

/* One way: the piece, and the squares that it fills besides the first one. */
typedef struct tile_move {
    window squares;
    uint32_t piece;
} tile_move;

/* Squares are numbered in the order in which they are filled. Square p has the moves of list
 * p % period while p < tail, then those of list period + p - tail. */
typedef struct tile_moves {
    uint64_t squares; /* of the whole board */
    uint64_t tail;
    uint64_t period;
    size_t *begin; /* lists + 1: where the moves of a list begin */
    tile_move *moves;
    size_t lists;
    unsigned bits;      /* the highest bit of a window */
    unsigned flip_rows; /* 0, or the rows of columns that may be turned upside down */
    window flip_row;    /* the lowest squares of the columns that are */
    window
        *highest;   /* NULL, or for each square of a column the windows' squares at the upper */
    window *lowest; /* and at the lower edge: then a closed single square cannot be filled */
} tile_moves;

/* The order of filling a board: column by column along its longer side. */
typedef struct tile_order {
    unsigned rows;    /* squares of a column */
    unsigned columns; /* along the longer side */
    bool turned;      /* columns of the order are rows of the board */
} tile_order;

/* A shape as squares relative to the first of them in the order of filling. */
typedef struct tile_shape {
    unsigned count;
    unsigned columns;
    uint32_t piece;
    int x[DF_PIECE_MAX_SQUARES];
    int y[DF_PIECE_MAX_SQUARES];
} tile_shape;

/* Finds all different orientations of all pieces, `turned` as in tile_order. The caller frees
 * *shapes with free. */
df_status df_tile_shapes_create(tile_shape **shapes, size_t *count, const df_piece_set *pieces,
                                bool turned);

/* True if the shapes upside down are the same shapes. */
bool df_tile_shapes_can_flip(const tile_shape *shapes, size_t count);

tile_order df_tile_order(unsigned width, unsigned height);

/* Finds the moves on a board. `open`: pieces may stick out at its end, so that states do not
 * depend on the distance to it. On failure there is nothing to free. DF_ERROR_LIMIT: a window
 * is too large; *error says so. */
df_status df_tile_moves_create(tile_moves *moves, const df_piece_set *pieces, tile_order order,
                               bool open, df_error *error);

void df_tile_moves_free(tile_moves *moves);

static inline size_t tile_moves_list(const tile_moves *moves, uint64_t square)
{
    return (size_t)(square < moves->tail ? square % moves->period
                                         : moves->period + (square - moves->tail));
}

/* Boards as words with several rows each, which one operation handles at once: 4 rows of up to
 * 16 columns, 2 of up to 32, or one. With n rows in a word, row r is lane r % n of word r / n;
 * lane 0 has the lowest bits. Bit x of a lane is column x. */
#pragma once

#include "dropforge/board.h"

/* The layout of rows in words. */
typedef struct grid {
    unsigned width;
    unsigned height;
    unsigned lane;  /* bits of a row: 16, 32 or 64 */
    unsigned shift; /* 1 << shift rows are in a word */
    uint64_t row;   /* all squares of the row in lane 0 */
    uint64_t first; /* column 0 of all rows */
    uint64_t last;  /* the last column */
    uint64_t full;  /* all squares */
} grid;

/* The words of the highest board, with one row each. */
#define BOARD_MAX_WORDS DF_FIELD_MAX_HEIGHT

/* A board without full rows. */
typedef struct board {
    uint64_t *words;                   /* grid_words(height) */
    unsigned rows;                     /* one above its highest square */
    uint16_t top[DF_NARROW_MAX_WIDTH]; /* one above the highest square of each column */
} board;

/* The rows that a placement cleared. */
typedef struct board_change {
    unsigned lines;
    unsigned eroded; /* squares of the piece in these lines */
} board_change;

/* True if a playfield has that size. */
static inline bool grid_is_possible(unsigned width, unsigned height)
{
    return width >= 1 && width <= DF_NARROW_MAX_WIDTH && height >= 1 &&
           height <= DF_FIELD_MAX_HEIGHT;
}

/* Returns the number of words for `rows` rows. */
static inline unsigned grid_words(const grid *g, unsigned rows)
{
    return (rows + (1u << g->shift) - 1) >> g->shift;
}

/* Returns the lowest bit of a row in its word. */
static inline unsigned grid_bit(const grid *g, unsigned row)
{
    return (row & ((1u << g->shift) - 1)) * g->lane;
}

static inline uint64_t grid_row(const grid *g, const uint64_t *words, unsigned row)
{
    return words[row >> g->shift] >> grid_bit(g, row) & g->row;
}

/* Adds the squares of the shape with its corner at (x, y). */
static inline void grid_put(const grid *g, uint64_t *words, const df_shape *shape, unsigned x,
                            unsigned y)
{
    for (unsigned i = 0; i < shape->height; i++)
        words[(y + i) >> g->shift] |= (uint64_t)shape->row[i] << x << grid_bit(g, y + i);
}

/* Raises the heights of columns to those with the shape at (x, y). */
static inline void grid_raise_tops(uint16_t *top, const df_shape *shape, unsigned x, unsigned y)
{
    for (unsigned i = 0; i < shape->width; i++) {
        /* A piece that slipped under something does not change the top. */
        const unsigned self = y + shape->top[i] + 1;
        if (self > top[x + i])
            top[x + i] = (uint16_t)self;
    }
}

/* Returns the row where a shape comes to rest that falls from above. */
static inline unsigned board_rest(const board *b, const df_shape *shape, unsigned x)
{
    int rest = 0;
    for (unsigned i = 0; i < shape->width; i++) {
        const int self = b->top[x + i] - shape->bottom[i];
        rest = self > rest ? self : rest;
    }
    return (unsigned)rest;
}

/* Sets the layout of boards of a size, which must be that of a playfield. */
void df_grid_make(grid *g, unsigned width, unsigned height);

/* Copies all rows of a board into *b. */
void df_board_load(const grid *g, board *b, const uint64_t *rows);

/* Returns the set of rows of the shape that are full: bit i for row y + i. */
uint32_t df_grid_find_full(const grid *g, const uint64_t *words, const df_shape *shape,
                           unsigned y);

/* Returns the change when the rows of the set `full` are cleared: bit i for row i of the shape.
 */
board_change df_grid_change(const df_shape *shape, uint32_t full);

/* Removes the rows of the set `full`: bit i for row y + i. `rows` are occupied before. */
void df_grid_clear(const grid *g, uint64_t *words, unsigned rows, unsigned y, uint32_t full);

/* Writes to *to, which has its words, the board `from` with the shape at rest at (x, y), where
 * it is free, and with full rows cleared. */
board_change df_board_place(const grid *g, board *to, const board *from, const df_shape *shape,
                            unsigned x, unsigned y);

/* Finds the height of each column in `rows` rows. */
void df_grid_find_tops(const grid *g, const uint64_t *words, unsigned rows,
                       uint16_t top[DF_NARROW_MAX_WIDTH]);

/* Makes an empty board of the grid's size; the caller owns *b (df_board_free). */
df_status df_board_create(const grid *g, board **b);
void df_board_free(board *b);

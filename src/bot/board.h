/* Boards as words of rows, for those who look at thousands of them: 4 rows of up to 16 columns
 * in a word, or 2 of up to 32, or one. Row r is lane r % per of word r / per, lane 0 the
 * lowest; bit x of a lane is column x. What one word does, it does for all its rows at once. */
#ifndef DROPFORGE_BOT_BOARD_H
#define DROPFORGE_BOT_BOARD_H

#include "dropforge/field.h"
#include "dropforge/piece.h"

/* How rows lie in words. */
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

/* Words for the rows of the highest board, one row each. */
#define BOARD_MOST_WORDS DF_FIELD_MAX_HEIGHT

/* A board without full rows. */
typedef struct board {
    uint64_t *words;                  /* grid_words(height) */
    unsigned rows;                    /* one above its highest square */
    uint16_t top[DF_FIELD_MAX_WIDTH]; /* the same for each column */
} board;

/* What a placement did. */
typedef struct board_change {
    unsigned lines;
    unsigned eroded; /* squares of the piece in these lines */
} board_change;

/* The words that so many rows take. */
static inline unsigned grid_words(const grid *g, unsigned rows)
{
    return (rows + (1u << g->shift) - 1) >> g->shift;
}

/* The place of row `row` in its word. */
static inline unsigned grid_bit(const grid *g, unsigned row)
{
    return (row & ((1u << g->shift) - 1)) * g->lane;
}

static inline uint64_t grid_row(const grid *g, const uint64_t *words, unsigned row)
{
    return words[row >> g->shift] >> grid_bit(g, row) & g->row;
}

/* Puts the shape with its corner at (x, y). */
static inline void grid_put(const grid *g, uint64_t *words, const df_shape *shape, unsigned x,
                            unsigned y)
{
    for (unsigned i = 0; i < shape->height; i++)
        words[(y + i) >> g->shift] |= (uint64_t)shape->row[i] << x << grid_bit(g, y + i);
}

/* The row in which a shape comes to rest that falls from above. */
static inline unsigned board_rest(const board *b, const df_shape *shape, unsigned x)
{
    int rest = 0;
    for (unsigned i = 0; i < shape->width; i++) {
        const int own = b->top[x + i] - shape->bottom[i];
        rest = own > rest ? own : rest;
    }
    return (unsigned)rest;
}

/* Lays out boards of a size, which must be one of a playfield. */
void df_grid_make(grid *g, unsigned width, unsigned height);

/* Takes rows, as many as the board is high, into b->words. */
void df_board_load(const grid *g, board *b, const uint64_t *rows);

/* Which of the rows that the shape lies in are full: bit i for row y + i. */
uint32_t df_grid_find_full(const grid *g, const uint64_t *words, const df_shape *shape,
                           unsigned y);

/* What the clearing of the rows y + i of the set bits i does; bits are those of a shape. */
board_change df_grid_change(const df_shape *shape, uint32_t full);

/* Takes these rows out; `rows` are occupied before, and `change` fewer afterwards. */
void df_grid_clear(const grid *g, uint64_t *words, unsigned rows, unsigned y, uint32_t full);

/* Makes *to the board `from` with the shape at rest at (x, y), where it is free, and its full
 * rows cleared. to->words is there. */
board_change df_board_place(const grid *g, board *to, const board *from, const df_shape *shape,
                            unsigned x, unsigned y);

/* How high each column of `rows` rows is. */
void df_grid_find_tops(const grid *g, const uint64_t *words, unsigned rows,
                       uint16_t top[DF_FIELD_MAX_WIDTH]);

#endif

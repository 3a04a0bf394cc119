/* All places that a piece can take in the solutions of a board.
 *
 * Squares are those of the rows before the first drop. A piece takes as many of these rows as
 * its shape has; rows between them, its gaps, have to clear before it is dropped. So each gap
 * clears before each row of the piece, and these relations must not form a cycle. */
#pragma once

#include "clear/find/clear.h"
#include "core/base/budget.h"
#include "dropforge/clear.h"

/* The relation 'row a clears before row b' of rows is bit RELATION_STRIDE * a + b. */
enum { RELATION_STRIDE = 8 };

/* Numbers of pieces: five bits for each piece of the set, the fifth a guard that is clear. */
enum { COUNT_BITS = 5, COUNT_MAX = 15 };

/* The same bit of each of the counts. */
#define COUNT_EACH UINT64_C(0x0084210842108421)
#define COUNT_GUARD (COUNT_EACH << 4)

/* Rows that can be gaps: all but the lowest and the highest one. */
enum { SOLVE_INNER_ROWS = DF_CLEAR_SOLVER_MAX_ROWS - 2 };

static inline uint64_t solve_count_one(unsigned piece)
{
    return UINT64_C(1) << (COUNT_BITS * piece);
}

/* Adds one of the piece. More than fit into a count cannot be needed. */
static inline uint64_t solve_count_add(uint64_t counts, unsigned piece)
{
    return (counts >> (COUNT_BITS * piece) & COUNT_MAX) < COUNT_MAX
               ? counts + solve_count_one(piece)
               : counts;
}

/* True if there is one of the piece. */
static inline bool solve_count_has(uint64_t counts, unsigned piece)
{
    return (counts >> (COUNT_BITS * piece) & COUNT_MAX) != 0;
}

/* The floor below the squares of a board, as one of them. */
#define SOLVE_FLOOR (UINT64_C(1) << 63)

/* The bits of each inner row where places are counted by rows. */
enum { INNER_STRIDE = 16 };

typedef struct solve_place {
    uint64_t squares; /* bit width * y + x */
    uint64_t columns; /* the same squares: bit rows * x + y */
    uint64_t below;   /* those next below, its gaps left out, and SOLVE_FLOOR if it is there */
    uint64_t inner;   /* the inner rows it takes, from row 1 up: bit INNER_STRIDE * (y - 1) */
    uint16_t shape;   /* of play.layout.shapes */
    uint8_t piece;
    uint8_t x;
    uint8_t rows;      /* bits of the rows it takes */
    uint8_t gaps;      /* and of those that clear before */
    uint16_t relation; /* index into `relations` */
    bool open;         /* it gets wherever it can fall from above */
    /* For each inner row, from row 1 up, the piece as a count, if it takes the row, and if the
     * row is a gap of it. */
    uint64_t need[SOLVE_INNER_ROWS];
    uint64_t wait[SOLVE_INNER_ROWS];
} solve_place;

typedef struct solve_board {
    clear_play play;
    uint64_t start;         /* the squares that are full at first */
    uint64_t start_columns; /* bit rows * x + y */
    uint64_t row_starts;    /* the first square of each row */
    unsigned drops;         /* that fill the board; 0: it cannot be filled */
    solve_place *places;    /* by the lowest bit of `columns` */
    size_t count;
    /* Those whose lowest bit is b: from begin[b] to begin[b + 1]. */
    size_t begin[DF_CLEAR_SOLVER_MAX_SQUARES + 1];
    uint64_t *relations; /* relations[0] is empty */
    size_t relation_count;
    /* Element p << rows | cleared: place p when these rows have cleared, at the bottom. */
    uint64_t *settled;
} solve_board;

/* Makes the places of a request. On success df_solve_board_free frees what *made owns. */
df_status df_solve_board_create(solve_board *made, const df_clear_request *request,
                                memory_budget *memory);
void df_solve_board_free(solve_board *self, memory_budget *memory);

/* Exact counting: in how many ways pieces fill a rectangle. */
#ifndef DROPFORGE_TILE_H
#define DROPFORGE_TILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/natural.h"
#include "dropforge/piece.h"
#include "dropforge/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The longer side of a board is at most this. The shorter one is bounded by what a state can
 * hold, 126 squares: 42 for tetrominoes, fewer for longer pieces. */
#define DF_TILE_MAX_SIDE 1000000u

/* Bytes that counting may use when nothing else is said. */
#define DF_TILE_USUAL_MEMORY UINT64_C(600000000)

/* What is to be filled: every square exactly once, no piece sticking out. Each piece may be
 * used any number of times, in all its orientations, and is not turned over. */
typedef struct df_tile_board {
    unsigned width;
    unsigned height;
    const df_piece_set *pieces; /* borrowed */
} df_tile_board;

/* Called now and then: `done` of `all` equal steps are made, or all is 0: nobody knows how many
 * there will be. `states` are held at the moment. Returns false to stop. */
typedef bool df_tile_watch(void *context, uint64_t done, uint64_t all, uint64_t states);

typedef struct df_tile_options {
    uint64_t memory;      /* bytes it may use; 0: DF_TILE_USUAL_MEMORY */
    df_tile_watch *watch; /* may be NULL */
    void *watch_context;
} df_tile_options;

/* What a count has cost. */
typedef struct df_tile_effort {
    uint64_t states; /* states whose next square was filled in all ways */
    uint64_t steps;  /* ways found */
    uint64_t memory; /* most bytes held at a time */
} df_tile_effort;

/* Whether the number of squares is a multiple of the greatest common divisor of the sizes of
 * the pieces. If not, there is no tiling, and what counts a single board knows that at once. */
bool df_tile_is_divisible(const df_tile_board *board);

/* *number = the tilings of the board. `options`, `effort` and `mishap` may be NULL. What is
 * written on success replaces a number that was there. DF_ERROR_ARGUMENT: a side is 0 or above
 * DF_TILE_MAX_SIDE. DF_ERROR_LIMIT: a state of this board does not fit, or options->memory does
 * not suffice. DF_ERROR_SINK: stopped by the watch. *mishap says which. */
df_status df_tile_count(df_natural *number, const df_tile_board *board,
                        const df_tile_options *options, df_tile_effort *effort,
                        df_mishap *mishap);

/* numbers[k] = the tilings of k columns of the board's height, for k = 0 … board->width (1 for
 * k = 0). The array has board->width + 1 numbers, each of them {0} before; on failure all are
 * {0} again. Errors as above. */
df_status df_tile_count_widths(df_natural *numbers, const df_tile_board *board,
                               const df_tile_options *options, df_tile_effort *effort,
                               df_mishap *mishap);

/* Of the tilings of each width those that no vertical line cuts from bottom to top between two
 * columns: primitive[k] for k = 0 … width, 0 for k = 0. `counts` are those of
 * df_tile_count_widths, and `primitive` as `numbers` there. Only DF_ERROR_MEMORY. */
df_status df_tile_primitive(df_natural *primitive, const df_natural *counts, unsigned width);

/* What happens where a column is filled by itself. In four rows of tetrominoes that is an
 * upright I, and the tetris is made by the last one of them. */
typedef struct df_tile_tetris {
    df_natural configurations; /* tilings in which at least one column is filled by itself */
    df_natural activations;    /* ways to choose such a column in a tiling */
} df_tile_tetris;

/* Both totals for `width` columns, from what the two functions above give. The caller frees
 * both numbers, which are {0} before. Only DF_ERROR_MEMORY, after which they are {0}. */
df_status df_tile_tetris_count(df_tile_tetris *tetris, const df_natural *primitive,
                               const df_natural *counts, unsigned width);

/* One way to cut a board at all its vertical fault lines: into `count` components of these
 * sizes in columns, the largest first, in any order. All is borrowed. */
typedef struct df_tile_components {
    const unsigned *sizes;
    unsigned count;
    unsigned single;                /* how many of them have one column */
    const df_natural *arrangements; /* orders of the components */
    const df_natural *fills;        /* product of their primitive tilings */
    const df_natural *tilings;      /* arrangements · fills */
} df_tile_components;

/* Sees one line of the table. Any status but DF_OK stops it and is handed on. */
typedef df_status df_tile_components_visit(void *context, const df_tile_components *components);

/* Shows all ways to cut `width` columns that some tiling is cut in, the one component of all
 * columns first. The numbers of tilings add up to all tilings. */
df_status df_tile_components_list(const df_natural *primitive, unsigned width,
                                  df_tile_components_visit *visit, void *context);

/* A number of each piece, and how many tilings use just these. */
typedef struct df_tile_pieces {
    const unsigned *pieces; /* as many as the set has */
    const df_natural *tilings;
} df_tile_pieces;

typedef df_status df_tile_pieces_visit(void *context, const df_tile_pieces *pieces);

/* Shows the tilings of a board by how often they use each piece: every combination that some
 * tiling uses, once, in no particular but always the same order. Errors as df_tile_count;
 * DF_ERROR_LIMIT also when the numbers of the pieces do not fit into 64 bits together. */
df_status df_tile_count_by_pieces(const df_tile_board *board, const df_tile_options *options,
                                  df_tile_pieces_visit *visit, void *context,
                                  df_tile_effort *effort, df_mishap *mishap);

/* *number = the tilings of the board of which none is another one turned or reflected; where
 * the pieces turned over are not the same pieces, none is another one turned. For boards of up
 * to 65536 squares. Other errors as df_tile_count. */
df_status df_tile_count_symmetric(df_natural *number, const df_tile_board *board,
                                  const df_tile_options *options, df_tile_effort *effort,
                                  df_mishap *mishap);

/* *rest = the tilings of a board modulo any number but 0. The longer side may be anything, for
 * the numbers of boards that differ in it obey a linear recurrence; a side of 0 leaves nothing
 * to fill and is an error like one above DF_TILE_MAX_SIDE where it is the shorter one. What it
 * takes grows fast with the shorter side; primes need less than other numbers. Errors as
 * df_tile_count; modulus 0 is DF_ERROR_ARGUMENT. */
df_status df_tile_count_modulo(uint64_t *rest, uint64_t width, uint64_t height,
                               const df_piece_set *pieces, uint64_t modulus,
                               const df_tile_options *options, df_tile_effort *effort,
                               df_mishap *mishap);

typedef struct df_tile_integer {
    df_natural size;
    bool is_negative;
} df_tile_integer;

/* a(n) = factors[0] a(n-1) + … + factors[order-1] a(n-order)  for all n >= order, where a(n) is
 * the number of tilings of n columns; no recurrence of lower order is true for all these n. */
typedef struct df_tile_recurrence {
    size_t order;
    df_tile_integer *factors;
    df_natural *first; /* a(0) … a(2 · order - 1) */
} df_tile_recurrence;

/* *recurrence = the recurrence of a height, which is proved, not guessed; to be freed with
 * df_tile_recurrence_free. NULL where `columns` are so few that to count them by df_tile_count
 * takes less than to find it; UINT64_MAX never are. Errors as df_tile_count. */
df_status df_tile_recurrence_find(df_tile_recurrence **recurrence, unsigned height,
                                  const df_piece_set *pieces, uint64_t columns,
                                  const df_tile_options *options, df_tile_effort *effort,
                                  df_mishap *mishap);

/* NULL is allowed. */
void df_tile_recurrence_free(df_tile_recurrence *recurrence);

/* *order = the order of the recurrence modulo the prime 2^61 - 1 alone, which takes much less;
 * that over the integers is at least this, and nearly surely the same. Errors as above. */
df_status df_tile_recurrence_order(size_t *order, unsigned height, const df_piece_set *pieces,
                                   const df_tile_options *options, df_mishap *mishap);

#ifdef __cplusplus
}
#endif
#endif

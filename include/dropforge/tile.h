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
    uint64_t memory;      /* bytes it may use; 0: 600 million */
    df_tile_watch *watch; /* may be NULL */
    void *watch_context;
} df_tile_options;

/* What a count has cost. */
typedef struct df_tile_effort {
    uint64_t states; /* states whose next square was filled in all ways */
    uint64_t steps;  /* ways found */
    uint64_t memory; /* most bytes held at a time */
} df_tile_effort;

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

#ifdef __cplusplus
}
#endif
#endif

/* What every way to count shares: limits, costs and what to say when it cannot be done. */
#ifndef DROPFORGE_TILE_COUNT_H
#define DROPFORGE_TILE_COUNT_H

#include "tile/graph.h"

typedef struct tile_task {
    const df_tile_board *board;
    df_tile_options options;
    tile_budget budget;
    df_tile_effort effort;
    df_mishap *mishap; /* may be NULL */
    bool explained;    /* the mishap already says why it is DF_ERROR_LIMIT */
    uint64_t unseen;   /* work since the watch was called */
} tile_task;

/* Checks the board; `options` may be NULL. */
df_status df_tile_task_begin(tile_task *task, const df_tile_board *board,
                             const df_tile_options *options, df_mishap *mishap);

/* Writes the effort or the mishap; `effort` may be NULL. Answers `status`. */
df_status df_tile_task_end(tile_task *task, df_status status, df_tile_effort *effort);

/* The same, and on success *number = *result, which it takes over; else it frees the result. */
df_status df_tile_task_give(tile_task *task, df_status status, df_natural *number,
                            df_natural *result, df_tile_effort *effort);

/* Calls the watch when enough has been done: `amount` more, about as many nanoseconds.
 * DF_ERROR_SINK: stopped by it. */
df_status df_tile_task_work(tile_task *task, uint64_t amount, uint64_t done, uint64_t all);

/* df_tile_moves_create for the pieces of the task. */
df_status df_tile_task_moves(tile_task *task, tile_moves *moves, tile_order order, bool open);

#endif

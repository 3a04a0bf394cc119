/* The parts that every kind of count shares: limits, costs and error messages. */
#pragma once

#include "core/base/budget.h"
#include "moves.h"

/* A board to be filled. */
typedef struct tile_board {
    unsigned width;
    unsigned height;
    const df_piece_set *pieces;
} tile_board;

typedef struct tile_task {
    tile_board board;
    df_count_options options;
    memory_budget budget;
    df_count_effort effort;
    df_error *error; /* may be NULL */
    bool explained;  /* the error already says why it is DF_ERROR_LIMIT */
    uint64_t unseen; /* work since the watch was called */
} tile_task;

/* Receives the number of tilings of `columns` whole columns, `words` words of `count`. Any
 * status but DF_OK ends the count. */
typedef df_status tile_visit(void *context, uint64_t columns, const uint64_t *count,
                             size_t words);

/* The context of df_tile_keep_count. */
typedef struct tile_row {
    df_natural *numbers;
    uint64_t only; /* 0: keep all; otherwise only this one, in numbers[0] */
    memory_budget *budget;
} tile_row;

/* Is a tile_visit that keeps the numbers in a tile_row. */
df_status df_tile_keep_count(void *context, uint64_t columns, const uint64_t *count,
                             size_t words);

/* Checks the board; `options` may be NULL. */
df_status df_tile_task_begin(tile_task *task, tile_board board, const df_count_options *options,
                             df_error *error);

/* Writes the effort or the error; `effort` may be NULL. Returns `status`. */
df_status df_tile_task_end(tile_task *task, df_status status, df_count_effort *effort);

/* Does the same; moves *result to *number on success and frees *result otherwise. */
df_status df_tile_task_give(tile_task *task, df_status status, df_natural *number,
                            df_natural *result, df_count_effort *effort);

/* Counts the tilings of a board of that order. */
df_status df_tile_count_one(tile_task *task, tile_order order, df_natural *number);

/* Counts the tilings of k columns of the board's height in numbers[k], for k = 0 … board.width
 * (1 for k = 0). The array has board.width + 1 numbers, each {0} before the call; on failure
 * all are {0} again. Errors as df_tile_count. */
df_status df_tile_count_widths(df_natural *numbers, tile_board board,
                               const df_count_options *options, df_count_effort *effort,
                               df_error *error);

/* Counts the tilings without a fault line: primitive[k] for k = 0 … width, 0 for k = 0.
 * `counts` are those of df_tile_count_widths, and `primitive` is an array like them. */
df_status df_tile_primitive(df_natural *primitive, const df_natural *counts, unsigned width);

/* Counts configurations and activations in the numbers of df_tile_count_parts. */
df_status df_tile_tetris_count(df_natural numbers[DF_TILE_PARTS], const df_natural *primitive,
                               const df_natural *counts, unsigned width);

/* Visits all ways to cut `width` columns. */
df_status df_tile_components_list(const df_natural *primitive, unsigned width,
                                  df_tile_components_visit *visit, void *context);

/* Creates the moves of the task's pieces with df_tile_moves_create. */
static inline df_status tile_task_moves(tile_task *task, tile_moves *moves, tile_order order,
                                        bool open)
{
    const df_status status =
        df_tile_moves_create(moves, task->board.pieces, order, open, task->error);
    task->explained = status == DF_ERROR_LIMIT;
    return status;
}

/* Calls the watch, if there is one. DF_ERROR_CANCELLED: it stopped the count. */
static inline df_status tile_task_watch(const tile_task *task, uint64_t done, uint64_t all,
                                        uint64_t states)
{
    const df_count_options *options = &task->options;
    const df_progress progress = {.done = done, .of = all, .states = states};
    return options->watch == NULL || options->watch(options->watch_context, &progress)
               ? DF_OK
               : DF_ERROR_CANCELLED;
}

/* Adds an amount of work, about as many nanoseconds, and calls the watch if there was enough
 * of it since the last call. */
static inline df_status tile_task_work(tile_task *task, uint64_t amount, uint64_t done,
                                       uint64_t all)
{
    task->unseen += amount;
    if (task->unseen < UINT64_C(10000000))
        return DF_OK;
    task->unseen = 0;
    return tile_task_watch(task, done, all, 0);
}

/* ---- walks: counts by walking over a board square by square ----
 *
 * A state has all squares before the next one filled; the walk knows in how many ways each
 * state is reached. */

/* A state: its window with bit 0 set, in one or two words. */
#define WALK_MAX_KEY_WORDS 2

typedef struct walk_job {
    const tile_moves *moves;
    bool flip;         /* take a state and the same upside down as one */
    bool every_column; /* visit after each column, not only at the end */
    tile_visit *visit; /* sees a filled board, or filled columns */
    void *context;
} walk_job;

/* Walks over the whole board. DF_ERROR_LIMIT: the task's budget is too small. */
df_status df_tile_walk(const walk_job *job, tile_task *task);

/* ---- graphs: the states of a board of any length and the steps between them ----
 *
 * They are kept so that long boards and many lengths are counted without looking states up
 * again. */

#define GRAPH_NEXT UINT32_C(0x80000000)

/* States are numbered so that a step within a column leads to a higher number. The others lead
 * into the next column, to one of its `entries`: the states in which everything before it is
 * filled. State 0 is entry 0, the empty column. */
typedef struct tile_graph {
    size_t states;
    size_t entries;
    budget_array first; /* uint64_t, states + 1: the first step of each state */
    budget_array steps; /* uint32_t: a state of the column, or GRAPH_NEXT and an entry */
    budget_array entry; /* uint32_t: the state of each entry, ascending */
} tile_graph;

/* Finds all states of a board of any length. `order` gives its rows. DF_ERROR_LIMIT: too many
 * for the task's budget, or windows too long. DF_ERROR_CANCELLED: stopped by the watch. On
 * failure there is nothing to free. */
df_status df_tile_graph_create(tile_graph *graph, tile_task *task, tile_order order);

void df_tile_graph_free(tile_graph *graph, memory_budget *budget);

/* Visits the exact counts of 1 … `columns` columns. */
df_status df_tile_graph_count(const tile_graph *graph, tile_task *task, uint64_t columns,
                              tile_visit *visit, void *context);

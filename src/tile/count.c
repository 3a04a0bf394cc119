#include "dropforge/tile.h"

#include "core/mishap.h"
#include "tile/count.h"
#include "tile/divisor.h"
#include "tile/walk.h"

#define WATCH_WORK UINT64_C(10000000)

df_status df_tile_task_begin(tile_task *task, const df_tile_board *board,
                             const df_tile_options *options, df_mishap *mishap)
{
    const unsigned least = board->width < board->height ? board->width : board->height;
    const unsigned most = board->width < board->height ? board->height : board->width;
    if (least == 0 || most > DF_TILE_MAX_SIDE) {
        df_mishap_begin(mishap, 0, 0, "a board has 1 to ");
        df_mishap_put_number(mishap, DF_TILE_MAX_SIDE);
        df_mishap_put(mishap, " squares along each side; choose another size");
        return DF_ERROR_ARGUMENT;
    }
    *task = (tile_task){.board = board, .mishap = mishap};
    if (options != NULL)
        task->options = *options;
    task->budget.limit =
        task->options.memory != 0 ? task->options.memory : DF_TILE_USUAL_MEMORY;
    return DF_OK;
}

df_status df_tile_task_end(tile_task *task, df_status status, df_tile_effort *effort)
{
    if (task->budget.most > task->effort.memory)
        task->effort.memory = task->budget.most;
    if (status == DF_OK && effort != NULL)
        *effort = task->effort;
    /* A board that cannot be counted at all has already been spoken of. */
    if (status == DF_ERROR_LIMIT && !task->explained) {
        df_mishap_begin(task->mishap, 0, 0, "counting needs more than the ");
        df_mishap_put_memory(task->mishap, task->budget.limit);
        df_mishap_put(task->mishap,
                      " of memory it may use; allow more or make the board smaller");
    }
    if (status == DF_ERROR_SINK)
        df_mishap_begin(task->mishap, 0, 0, "counting was stopped");
    return status;
}

df_status df_tile_task_give(tile_task *task, df_status status, df_natural *number,
                            df_natural *result, df_tile_effort *effort)
{
    df_natural_free(status == DF_OK ? number : result);
    if (status == DF_OK)
        *number = *result;
    return df_tile_task_end(task, status, effort);
}

df_status df_tile_task_work(tile_task *task, uint64_t amount, uint64_t done, uint64_t all)
{
    task->unseen += amount;
    if (task->options.watch == NULL || task->unseen < WATCH_WORK)
        return DF_OK;
    task->unseen = 0;
    return task->options.watch(task->options.watch_context, done, all, 0) ? DF_OK
                                                                          : DF_ERROR_SINK;
}

df_status df_tile_task_moves(tile_task *task, tile_moves *moves, tile_order order, bool open)
{
    const df_status status =
        df_tile_moves_create(moves, task->board->pieces, order, open, task->mishap);
    task->explained = status == DF_ERROR_LIMIT;
    return status;
}

/* Where numbers of several widths go. */
typedef struct row {
    df_natural *numbers;
    uint64_t only; /* 0: all of them; otherwise that one, into numbers[0] */
    tile_budget *budget;
} row;

static df_status take_columns(void *context, uint64_t columns, const uint64_t *count,
                              size_t words)
{
    row *r = context;
    if (r->only != 0 && r->only != columns)
        return DF_OK;
    /* What is kept stays with the caller, but counts. */
    if (words > (r->budget->limit - r->budget->used) / sizeof *count)
        return DF_ERROR_LIMIT;
    if (r->only == 0)
        df_tile_budget_add(r->budget, words * sizeof *count);
    return df_natural_set(&r->numbers[r->only != 0 ? 0 : columns], count, words);
}

static df_status take_square(void *context, uint64_t square, uint64_t tag,
                             const uint64_t *count, size_t words)
{
    (void)square;
    (void)tag;
    return df_natural_set(context, count, words);
}

typedef struct walk_row {
    row row;
    uint64_t rows;
} walk_row;

static df_status take_column(void *context, uint64_t square, uint64_t tag,
                             const uint64_t *count, size_t words)
{
    (void)tag;
    walk_row *r = context;
    return take_columns(&r->row, square / r->rows, count, words);
}

/* Counts with a graph. DF_ERROR_LIMIT: it does not fit; walking may need less. */
static df_status count_with_graph(tile_task *task, tile_order order, row *r)
{
    tile_moves moves;
    tile_graph graph;
    df_status status = df_tile_task_moves(task, &moves, order, true);
    if (status != DF_OK)
        return status;
    status = df_tile_graph_create(&graph, &moves, &task->budget, &task->options, &task->effort);
    df_tile_moves_free(&moves);
    if (status != DF_OK)
        return status;
    status = df_tile_graph_count(&graph, order.columns, &task->budget, &task->options,
                                 take_columns, r, &task->effort);
    df_tile_graph_free(&graph, &task->budget);
    return status;
}

/* Counts without: for one width, or for all where `r` is not NULL. */
static df_status count_by_walk(tile_task *task, tile_order order, df_natural *number, row *r)
{
    tile_moves moves;
    df_status status = df_tile_task_moves(task, &moves, order, r != NULL);
    if (status != DF_OK)
        return status;
    walk_row rows = {.rows = order.rows};
    if (r != NULL)
        rows.row = *r;
    const walk_job job = {.moves = &moves,
                          .flip = moves.flip_rows != 0,
                          .every_column = r != NULL,
                          .visit = r != NULL ? take_column : take_square,
                          .context = r != NULL ? (void *)&rows : (void *)number,
                          .watch = task->options.watch,
                          .watch_context = task->options.watch_context};
    status = df_tile_walk(&job, &task->budget, &task->effort);
    df_tile_moves_free(&moves);
    return status;
}

bool df_tile_is_divisible(const df_tile_board *board)
{
    return sizes_divide(board->pieces, board->width, board->height);
}

static df_status count_one(tile_task *task, tile_order order, df_natural *number)
{
    if (!sizes_divide(task->board->pieces, order.rows, order.columns))
        return df_natural_set(number, NULL, 0);
    row r = {.numbers = number, .only = order.columns, .budget = &task->budget};
    df_status status = count_with_graph(task, order, &r);
    if (status == DF_ERROR_LIMIT && !task->explained)
        status = count_by_walk(task, order, number, NULL);
    return status;
}

df_status df_tile_count(df_natural *number, const df_tile_board *board,
                        const df_tile_options *options, df_tile_effort *effort,
                        df_mishap *mishap)
{
    tile_task task;
    df_natural result = {0};
    df_status status = df_tile_task_begin(&task, board, options, mishap);
    if (status != DF_OK)
        return status;
    status = count_one(&task, df_tile_order(board->width, board->height), &result);
    return df_tile_task_give(&task, status, number, &result, effort);
}

/* All widths of a board that is not wider than high: one after the other. */
static df_status count_narrow(tile_task *task, df_natural *numbers)
{
    df_status status = DF_OK;
    for (unsigned width = 1; status == DF_OK && width <= task->board->width; width++)
        status = count_one(task, df_tile_order(width, task->board->height), &numbers[width]);
    return status;
}

df_status df_tile_count_widths(df_natural *numbers, const df_tile_board *board,
                               const df_tile_options *options, df_tile_effort *effort,
                               df_mishap *mishap)
{
    tile_task task;
    df_status status = df_tile_task_begin(&task, board, options, mishap);
    if (status != DF_OK)
        return status;
    const uint64_t one = 1;
    row r = {.numbers = numbers, .budget = &task.budget};
    status = df_natural_set(&numbers[0], &one, 1);
    if (status == DF_OK && board->width < board->height) {
        status = count_narrow(&task, numbers);
    } else if (status == DF_OK) {
        const tile_order order = {.rows = board->height, .columns = board->width};
        status = count_with_graph(&task, order, &r);
        if (status == DF_ERROR_LIMIT && !task.explained)
            status = count_by_walk(&task, order, NULL, &r);
    }
    for (size_t i = 0; status != DF_OK && i <= board->width; i++)
        df_natural_free(&numbers[i]);
    return df_tile_task_end(&task, status, effort);
}

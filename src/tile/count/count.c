#include "dropforge/tile.h"

#include "core/base/error.h"
#include "core/base/natural.h"
#include "core/board/divisor.h"
#include "count.h"

df_status df_tile_task_begin(tile_task *task, tile_board board, const df_count_options *options,
                             df_error *error)
{
    const unsigned min = board.width < board.height ? board.width : board.height;
    const unsigned max = board.width < board.height ? board.height : board.width;
    if (min == 0 || max > DF_TILE_MAX_SIDE)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "a board has 1 to %u squares along each side; choose another size",
                            DF_TILE_MAX_SIDE);
    *task = (tile_task){.board = board, .error = error};
    if (options != NULL)
        task->options = *options;
    task->budget = memory_budget_of(task->options.memory != 0 ? task->options.memory
                                                              : DF_TILE_USUAL_MEMORY);
    return DF_OK;
}

df_status df_tile_task_end(tile_task *task, df_status status, df_count_effort *effort)
{
    if (task->budget.max > task->effort.memory)
        task->effort.memory = task->budget.max;
    if (status == DF_OK && effort != NULL)
        *effort = task->effort;
    /* A board that cannot be counted at all has already been spoken of. */
    if (status == DF_ERROR_LIMIT && !task->explained) {
        df_error_set(task->error, status,
                     "counting needs more than the %s of memory it may use; make the board "
                     "smaller",
                     df_error_memory(task->budget.limit).text);
        df_error_advise(task->error, DF_OPTION_MEMORY, "%s", "");
    }
    if (status == DF_ERROR_CANCELLED)
        df_error_set(task->error, status, "counting was stopped");
    return status;
}

df_status df_tile_task_give(tile_task *task, df_status status, df_natural *number,
                            df_natural *result, df_count_effort *effort)
{
    df_natural_free(status == DF_OK ? number : result);
    if (status == DF_OK)
        *number = *result;
    return df_tile_task_end(task, status, effort);
}

df_status df_tile_keep_count(void *context, uint64_t columns, const uint64_t *count,
                             size_t words)
{
    const tile_row *r = context;
    if (r->only != 0 && r->only != columns)
        return DF_OK;
    /* The kept numbers belong to the caller, but they count too. */
    if (words > r->budget->left / sizeof *count)
        return DF_ERROR_LIMIT;
    if (r->only == 0)
        df_budget_add(r->budget, words * sizeof *count);
    return df_natural_set(&r->numbers[r->only != 0 ? 0 : columns], count, words);
}

static df_status count_with_graph(tile_task *task, tile_order order, tile_row *r)
{
    tile_graph graph;
    df_status status = df_tile_graph_create(&graph, task, order);
    if (status != DF_OK)
        return status;
    status = df_tile_graph_count(&graph, task, order.columns, df_tile_keep_count, r);
    df_tile_graph_free(&graph, &task->budget);
    return status;
}

static df_status count_by_walk(tile_task *task, tile_order order, tile_row *r)
{
    tile_moves moves;
    const bool all = r->only == 0;
    df_status status = tile_task_moves(task, &moves, order, all);
    if (status != DF_OK)
        return status;
    const walk_job job = {.moves = &moves,
                          .flip = moves.flip_rows != 0,
                          .every_column = all,
                          .visit = df_tile_keep_count,
                          .context = r};
    status = df_tile_walk(&job, task);
    df_tile_moves_free(&moves);
    return status;
}

/* Counts with a graph, or by walking over the board if the graph needs too much memory. */
static df_status count_tilings(tile_task *task, tile_order order, tile_row *r)
{
    const df_status status = count_with_graph(task, order, r);
    return status == DF_ERROR_LIMIT && !task->explained ? count_by_walk(task, order, r)
                                                        : status;
}

df_status df_tile_count_one(tile_task *task, tile_order order, df_natural *number)
{
    if (!sizes_divide(task->board.pieces, order.rows, order.columns))
        return df_natural_set(number, NULL, 0);
    tile_row r = {.numbers = number, .only = order.columns, .budget = &task->budget};
    return count_tilings(task, order, &r);
}

/* Counts the widths of a board that is higher than wide one by one. */
static df_status count_narrow(tile_task *task, df_natural *numbers)
{
    df_status status = DF_OK;
    for (unsigned width = 1; status == DF_OK && width <= task->board.width; width++)
        status =
            df_tile_count_one(task, df_tile_order(width, task->board.height), &numbers[width]);
    return status;
}

df_status df_tile_count_widths(df_natural *numbers, tile_board board,
                               const df_count_options *options, df_count_effort *effort,
                               df_error *error)
{
    tile_task task;
    df_status status = df_tile_task_begin(&task, board, options, error);
    if (status != DF_OK)
        return status;
    const uint64_t one = 1;
    tile_row r = {.numbers = numbers, .budget = &task.budget};
    status = df_natural_set(&numbers[0], &one, 1);
    if (status == DF_OK && board.width < board.height) {
        status = count_narrow(&task, numbers);
    } else if (status == DF_OK) {
        const tile_order order = {.rows = board.height, .columns = board.width};
        status = count_tilings(&task, order, &r);
    }
    for (size_t i = 0; status != DF_OK && i <= board.width; i++)
        df_natural_free(&numbers[i]);
    return df_tile_task_end(&task, status, effort);
}

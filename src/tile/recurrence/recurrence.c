/* Counts boards of one height and any width, whose numbers obey a linear recurrence. */
#include "recurrence.h"
#include "core/base/error.h"
#include "core/board/divisor.h"

/* A recurrence pays for boards at least this many times as long as its order can be. */
#define LONG_BOARD 8

/* The board, limits and graph of one height. */
typedef struct recurrence_strip {
    df_tile_board board;
    tile_task task;
    tile_graph graph;
} recurrence_strip;

/* On failure there is nothing to free. */
static df_status recurrence_begin(recurrence_strip *s, unsigned rows,
                                  const df_piece_set *pieces, const df_tile_options *options,
                                  df_error *error)
{
    *s = (recurrence_strip){.board = {DF_TILE_MAX_SIDE, rows, pieces}};
    const df_status status = df_tile_task_begin(&s->task, &s->board, options, error);
    if (status != DF_OK)
        return status;
    const tile_order order = {.rows = rows, .columns = DF_TILE_MAX_SIDE};
    return df_tile_graph_create(&s->graph, &s->task, order);
}

static df_status recurrence_end(recurrence_strip *s, df_status status, df_tile_effort *effort)
{
    df_tile_graph_free(&s->graph, &s->task.budget);
    return df_tile_task_end(&s->task, status, effort);
}

static bool recurrence_is_long(const recurrence_strip *s, uint64_t columns)
{
    return columns / LONG_BOARD >= s->graph.entries;
}

static df_status recurrence_count_short(recurrence_strip *s, uint64_t columns, const modulus *m,
                                        uint64_t *rest)
{
    memory_budget *budget = &s->task.budget;
    const size_t count = (size_t)columns + 1;
    uint64_t *counts = df_budget_take(budget, count, sizeof *rest);
    if (counts == NULL)
        return budget->status;
    const df_status status =
        df_tile_graph_count_modulo(&s->graph, &s->task, m, (size_t)columns, counts);
    if (status == DF_OK)
        *rest = counts[columns];
    df_budget_free(budget, counts, count, sizeof *rest);
    return status;
}

/* The graph has N entries and its columns are the powers of one matrix. So by Cayley and
 * Hamilton there is a recurrence of order N, and 2 N numbers determine the shortest one. */
static df_status recurrence_solve_prime(recurrence_strip *s, uint64_t columns,
                                        const modulus *prime, uint64_t *rest)
{
    memory_budget *budget = &s->task.budget;
    const size_t count = s->graph.entries * 2, length = count * 2 + 1;
    uint64_t *a = df_budget_take(budget, length, sizeof *rest);
    if (a == NULL)
        return budget->status;
    uint64_t *c = a + count;
    size_t found = 0;
    df_status status = df_tile_graph_count_modulo(&s->graph, &s->task, prime, count - 1, a);
    if (status == DF_OK)
        status = df_tile_linear_find(&s->task, prime, a, count, c, &found);
    if (status == DF_OK)
        status = df_tile_linear_evaluate(&s->task, prime, a, c, found, columns, rest);
    df_budget_free(budget, a, length, sizeof *rest);
    return status;
}

/* Uses the recurrence over the integers, the only reliable one modulo a composite number. */
static df_status recurrence_solve_any(recurrence_strip *s, uint64_t columns, const modulus *m,
                                      uint64_t *rest)
{
    df_tile_recurrence *r = NULL;
    memory_budget *budget = &s->task.budget;
    df_status status = df_tile_integral_find(&s->task, &s->graph, INTEGRAL_FIRST_PRIME, &r);
    if (status != DF_OK)
        return status;
    const size_t length = r->order * 2 + 1;
    uint64_t *a = df_budget_take(budget, length, sizeof *rest);
    status = a == NULL ? budget->status : DF_OK;
    if (status == DF_OK) {
        uint64_t *c = a + r->order;
        for (size_t i = 0; i < r->order; i++) {
            const df_tile_integer *factor = &r->factors[i];
            a[i] = modulus_of_words(m, r->first[i].words, r->first[i].count);
            c[i + 1] = modulus_of_words(m, factor->size.words, factor->size.count);
            if (factor->is_negative)
                c[i + 1] = modulus_negate(m, c[i + 1]);
        }
        status = df_tile_linear_evaluate(&s->task, m, a, c, r->order, columns, rest);
        df_budget_free(budget, a, length, sizeof *rest);
    }
    df_tile_recurrence_free(r);
    return status;
}

/* Counts the whole number, where no graph fits into the memory. */
static df_status recurrence_count_whole(recurrence_strip *s, uint64_t columns, const modulus *m,
                                        const df_tile_options *options, df_error *error,
                                        uint64_t *rest)
{
    df_natural number = {0};
    const df_tile_board board = {(unsigned)columns, s->board.height, s->board.pieces};
    const df_status status = df_tile_count(&number, &board, options, &s->task.effort, error);
    if (status == DF_OK)
        *rest = modulus_of_words(m, number.words, number.count);
    df_natural_free(&number);
    return status;
}

df_status df_tile_count_modulo(uint64_t *rest, uint64_t width, uint64_t height,
                               const df_piece_set *pieces, uint64_t modulus_value,
                               const df_tile_options *options, df_tile_effort *effort,
                               df_error *error)
{
    if (modulus_value == 0)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "nothing is counted modulo 0; choose another modulus");
    const modulus m = modulus_of(modulus_value);
    const uint64_t rows = width < height ? width : height;
    const uint64_t columns = width < height ? height : width;
    uint64_t found = 0;
    recurrence_strip s;
    if (rows > 0 && rows <= DF_TILE_MAX_SIDE && !sizes_divide(pieces, rows, columns)) {
        if (effort != NULL)
            *effort = (df_tile_effort){0};
        *rest = 0;
        return DF_OK;
    }
    /* Too many rows are an error like those of any board. */
    df_status status =
        recurrence_begin(&s, rows > DF_TILE_MAX_SIDE ? DF_TILE_MAX_SIDE + 1 : (unsigned)rows,
                         pieces, options, error);
    if (status == DF_ERROR_ARGUMENT)
        return status;
    if (status == DF_ERROR_LIMIT && !s.task.explained && columns <= DF_TILE_MAX_SIDE) {
        status = recurrence_count_whole(&s, columns, &m, options, error, &found);
        s.task.explained = true;
    } else if (status == DF_OK && !recurrence_is_long(&s, columns)) {
        status = recurrence_count_short(&s, columns, &m, &found);
    } else if (status == DF_OK && df_tile_is_prime(modulus_value)) {
        status = recurrence_solve_prime(&s, columns, &m, &found);
    } else if (status == DF_OK) {
        status = recurrence_solve_any(&s, columns, &m, &found);
    }
    status = recurrence_end(&s, status, effort);
    if (status == DF_OK)
        *rest = found;
    return status;
}

df_status df_tile_recurrence_find(df_tile_recurrence **recurrence, unsigned height,
                                  const df_piece_set *pieces, uint64_t columns,
                                  const df_tile_options *options, df_tile_effort *effort,
                                  df_error *error)
{
    recurrence_strip s;
    df_tile_recurrence *found = NULL;
    const bool is_board = height > 0 && height <= DF_TILE_MAX_SIDE && columns < UINT64_MAX;
    if (is_board && !sizes_divide(pieces, height, columns)) {
        if (effort != NULL)
            *effort = (df_tile_effort){0};
        *recurrence = NULL;
        return DF_OK;
    }
    df_status status = recurrence_begin(&s, height, pieces, options, error);
    if (status == DF_ERROR_ARGUMENT)
        return status;
    if (status == DF_OK && recurrence_is_long(&s, columns))
        status = df_tile_integral_find(&s.task, &s.graph, INTEGRAL_FIRST_PRIME, &found);
    status = recurrence_end(&s, status, effort);
    if (status == DF_OK)
        *recurrence = found;
    return status;
}

/* Boards of one height and any width: their numbers obey a linear recurrence. */
#include "core/mishap.h"
#include "tile/divisor.h"
#include "tile/integral.h"
#include "tile/linear.h"

#define USUAL_PRIME ((UINT64_C(1) << 61) - 1)
/* A recurrence pays for boards so many times as long as its order can be. */
#define LONG_BOARD 8

/* What the numbers of one height are made from. */
typedef struct strip {
    df_tile_board board;
    tile_task task;
    tile_graph graph;
} strip;

/* On failure there is nothing to free. */
static df_status begin(strip *s, unsigned rows, const df_piece_set *pieces,
                       const df_tile_options *options, df_mishap *mishap)
{
    *s = (strip){.board = {DF_TILE_MAX_SIDE, rows, pieces}};
    df_status status = df_tile_task_begin(&s->task, &s->board, options, mishap);
    if (status != DF_OK)
        return status;
    const tile_order order = {.rows = rows, .columns = DF_TILE_MAX_SIDE};
    tile_moves moves;
    status = df_tile_task_moves(&s->task, &moves, order, true);
    if (status != DF_OK)
        return status;
    status = df_tile_graph_create(&s->graph, &moves, &s->task.budget, &s->task.options,
                                  &s->task.effort);
    df_tile_moves_free(&moves);
    return status;
}

static df_status end(strip *s, df_status status, df_tile_effort *effort)
{
    df_tile_graph_free(&s->graph, &s->task.budget);
    return df_tile_task_end(&s->task, status, effort);
}

static bool is_long(const strip *s, uint64_t columns)
{
    return columns / LONG_BOARD >= s->graph.entries;
}

/* Column by column, as far as a board goes. */
static df_status count_short(strip *s, uint64_t columns, const modulus *m, uint64_t *rest)
{
    void *counts;
    tile_budget *budget = &s->task.budget;
    const size_t count = (size_t)columns + 1;
    df_status status = df_tile_budget_take(budget, &counts, count, sizeof *rest);
    if (status != DF_OK)
        return status;
    status = df_tile_graph_count_modulo(&s->graph, m, counts, (size_t)columns, budget,
                                        &s->task.options);
    if (status == DF_OK)
        *rest = ((const uint64_t *)counts)[columns];
    df_tile_budget_free(budget, counts, count * sizeof *rest);
    return status;
}

/* The graph has N entries and its columns are the powers of one matrix. So by Cayley and
 * Hamilton there is a recurrence of order N, and 2 N numbers determine the shortest one. `rest`
 * or `order` may be NULL. */
static df_status solve_prime(strip *s, uint64_t columns, const modulus *prime, uint64_t *rest,
                             size_t *order)
{
    void *block;
    tile_budget *budget = &s->task.budget;
    const size_t count = s->graph.entries * 2, room = count * 2 + 1;
    df_status status = df_tile_budget_take(budget, &block, room, sizeof *rest);
    if (status != DF_OK)
        return status;
    uint64_t *a = block, *c = a + count;
    size_t found = 0;
    status =
        df_tile_graph_count_modulo(&s->graph, prime, a, count - 1, budget, &s->task.options);
    if (status == DF_OK)
        status = df_tile_linear_find(&s->task, prime, a, count, c, &found);
    if (status == DF_OK && rest != NULL)
        status = df_tile_linear_evaluate(&s->task, prime, a, c, found, columns, rest);
    if (status == DF_OK && order != NULL)
        *order = found;
    df_tile_budget_free(budget, block, room * sizeof *rest);
    return status;
}

/* Modulo numbers that are not prime only a recurrence of integers can be relied on. */
static df_status solve_any(strip *s, uint64_t columns, const modulus *m, uint64_t *rest)
{
    df_tile_recurrence *r = NULL;
    void *block = NULL;
    tile_budget *budget = &s->task.budget;
    df_status status = df_tile_integral_find(&s->task, &s->graph, INTEGRAL_FIRST_PRIME, &r);
    if (status != DF_OK)
        return status;
    const size_t room = r->order * 2 + 1;
    status = df_tile_budget_take(budget, &block, room, sizeof *rest);
    if (status == DF_OK) {
        uint64_t *a = block, *c = a + r->order;
        for (size_t i = 0; i < r->order; i++) {
            const df_tile_integer *factor = &r->factors[i];
            a[i] = modulus_of_words(m, r->first[i].words, r->first[i].count);
            c[i + 1] = modulus_of_words(m, factor->size.words, factor->size.count);
            if (factor->is_negative)
                c[i + 1] = modulus_negate(m, c[i + 1]);
        }
        status = df_tile_linear_evaluate(&s->task, m, a, c, r->order, columns, rest);
        df_tile_budget_free(budget, block, room * sizeof *rest);
    }
    df_tile_recurrence_free(r);
    return status;
}

/* Where no graph fits, the whole number perhaps can be found. */
static df_status count_whole(strip *s, uint64_t columns, const modulus *m,
                             const df_tile_options *options, df_mishap *mishap, uint64_t *rest)
{
    df_natural number = {0};
    const df_tile_board board = {(unsigned)columns, s->board.height, s->board.pieces};
    const df_status status = df_tile_count(&number, &board, options, &s->task.effort, mishap);
    if (status == DF_OK)
        *rest = modulus_of_words(m, number.words, number.count);
    df_natural_free(&number);
    return status;
}

df_status df_tile_count_modulo(uint64_t *rest, uint64_t width, uint64_t height,
                               const df_piece_set *pieces, uint64_t modulus_value,
                               const df_tile_options *options, df_tile_effort *effort,
                               df_mishap *mishap)
{
    if (modulus_value == 0) {
        df_mishap_begin(mishap, 0, 0, "nothing is counted modulo 0; choose another modulus");
        return DF_ERROR_ARGUMENT;
    }
    const modulus m = modulus_of(modulus_value);
    const uint64_t rows = width < height ? width : height;
    const uint64_t columns = width < height ? height : width;
    uint64_t found = 0;
    strip s;
    if (rows > 0 && rows <= DF_TILE_MAX_SIDE && !sizes_divide(pieces, rows, columns)) {
        if (effort != NULL)
            *effort = (df_tile_effort){0};
        *rest = 0;
        return DF_OK;
    }
    /* Too many rows are refused like those of any board. */
    df_status status =
        begin(&s, rows > DF_TILE_MAX_SIDE ? DF_TILE_MAX_SIDE + 1 : (unsigned)rows, pieces,
              options, mishap);
    if (status == DF_ERROR_ARGUMENT)
        return status;
    if (status == DF_ERROR_LIMIT && !s.task.explained && columns <= DF_TILE_MAX_SIDE) {
        status = count_whole(&s, columns, &m, options, mishap, &found);
        s.task.explained = true;
    } else if (status == DF_OK && !is_long(&s, columns)) {
        status = count_short(&s, columns, &m, &found);
    } else if (status == DF_OK && df_tile_is_prime(modulus_value)) {
        status = solve_prime(&s, columns, &m, &found, NULL);
    } else if (status == DF_OK) {
        status = solve_any(&s, columns, &m, &found);
    }
    status = end(&s, status, effort);
    if (status == DF_OK)
        *rest = found;
    return status;
}

df_status df_tile_recurrence_order(size_t *order, unsigned height, const df_piece_set *pieces,
                                   const df_tile_options *options, df_mishap *mishap)
{
    strip s;
    const modulus prime = modulus_of(USUAL_PRIME);
    df_status status = begin(&s, height, pieces, options, mishap);
    if (status == DF_ERROR_ARGUMENT)
        return status;
    if (status == DF_OK)
        status = solve_prime(&s, 0, &prime, NULL, order);
    return end(&s, status, NULL);
}

df_status df_tile_recurrence_find(df_tile_recurrence **recurrence, unsigned height,
                                  const df_piece_set *pieces, uint64_t columns,
                                  const df_tile_options *options, df_tile_effort *effort,
                                  df_mishap *mishap)
{
    strip s;
    df_tile_recurrence *found = NULL;
    const bool is_board = height > 0 && height <= DF_TILE_MAX_SIDE && columns < UINT64_MAX;
    if (is_board && !sizes_divide(pieces, height, columns)) {
        if (effort != NULL)
            *effort = (df_tile_effort){0};
        *recurrence = NULL;
        return DF_OK;
    }
    df_status status = begin(&s, height, pieces, options, mishap);
    if (status == DF_ERROR_ARGUMENT)
        return status;
    if (status == DF_OK && is_long(&s, columns))
        status = df_tile_integral_find(&s.task, &s.graph, INTEGRAL_FIRST_PRIME, &found);
    status = end(&s, status, effort);
    if (status == DF_OK)
        *recurrence = found;
    return status;
}

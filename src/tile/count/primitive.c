/* Boards cut at their vertical fault lines: a tiling of n columns is a primitive one of its
 * first k columns, for just one k, and any tiling of the others. */
#include <stdlib.h>

#include "core/base/natural.h"
#include "core/board/divisor.h"
#include "count.h"

/* Frees the numbers of 0 … width columns; NULL is allowed. */
static void primitive_free(df_natural *numbers, unsigned width)
{
    for (size_t i = 0; numbers != NULL && i <= width; i++)
        df_natural_free(&numbers[i]);
    free(numbers);
}

/* *sum += a · b. */
static df_status primitive_add_product(df_natural *sum, const df_natural *a,
                                       const df_natural *b)
{
    df_natural product = {0};
    df_status status = df_natural_multiply(&product, a, b);
    if (status == DF_OK)
        status = df_natural_add(sum, sum, &product);
    df_natural_free(&product);
    return status;
}

df_status df_tile_primitive(df_natural *primitive, const df_natural *counts, unsigned width)
{
    df_natural cut = {0};
    df_status status = DF_OK;
    for (unsigned n = 1; status == DF_OK && n <= width; n++) {
        status = df_natural_set(&cut, NULL, 0);
        for (unsigned k = 1; status == DF_OK && k < n; k++)
            status = primitive_add_product(&cut, &primitive[k], &counts[n - k]);
        if (status == DF_OK)
            status = df_natural_subtract(&primitive[n], &counts[n], &cut);
    }
    df_natural_free(&cut);
    for (unsigned n = 0; status != DF_OK && n <= width; n++)
        df_natural_free(&primitive[n]);
    return status;
}

/* Counts the tilings of 0 … width columns in which no column is filled by itself. */
static df_status primitive_count_without(df_natural *without, const df_natural *primitive,
                                         unsigned width)
{
    const uint64_t one = 1;
    df_status status = df_natural_set(&without[0], &one, 1);
    for (unsigned n = 1; status == DF_OK && n <= width; n++) {
        for (unsigned k = 2; status == DF_OK && k <= n; k++)
            status = primitive_add_product(&without[n], &primitive[k], &without[n - k]);
    }
    return status;
}

df_status df_tile_tetris_count(df_natural numbers[DF_TILE_PARTS], const df_natural *primitive,
                               const df_natural *counts, unsigned width)
{
    df_natural *activations = &numbers[DF_TILE_ACTIVATIONS];
    df_natural *without = calloc((size_t)width + 1, sizeof without[0]);
    if (without == NULL)
        return DF_ERROR_MEMORY;
    df_status status = primitive_count_without(without, primitive, width);
    if (status == DF_OK)
        status = df_natural_subtract(&numbers[DF_TILE_CONFIGURATIONS], &counts[width],
                                     &without[width]);
    /* The chosen column has any tilings to its left and right. */
    for (unsigned k = 0; status == DF_OK && k < width; k++)
        status = primitive_add_product(activations, &counts[k], &counts[width - 1 - k]);
    if (status == DF_OK)
        status = df_natural_multiply(activations, activations, &primitive[1]);
    primitive_free(without, width);
    return status;
}

/* The state of df_tile_components_list. */
typedef struct primitive_table {
    const df_natural *primitive;
    unsigned *sizes;
    df_tile_components_visit *visit;
    void *context;
} primitive_table;

/* Counts the orders of `count` things of which those of equal size are alike. */
static df_status primitive_count_orders(df_natural *orders, const unsigned *sizes,
                                        unsigned count)
{
    const uint64_t one = 1;
    unsigned alike = 0;
    df_status status = df_natural_set(orders, &one, 1);
    for (unsigned i = 0; status == DF_OK && i < count; i++) {
        alike = i > 0 && sizes[i] == sizes[i - 1] ? alike + 1 : 1;
        status = df_natural_multiply_small(orders, orders, i + 1);
        if (status == DF_OK)
            status = df_natural_divide_small(orders, orders, alike, NULL);
    }
    return status;
}

static df_status primitive_show(const primitive_table *t, unsigned count,
                                const df_natural *fills)
{
    df_natural orders = {0}, tilings = {0};
    df_status status = primitive_count_orders(&orders, t->sizes, count);
    if (status == DF_OK)
        status = df_natural_multiply(&tilings, &orders, fills);
    if (status == DF_OK)
        status = t->visit(t->context, t->sizes, count, &orders, fills, &tilings);
    df_natural_free(&orders);
    df_natural_free(&tilings);
    return status;
}

/* Adds components of at most `largest` columns until no column is left. */
static df_status primitive_divide(const primitive_table *t, unsigned count, unsigned left,
                                  unsigned largest, const df_natural *fills)
{
    if (left == 0)
        return primitive_show(t, count, fills);
    df_status status = DF_OK;
    for (unsigned size = largest < left ? largest : left; status == DF_OK && size > 0; size--) {
        if (t->primitive[size].count == 0)
            continue;
        df_natural product = {0};
        status = df_natural_multiply(&product, fills, &t->primitive[size]);
        t->sizes[count] = size;
        if (status == DF_OK)
            status = primitive_divide(t, count + 1, left - size, size, &product);
        df_natural_free(&product);
    }
    return status;
}

df_status df_tile_components_list(const df_natural *primitive, unsigned width,
                                  df_tile_components_visit *visit, void *context)
{
    const uint64_t one = 1;
    df_natural fills = {0};
    primitive_table t = {.primitive = primitive, .visit = visit, .context = context};
    t.sizes = calloc((size_t)width + 1, sizeof t.sizes[0]);
    df_status status = t.sizes == NULL ? DF_ERROR_MEMORY : df_natural_set(&fills, &one, 1);
    if (status == DF_OK)
        status = primitive_divide(&t, 0, width, width, &fills);
    df_natural_free(&fills);
    free(t.sizes);
    return status;
}

df_status df_tile_count_parts(df_natural numbers[DF_TILE_PARTS], const df_piece_set *set,
                              unsigned width, unsigned height, const df_count_options *options,
                              df_tile_components_visit *visit, void *context,
                              df_count_effort *effort, df_error *error)
{
    const tile_board board = {width, height, set};
    tile_task task;
    df_status status = df_tile_task_begin(&task, board, options, error);
    if (status != DF_OK)
        return status;
    df_natural *counts = calloc((size_t)width + 1, sizeof counts[0]);
    df_natural *primitive = calloc((size_t)width + 1, sizeof primitive[0]);
    status = DF_ERROR_MEMORY;
    /* Without this all numbers are 0, as they are now. */
    if (counts != NULL && primitive != NULL && !sizes_divide(set, width, height))
        status = DF_OK;
    else if (counts != NULL && primitive != NULL)
        status = df_tile_count_widths(counts, board, options, effort, error);
    if (status == DF_OK)
        status = df_tile_primitive(primitive, counts, width);
    if (status == DF_OK)
        status = df_tile_tetris_count(numbers, primitive, counts, width);
    if (status == DF_OK)
        status = df_natural_set(&numbers[DF_TILE_PRIMITIVE], primitive[width].words,
                                primitive[width].count);
    if (status == DF_OK && visit != NULL)
        status = df_tile_components_list(primitive, width, visit, context);
    for (size_t i = 0; status != DF_OK && i < DF_TILE_PARTS; i++)
        df_natural_free(&numbers[i]);
    primitive_free(counts, width);
    primitive_free(primitive, width);
    return status;
}

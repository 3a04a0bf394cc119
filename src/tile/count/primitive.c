/* Boards cut at their vertical fault lines: a tiling of n columns is a primitive one of its
 * first k columns, for just one k, and any tiling of the others. */
#include <stdlib.h>

#include "core/base/natural.h"
#include "dropforge/tile.h"

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

df_status df_tile_tetris_count(df_tile_tetris *tetris, const df_natural *primitive,
                               const df_natural *counts, unsigned width)
{
    df_tile_tetris made = {{0}, {0}};
    df_natural *without = calloc((size_t)width + 1, sizeof without[0]);
    if (without == NULL)
        return DF_ERROR_MEMORY;
    df_status status = primitive_count_without(without, primitive, width);
    if (status == DF_OK)
        status = df_natural_subtract(&made.configurations, &counts[width], &without[width]);
    /* The chosen column has any tilings to its left and right. */
    for (unsigned k = 0; status == DF_OK && k < width; k++)
        status = primitive_add_product(&made.activations, &counts[k], &counts[width - 1 - k]);
    if (status == DF_OK)
        status = df_natural_multiply(&made.activations, &made.activations, &primitive[1]);
    for (unsigned n = 0; n <= width; n++)
        df_natural_free(&without[n]);
    free(without);
    if (status == DF_OK) {
        *tetris = made;
    } else {
        df_natural_free(&made.configurations);
        df_natural_free(&made.activations);
    }
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
    df_tile_components line = {.sizes = t->sizes,
                               .count = count,
                               .arrangements = &orders,
                               .fills = fills,
                               .tilings = &tilings};
    while (line.single < count && t->sizes[count - 1 - line.single] == 1)
        line.single++;
    df_status status = primitive_count_orders(&orders, t->sizes, count);
    if (status == DF_OK)
        status = df_natural_multiply(&tilings, &orders, fills);
    if (status == DF_OK)
        status = t->visit(t->context, &line);
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

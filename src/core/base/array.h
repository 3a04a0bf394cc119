/* Arrays that grow. A size that overflows is DF_ERROR_MEMORY, like a failed allocation; the
 * array is then unchanged. */
#pragma once

#include "dropforge/base.h"

/* Resizes an array to `wanted` items, at least one. `items` is the variable that points to
 * them, NULL before the first; they are freed with free. */
#define ARRAY_RESIZE(items, wanted) df_array_resize(&(items), (wanted), sizeof(items)[0])

/* Makes room for `more` items after the first `count`. `capacity` is a variable of type size_t,
 * which grows by at least half, so that adding items one by one takes time in proportion to
 * their number. */
#define ARRAY_RESERVE(items, capacity, count, more)                                            \
    df_array_reserve(&(items), &(capacity), (count), (more), sizeof(items)[0], NULL)

/* The same within a budget of *left bytes, from which the growth is subtracted; DF_ERROR_LIMIT
 * if they do not suffice. */
#define ARRAY_RESERVE_WITHIN(items, capacity, count, more, left)                               \
    df_array_reserve(&(items), &(capacity), (count), (more), sizeof(items)[0], (left))

/* Implement the macros: `array` points to the variable, and items have `size` bytes. */
df_status df_array_resize(void *array, size_t wanted, size_t size);
df_status df_array_grow(void *array, size_t *capacity, size_t more, size_t size,
                        uint64_t *left);

static inline df_status df_array_reserve(void *array, size_t *capacity, size_t count,
                                         size_t more, size_t size, uint64_t *left)
{
    return more <= *capacity - count ? DF_OK : df_array_grow(array, capacity, more, size, left);
}

/* Arrays that grow. The library's own (src/core/base/array.h) is not public. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "dropforge/base.h"

/* Reserves memory for `more` items after the first `count`. `items` is the variable that points
 * to them, NULL at first; `capacity`, a size_t, is the number of items that fit. After
 * DF_ERROR_MEMORY nothing has changed. */
#define ARRAY_RESERVE(items, capacity, count, more)                                            \
    array_reserve(&(items), &(capacity), (count), (more), sizeof(items)[0])

static inline df_status array_reserve(void *array, size_t *capacity, size_t count, size_t more,
                                      size_t size)
{
    if (more <= *capacity - count)
        return DF_OK;
    const size_t usual = 2 * *capacity + 16;
    if (usual > SIZE_MAX / size || more > SIZE_MAX / size - usual)
        return DF_ERROR_MEMORY;
    /* A pointer to any type: only its bytes may be read and written here. */
    void *items;
    memcpy(&items, array, sizeof items);
    items = realloc(items, (usual + more) * size);
    if (items == NULL)
        return DF_ERROR_MEMORY;
    memcpy(array, &items, sizeof items);
    *capacity = usual + more;
    return DF_OK;
}

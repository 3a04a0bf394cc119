#include "array.h"

#include <stdlib.h>
#include <string.h>

enum { SPARE = 64 }; /* items, besides those that are wanted */

df_status df_array_resize(void *array, size_t wanted, size_t size)
{
    if (wanted > SIZE_MAX / size)
        return DF_ERROR_MEMORY;
    /* A pointer to any type: only its bytes may be read and written here. */
    void *items;
    memcpy(&items, array, sizeof items);
    items = realloc(items, wanted * size);
    if (items == NULL)
        return DF_ERROR_MEMORY;
    memcpy(array, &items, sizeof items);
    return DF_OK;
}

df_status df_array_grow(void *array, size_t *capacity, size_t more, size_t size, uint64_t *left)
{
    if (*capacity > SIZE_MAX / 2)
        return DF_ERROR_MEMORY;
    const size_t usual = *capacity + *capacity / 2 + SPARE;
    if (usual > SIZE_MAX / size || more > SIZE_MAX / size - usual)
        return DF_ERROR_MEMORY;
    const size_t wanted = usual + more;
    const uint64_t bytes = (uint64_t)(wanted - *capacity) * size;
    if (left != NULL && bytes > *left)
        return DF_ERROR_LIMIT;
    const df_status status = df_array_resize(array, wanted, size);
    if (status != DF_OK)
        return status;
    *capacity = wanted;
    if (left != NULL)
        *left -= bytes;
    return DF_OK;
}

#include "tile/budget.h"

#include <stdlib.h>
#include <string.h>

void df_tile_budget_add(tile_budget *budget, uint64_t bytes)
{
    budget->used += bytes;
    if (budget->used > budget->most)
        budget->most = budget->used;
}

df_status df_tile_budget_take(tile_budget *budget, void **block, size_t count, size_t size)
{
    const uint64_t left = budget->limit - budget->used;
    if (count > left / size || count > SIZE_MAX / size)
        return DF_ERROR_LIMIT;
    void *taken = calloc(count + (count == 0), size);
    if (taken == NULL)
        return DF_ERROR_MEMORY;
    df_tile_budget_add(budget, (uint64_t)count * size);
    *block = taken;
    return DF_OK;
}

void df_tile_budget_free(tile_budget *budget, void *block, size_t bytes)
{
    if (block == NULL)
        return;
    free(block);
    budget->used -= bytes;
}

df_status df_tile_array_reserve(tile_array *array, tile_budget *budget, size_t wanted)
{
    if (wanted <= array->capacity)
        return DF_OK;
    const size_t usual = array->capacity + array->capacity / 2 + 64;
    tile_array larger = {.capacity = wanted > usual ? wanted : usual, .size = array->size};
    const df_status status =
        df_tile_budget_take(budget, &larger.data, larger.capacity, larger.size);
    if (status != DF_OK)
        return status;
    if (array->data != NULL)
        memcpy(larger.data, array->data, array->capacity * array->size);
    df_tile_array_free(array, budget);
    *array = larger;
    return DF_OK;
}

void df_tile_array_free(tile_array *array, tile_budget *budget)
{
    df_tile_budget_free(budget, array->data, array->capacity * array->size);
    array->data = NULL;
    array->capacity = 0;
}

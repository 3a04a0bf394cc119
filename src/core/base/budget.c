#include "budget.h"

#include <stdlib.h>
#include <string.h>

void df_budget_add(memory_budget *budget, uint64_t bytes)
{
    budget->left -= bytes;
    if (budget->limit - budget->left > budget->max)
        budget->max = budget->limit - budget->left;
}

void *df_budget_take(memory_budget *budget, size_t count, size_t size)
{
    void *block = NULL;
    budget->status = DF_ERROR_LIMIT;
    if (count <= budget->left / size && count <= SIZE_MAX / size) {
        budget->status = DF_ERROR_MEMORY;
        block = calloc(count + (count == 0), size);
    }
    if (block != NULL)
        df_budget_add(budget, (uint64_t)count * size);
    return block;
}

void df_budget_free(memory_budget *budget, void *block, size_t count, size_t size)
{
    if (block != NULL)
        budget->left += (uint64_t)count * size;
    free(block);
}

df_status df_budget_array_reserve(budget_array *array, memory_budget *budget, size_t wanted)
{
    if (wanted <= array->capacity)
        return DF_OK;
    const size_t usual = array->capacity + array->capacity / 2 + 64;
    budget_array larger = {.capacity = wanted > usual ? wanted : usual, .size = array->size};
    larger.data = df_budget_take(budget, larger.capacity, larger.size);
    if (larger.data == NULL)
        return budget->status;
    if (array->data != NULL)
        memcpy(larger.data, array->data, array->capacity * array->size);
    df_budget_array_free(array, budget);
    *array = larger;
    return DF_OK;
}

void df_budget_array_free(budget_array *array, memory_budget *budget)
{
    df_budget_free(budget, array->data, array->capacity, array->size);
    array->data = NULL;
    array->capacity = 0;
}

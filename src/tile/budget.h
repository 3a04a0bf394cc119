/* Memory of which there is only so much: every block is counted. */
#ifndef DROPFORGE_TILE_BUDGET_H
#define DROPFORGE_TILE_BUDGET_H

#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"

typedef struct tile_budget {
    uint64_t limit; /* bytes */
    uint64_t used;
    uint64_t most; /* ever used at a time */
} tile_budget;

/* *block = `count` zeroed elements of `size` bytes. DF_ERROR_LIMIT when that is more than is
 * left, DF_ERROR_MEMORY when the system has no more. Free with df_tile_budget_free. */
df_status df_tile_budget_take(tile_budget *budget, void **block, size_t count, size_t size);

/* Counts bytes that were taken elsewhere; they are no more than what is left. */
void df_tile_budget_add(tile_budget *budget, uint64_t bytes);

/* Gives a block of that many bytes back; NULL is allowed. */
void df_tile_budget_free(tile_budget *budget, void *block, size_t bytes);

/* An array that grows. {.size = …} is an empty one with elements of so many bytes. */
typedef struct tile_array {
    void *data;
    size_t capacity;
    size_t size;
} tile_array;

/* Makes room for `wanted` elements at least; new ones are 0. Errors as above; the array then
 * stays as it was. */
df_status df_tile_array_reserve(tile_array *array, tile_budget *budget, size_t wanted);

void df_tile_array_free(tile_array *array, tile_budget *budget);

#endif

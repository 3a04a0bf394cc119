/* A limit on the memory that one computation may use: every block is counted. */
#ifndef DROPFORGE_TILE_BUDGET_H
#define DROPFORGE_TILE_BUDGET_H

#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"

typedef struct tile_budget {
    uint64_t left;    /* bytes; may be lent to a key_set or a growing array */
    uint64_t limit;   /* bytes in total */
    uint64_t max;     /* the most bytes used at a time */
    df_status status; /* why the last allocation failed */
} tile_budget;

static inline tile_budget tile_budget_of(uint64_t limit)
{
    return (tile_budget){.left = limit, .limit = limit};
}

/* Counts bytes that were allocated elsewhere; at most `left`. */
void df_tile_budget_add(tile_budget *budget, uint64_t bytes);

/* Returns `count` zeroed elements of `size` bytes, to be freed with df_tile_budget_free. NULL
 * if budget->status is DF_ERROR_LIMIT (too little left) or DF_ERROR_MEMORY. */
void *df_tile_budget_take(tile_budget *budget, size_t count, size_t size);

/* Frees a block of that count and size; NULL is allowed. */
void df_tile_budget_free(tile_budget *budget, void *block, size_t count, size_t size);

/* An array that grows. {.size = …} is an empty one with elements of that many bytes. */
typedef struct tile_array {
    void *data;
    size_t capacity;
    size_t size;
} tile_array;

/* Ensures a capacity of at least `wanted` elements; new ones are 0. DF_ERROR_LIMIT or
 * DF_ERROR_MEMORY leave the array as it was. */
df_status df_tile_array_reserve(tile_array *array, tile_budget *budget, size_t wanted);

void df_tile_array_free(tile_array *array, tile_budget *budget);

/* Loads memory that will be needed soon into the cache. */
static inline void budget_prefetch(const void *address)
{
#ifdef __GNUC__
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

#endif

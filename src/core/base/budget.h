/* A limit on the memory that one computation may use: every block is counted. */
#pragma once

#include "dropforge/base.h"

typedef struct memory_budget {
    uint64_t left;    /* bytes; may be lent to a key_set or a growing array */
    uint64_t limit;   /* bytes in total */
    uint64_t max;     /* the most bytes used at a time */
    df_status status; /* why the last allocation failed */
} memory_budget;

static inline memory_budget memory_budget_of(uint64_t limit)
{
    return (memory_budget){.left = limit, .limit = limit};
}

/* Counts bytes that were allocated elsewhere; at most `left`. */
void df_budget_add(memory_budget *budget, uint64_t bytes);

/* Returns `count` zeroed elements of `size` bytes, to be freed with df_budget_free. NULL
 * if budget->status is DF_ERROR_LIMIT (too little left) or DF_ERROR_MEMORY. */
void *df_budget_take(memory_budget *budget, size_t count, size_t size);
void df_budget_free(memory_budget *budget, void *block, size_t count, size_t size);

/* An array that grows. {.size = …} is an empty one with elements of that many bytes. */
typedef struct budget_array {
    void *data;
    size_t capacity;
    size_t size;
} budget_array;

/* Ensures a capacity of at least `wanted` elements; new ones are 0. DF_ERROR_LIMIT or
 * DF_ERROR_MEMORY leave the array as it was. */
df_status df_budget_array_reserve(budget_array *array, memory_budget *budget, size_t wanted);

void df_budget_array_free(budget_array *array, memory_budget *budget);

/* Loads memory that will be needed soon into the cache. */
static inline void budget_prefetch(const void *address)
{
#ifdef __GNUC__
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

/* A hash table that gives each distinct key of a few words a number, from 0 on. */
#pragma once

#include "budget.h"

#define KEY_INDEX_MAX UINT32_C(0x7ffffffe)
#define KEY_INDEX_NONE UINT32_MAX

typedef struct key_index {
    size_t count;
    size_t key_words;
    budget_array keys;  /* uint64_t, key_words each, by number */
    budget_array table; /* uint32_t: 1 + number; 0: none */
} key_index;

static inline key_index key_index_of(size_t key_words)
{
    return (key_index){.key_words = key_words,
                       .keys = {.size = sizeof(uint64_t)},
                       .table = {.size = sizeof(uint32_t)}};
}

/* Returns the key of a number; valid until a key is added. */
static inline const uint64_t *key_index_key(const key_index *index, size_t number)
{
    return (const uint64_t *)index->keys.data + number * index->key_words;
}

/* Finds the number of a key, which is index->count - 1 afterwards if the key is new.
 * DF_ERROR_LIMIT: the budget is too small, or there are more than KEY_INDEX_MAX keys. */
df_status df_key_index_add(key_index *index, memory_budget *budget, const uint64_t *key,
                           uint32_t *number);

/* Returns the number of a key, or KEY_INDEX_NONE. */
uint32_t df_key_index_find(const key_index *index, const uint64_t *key);

/* Removes all keys and keeps the memory. */
void df_key_index_clear(key_index *index);

void df_key_index_free(key_index *index, memory_budget *budget);

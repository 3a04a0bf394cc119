/* An index of states: a hash table that gives each distinct key a number, from 0 on. */
#ifndef DROPFORGE_TILE_STATE_INDEX_H
#define DROPFORGE_TILE_STATE_INDEX_H

#include "core/base/budget.h"

#define STATE_INDEX_MAX UINT32_C(0x7ffffffe)

typedef struct state_index {
    size_t count;
    size_t key_words;
    budget_array keys;  /* uint64_t, key_words each, by number */
    budget_array table; /* uint32_t: 1 + number; 0: none */
} state_index;

static inline state_index state_index_of(size_t key_words)
{
    return (state_index){.key_words = key_words,
                         .keys = {.size = sizeof(uint64_t)},
                         .table = {.size = sizeof(uint32_t)}};
}

/* Returns the key of a number; valid until a key is added. */
static inline const uint64_t *state_index_key(const state_index *index, size_t number)
{
    return (const uint64_t *)index->keys.data + number * index->key_words;
}

/* Finds the number of a key, which is index->count - 1 afterwards if the key is new.
 * DF_ERROR_LIMIT: the budget is too small, or there are more than STATE_INDEX_MAX keys. */
df_status df_tile_index_add(state_index *index, memory_budget *budget, const uint64_t *key,
                            uint32_t *number);

/* Removes all keys and keeps the memory. */
void df_tile_index_clear(state_index *index);

void df_tile_index_free(state_index *index, memory_budget *budget);

#endif

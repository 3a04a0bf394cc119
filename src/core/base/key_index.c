#include "key_index.h"

#include <string.h>

#include "core/base/wide.h"

#define FIRST_TABLE 1024

/* Returns the entry of the table that has the key, or would have it. */
static inline uint32_t *key_index_find_entry(const key_index *index, const uint64_t *key,
                                             size_t key_words)
{
    uint64_t hash = key[0] * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 1; i < key_words; i++)
        hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9) + key[i];
    hash = (hash ^ hash >> 32) * UINT64_C(0x94d049bb133111eb);
    uint64_t place;
    (void)wide_multiply_add(hash ^ hash >> 29, index->table.capacity, 0, 0, &place);
    uint32_t *table = index->table.data;
    const uint64_t *keys = index->keys.data;
    for (;;) {
        const uint32_t number = table[place];
        if (number == 0)
            return &table[place];
        const uint64_t *other = &keys[(number - 1) * key_words];
        bool same = other[0] == key[0];
        for (size_t i = 1; i < key_words; i++)
            same = same && other[i] == key[i];
        if (same)
            return &table[place];
        place = place + 1 == index->table.capacity ? 0 : place + 1;
    }
}

/* Calls it with the usual lengths known to the compiler. */
static uint32_t *key_index_search(const key_index *index, const uint64_t *key)
{
    return index->key_words == 1   ? key_index_find_entry(index, key, 1)
           : index->key_words == 2 ? key_index_find_entry(index, key, 2)
                                   : key_index_find_entry(index, key, index->key_words);
}

static df_status key_index_grow(key_index *index, memory_budget *budget)
{
    const size_t larger = index->table.capacity * 2 + FIRST_TABLE;
    df_budget_array_free(&index->table, budget);
    const df_status status = df_budget_array_reserve(&index->table, budget, larger);
    for (size_t i = 0; status == DF_OK && i < index->count; i++)
        *key_index_search(index, key_index_key(index, i)) = (uint32_t)(i + 1);
    return status;
}

df_status df_key_index_add(key_index *index, memory_budget *budget, const uint64_t *key,
                           uint32_t *number)
{
    df_status status = DF_OK;
    if (index->count >= index->table.capacity / 3 * 2)
        status = key_index_grow(index, budget);
    if (status != DF_OK)
        return status;
    uint32_t *entry = key_index_search(index, key);
    if (*entry == 0) {
        const size_t words = index->key_words;
        if (index->count == KEY_INDEX_MAX)
            return DF_ERROR_LIMIT;
        status = df_budget_array_reserve(&index->keys, budget, (index->count + 1) * words);
        if (status != DF_OK)
            return status;
        memcpy((uint64_t *)index->keys.data + index->count * words, key, words * sizeof *key);
        *entry = (uint32_t)++index->count;
    }
    *number = *entry - 1;
    return DF_OK;
}

uint32_t df_key_index_find(const key_index *index, const uint64_t *key)
{
    const uint32_t entry = index->count > 0 ? *key_index_search(index, key) : 0;
    return entry > 0 ? entry - 1 : KEY_INDEX_NONE;
}

void df_key_index_clear(key_index *index)
{
    index->count = 0;
    if (index->table.data != NULL)
        memset(index->table.data, 0, index->table.capacity * index->table.size);
}

void df_key_index_free(key_index *index, memory_budget *budget)
{
    df_budget_array_free(&index->keys, budget);
    df_budget_array_free(&index->table, budget);
}

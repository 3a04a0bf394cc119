#include "key_set.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 256

static size_t key_set_home(const key_set *set, const uint64_t *key)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < set->stride; i++) {
        hash = (hash ^ key[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (size_t)(hash >> 7) & (set->slots - 1);
}

/* Returns the slot that holds the key, or the empty one where it belongs. */
static uint64_t *key_set_find(const key_set *set, const uint64_t *key)
{
    size_t slot = key_set_home(set, key);
    for (;;) {
        uint64_t *words = &set->words[slot * set->stride];
        if (words[0] == 0 || memcmp(words, key, set->stride * sizeof key[0]) == 0)
            return words;
        slot = (slot + 1) & (set->slots - 1);
    }
}

void df_key_set_reset(key_set *set, size_t stride)
{
    set->slots = 0;
    set->used = 0;
    set->stride = stride;
}

bool df_key_set_has(const key_set *set, const uint64_t *key)
{
    return set->slots > 0 && key_set_find(set, key)[0] != 0;
}

/* Lays out an empty table, in the memory at hand where that is enough. */
static df_status key_set_lay_out(key_set *set, size_t slots)
{
    if (slots > SIZE_MAX / sizeof set->words[0] / set->stride)
        return DF_ERROR_MEMORY;
    const size_t words = slots * set->stride;
    if (words > set->allocated) {
        const uint64_t more = (uint64_t)(words - set->allocated) * sizeof set->words[0];
        if (set->left != NULL && more > *set->left)
            return DF_ERROR_LIMIT;
        uint64_t *grown = realloc(set->words, words * sizeof grown[0]);
        if (grown == NULL)
            return DF_ERROR_MEMORY;
        set->words = grown;
        set->allocated = words;
        if (set->left != NULL)
            *set->left -= more;
    }
    memset(set->words, 0, words * sizeof set->words[0]);
    set->slots = slots;
    return DF_OK;
}

static df_status key_set_grow(key_set *set)
{
    if (set->slots == 0)
        return key_set_lay_out(set, FIRST_SLOTS);
    const key_set old = *set;
    set->words = NULL;
    set->allocated = 0;
    const df_status status = key_set_lay_out(set, old.slots * 2);
    if (status != DF_OK) {
        *set = old;
        return status;
    }
    for (size_t i = 0; i < old.slots; i++) {
        const uint64_t *key = &old.words[i * old.stride];
        if (key[0] != 0)
            memcpy(key_set_find(set, key), key, set->stride * sizeof key[0]);
    }
    free(old.words);
    if (set->left != NULL)
        *set->left += old.allocated * sizeof old.words[0];
    return DF_OK;
}

df_status df_key_set_add(key_set *set, const uint64_t *key)
{
    if (set->used * 4 >= set->slots * 3) {
        const df_status status = key_set_grow(set);
        if (status != DF_OK)
            return status;
    }
    memcpy(key_set_find(set, key), key, set->stride * sizeof key[0]);
    set->used++;
    return DF_OK;
}

void df_key_set_free(key_set *set)
{
    free(set->words);
    *set = (key_set){0};
}

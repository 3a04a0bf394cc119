/* The states whose next free square is the same one: a hash table with a number of any size
 * for each. */
#ifndef DROPFORGE_TILE_BUCKET_H
#define DROPFORGE_TILE_BUCKET_H

#include <stdbool.h>
#include <string.h>

#include "core/wide.h"
#include "tile/budget.h"

/* Records of stride words: first the key, whose first word is not 0, then the number. */
typedef struct bucket {
    uint64_t *records;
    size_t capacity;
    size_t count;
    size_t stride;
} bucket;

/* Makes room for at least `wanted` records, with numbers of stride - key_words words. */
df_status df_tile_bucket_reserve(bucket *b, tile_budget *budget, size_t wanted, size_t stride,
                                 size_t key_words);

/* Gives all numbers one word more; the records stay where they are. */
df_status df_tile_bucket_widen(bucket *b, tile_budget *budget);

void df_tile_bucket_free(bucket *b, tile_budget *budget);

/* Where the search for a key begins. */
static inline size_t bucket_place(const bucket *b, const uint64_t *key, size_t key_words)
{
    uint64_t hash = key[0];
    for (size_t i = 1; i < key_words; i++)
        hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9) + key[i];
    hash = (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
    hash *= UINT64_C(0xbf58476d1ce4e5b9);
    uint64_t place;
    (void)wide_multiply_add(hash, b->capacity, 0, 0, &place);
    return (size_t)place;
}

/* The record of a key, or the empty one that it would get; there must be one. `stride` is that
 * of the bucket. */
static inline uint64_t *bucket_find(const bucket *b, const uint64_t *key, size_t key_words,
                                    size_t stride)
{
    size_t place = bucket_place(b, key, key_words);
    for (;;) {
        uint64_t *record = &b->records[place * stride];
        bool same = record[0] == key[0];
        for (size_t i = 1; i < key_words; i++)
            same = same && record[i] == key[i];
        if (same || record[0] == 0)
            return record;
        place = place + 1 == b->capacity ? 0 : place + 1;
    }
}

/* Whether a new key needs more room first. */
static inline bool bucket_is_full(const bucket *b)
{
    return b->count >= b->capacity - b->capacity / 4;
}

#endif

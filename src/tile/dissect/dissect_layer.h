/* Hash tables of states and the number of ways to reach each, with open addressing. */
#pragma once

#include <stdatomic.h>

#include "dropforge/tile.h"

/* The memory of all that a count holds. */
typedef struct dissect_memory {
    uint64_t limit;
    _Atomic uint64_t used, most;
} dissect_memory;

/* Takes memory from the limit; false if that is too little. */
static inline bool dissect_memory_take(dissect_memory *memory, uint64_t bytes)
{
    const uint64_t used = atomic_fetch_add(&memory->used, bytes) + bytes;
    uint64_t most = atomic_load(&memory->most);
    while (most < used && used <= memory->limit &&
           !atomic_compare_exchange_weak(&memory->most, &most, used)) {
    }
    if (used <= memory->limit)
        return true;
    atomic_fetch_sub(&memory->used, bytes);
    return false;
}

static inline void dissect_memory_give_back(dissect_memory *memory, uint64_t bytes)
{
    atomic_fetch_sub(&memory->used, bytes);
}

/* A slot has the key of a state, with its first word inverted, and its number, whose words are
 * the lowest first. The first word of a free slot is 0, which that of no state is. */
typedef struct dissect_table {
    unsigned key_words, number_words;
    uint64_t *slots;
    size_t capacity, used;
    uint64_t bytes; /* of all slots that there may be */
} dissect_table;

static inline uint64_t dissect_hash(const uint64_t *key, unsigned words)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < words; i++) {
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
        hash *= UINT64_C(0xbf58476d1ce4e5b9);
        hash ^= hash >> 32;
    }
    return hash;
}

enum { DISSECT_BATCH = 32 }; /* states that are added at a time, at most */

/* Returns the slots for at most `states`. The same state comes more than once, so that a table
 * is seldom as full as that. */
static inline uint64_t dissect_table_slots(uint64_t states)
{
    return states + states / 4 + DISSECT_BATCH;
}

static inline uint64_t dissect_table_bytes(const dissect_table *table, uint64_t states)
{
    return dissect_table_slots(states) * (table->key_words + table->number_words) *
           sizeof table->slots[0];
}

void df_dissect_table_free(dissect_table *table, dissect_memory *memory);

enum {
    DISSECT_PARTS = 256,
    DISSECT_NUMBER_WORDS = 64, /* at most */
};

/* The entries are the ones of the file, if there is one, and those in memory after them. */
typedef struct dissect_part {
    atomic_flag is_busy;
    unsigned char *bytes;
    size_t length, capacity;
    uint64_t stored; /* bytes in the file */
    uint64_t entries, check;
} dissect_part;

typedef struct dissect_layer {
    unsigned key_bytes, number_words;
    dissect_memory *memory; /* borrowed */
    /* Files for parts that do not fit into memory, `first_file` and those after it; or NULL. */
    const df_tile_store *store;
    uint64_t first_file;
    /* Of all numbers that were sent. */
    atomic_flag is_adding;
    uint64_t sum[DISSECT_NUMBER_WORDS + 1];
    dissect_part parts[DISSECT_PARTS];
} dissect_layer;

/* States on their way into the parts, of one thread. */
typedef struct dissect_sender dissect_sender;

void df_dissect_layer_begin(dissect_layer *layer, unsigned key_bytes, unsigned number_words,
                            dissect_memory *memory);

void df_dissect_layer_free(dissect_layer *layer);

/* Creates a sender to the layer, or returns NULL. */
dissect_sender *df_dissect_sender_create(dissect_layer *layer);

/* Adds a state and its number of `words` words, at most the layer's, not 0. DF_ERROR_LIMIT. */
df_status df_dissect_send(dissect_sender *sender, const uint64_t *key, const uint64_t *number,
                          unsigned words);

/* Adds what has not arrived yet, if `status` is DF_OK; frees the sender. */
df_status df_dissect_sender_end(dissect_sender *sender, df_status status);

/* Completes a part that nothing is sent to any more: moves it to its file, if it has one. */
df_status df_dissect_part_complete(dissect_layer *layer, size_t part);

/* Creates a table for any part of the layer, whose memory it takes. DF_ERROR_LIMIT. */
df_status df_dissect_layer_table(const dissect_layer *layer, dissect_table *table);

/* Fills the table with the states of a part, which is freed. DF_ERROR_MEMORY, DF_ERROR_INPUT:
 * the part is damaged. */
df_status df_dissect_part_load(dissect_layer *layer, size_t part, dissect_table *table);

/* Returns the number of states, or more, since some may be there twice. */
uint64_t df_dissect_layer_states(const dissect_layer *layer);

/* Returns the bytes of the largest table of a part. */
uint64_t df_dissect_layer_largest_table(const dissect_layer *layer);

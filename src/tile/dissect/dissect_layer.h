/* Layers of partial dissections: how often each state is reached, in hash tables by parts of
 * the states, which threads fill and empty one by one. */
#ifndef DROPFORGE_TILE_DISSECT_LAYER_H
#define DROPFORGE_TILE_DISSECT_LAYER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/tile.h"

enum {
    DISSECT_PARTS = 256,
    DISSECT_NUMBER_WORDS = 64, /* at most */
};

/* A hash table with open addressing, or after df_dissect_part_pack the used slots alone. A slot
 * is a state and the number of ways to reach it, whose words are the lowest first. The first
 * word of a free slot is UINT64_MAX. */
typedef struct dissect_part {
    atomic_flag is_busy;
    uint64_t *slots;
    size_t capacity, used;
    uint64_t stored, check; /* slots in the file of the part, and the sum of their hashes */
} dissect_part;

/* The memory of all parts of all layers. */
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

/* The parts of other processes (dissect_share.h). */
typedef struct dissect_share dissect_share;

typedef struct dissect_layer {
    unsigned key_words, number_words;
    dissect_memory *memory; /* borrowed */
    /* Files for parts that do not fit into memory, `first_file` and those after it; or NULL.
     * `is_read`: they are not to be written any more. */
    const df_tile_store *store;
    uint64_t first_file;
    bool is_read;
    dissect_share *share; /* borrowed; or NULL: all parts are of this process */
    /* Of all numbers of complete parts. */
    atomic_flag is_adding;
    uint64_t sum[DISSECT_NUMBER_WORDS + 1];
    dissect_part parts[DISSECT_PARTS];
} dissect_layer;

/* States on their way into the parts, of one thread. */
typedef struct dissect_sender dissect_sender;

void df_dissect_layer_begin(dissect_layer *layer, unsigned key_words, unsigned number_words,
                            dissect_memory *memory);

void df_dissect_layer_free(dissect_layer *layer);

/* Frees one part. */
void df_dissect_part_free(dissect_layer *layer, size_t part);

/* Creates a sender to the layer, or returns NULL. */
dissect_sender *df_dissect_sender_create(dissect_layer *layer);

/* Adds a number of `words` words, at most the layer's, to that of a state. DF_ERROR_LIMIT,
 * DF_ERROR_MEMORY. */
df_status df_dissect_send(dissect_sender *sender, const uint64_t *key, const uint64_t *number,
                          unsigned words);

/* Trades with the other processes: sends them the states of their parts, and adds those that
 * they send. For layers with a share. DF_ERROR_INPUT: they are not of this count. */
df_status df_dissect_sender_trade(dissect_sender *sender);

/* Adds what has not arrived yet, if `status` is DF_OK; frees the sender. */
df_status df_dissect_sender_end(dissect_sender *sender, df_status status);

/* Moves the used slots of a part to its beginning, and gives the other ones back.
 * DF_ERROR_MEMORY. */
df_status df_dissect_part_pack(dissect_layer *layer, size_t part);

/* Completes a part that nothing is sent to any more: packs it, or moves it to its file. Adds up
 * its numbers. */
df_status df_dissect_part_complete(dissect_layer *layer, size_t part);

/* Reads a part from its file, if there is one, and packs it. DF_ERROR_INPUT: it is damaged. */
df_status df_dissect_part_load(dissect_layer *layer, size_t part);

/* Returns the number of states, or more if some are stored twice. */
uint64_t df_dissect_layer_states(const dissect_layer *layer);

/* Returns the most bytes that one part of the layer needs in memory. */
uint64_t df_dissect_layer_largest_part(const dissect_layer *layer);

#endif

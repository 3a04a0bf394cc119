/* Layers of partial dissections: how often each state is reached, in hash tables by parts of
 * the states, which threads fill and empty one by one. */
#ifndef DROPFORGE_TILE_DISSECT_LAYER_H
#define DROPFORGE_TILE_DISSECT_LAYER_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"

enum { DISSECT_PARTS = 256 };

/* A hash table with open addressing, or after df_dissect_part_pack the used slots alone. A slot
 * is a state and the number of ways to reach it, whose words are the lowest first. The first
 * word of a free slot is UINT64_MAX. */
typedef struct dissect_part {
    atomic_flag is_busy;
    uint64_t *slots;
    size_t capacity, used;
} dissect_part;

/* The memory of all parts of all layers. */
typedef struct dissect_memory {
    uint64_t limit;
    _Atomic uint64_t used, most;
} dissect_memory;

typedef struct dissect_layer {
    unsigned key_words, number_words;
    dissect_memory *memory; /* borrowed */
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

/* Adds what has not arrived yet, if `status` is DF_OK; frees the sender. */
df_status df_dissect_sender_end(dissect_sender *sender, df_status status);

/* Moves the used slots of a part to its beginning, and gives the other ones back.
 * DF_ERROR_MEMORY. */
df_status df_dissect_part_pack(dissect_layer *layer, size_t part);

#endif

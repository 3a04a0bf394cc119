/* Layers of partial dissections: how often each state is reached, in parts of the states, which
 * threads fill and empty one by one. A part is a list of entries (dissect_entry.h), in which
 * the same state may be more than once; a table of it has each state once. */
#ifndef DROPFORGE_TILE_DISSECT_LAYER_H
#define DROPFORGE_TILE_DISSECT_LAYER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dissect_table.h"
#include "dropforge/tile.h"

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

/* Frees one part. */
void df_dissect_part_free(dissect_layer *layer, size_t part);

/* Creates a sender to the layer, or returns NULL. */
dissect_sender *df_dissect_sender_create(dissect_layer *layer);

/* Adds a state and its number of `words` words, at most the layer's, not 0. DF_ERROR_LIMIT,
 * DF_ERROR_MEMORY. */
df_status df_dissect_send(dissect_sender *sender, const uint64_t *key, const uint64_t *number,
                          unsigned words);

/* Adds what has not arrived yet, if `status` is DF_OK; frees the sender. */
df_status df_dissect_sender_end(dissect_sender *sender, df_status status);

/* Completes a part that nothing is sent to any more: moves it to its file, if it has one. */
df_status df_dissect_part_complete(dissect_layer *layer, size_t part);

/* Creates a table for any part of the layer, whose memory it takes. DF_ERROR_LIMIT,
 * DF_ERROR_MEMORY. */
df_status df_dissect_layer_table(const dissect_layer *layer, dissect_table *table);

/* Fills the table with the states of a part, which is freed. DF_ERROR_MEMORY, DF_ERROR_INPUT:
 * the part is damaged. */
df_status df_dissect_part_load(dissect_layer *layer, size_t part, dissect_table *table);

/* Returns the number of states, or more, since some may be there twice. */
uint64_t df_dissect_layer_states(const dissect_layer *layer);

/* Returns the bytes of the largest table of a part. */
uint64_t df_dissect_layer_largest_table(const dissect_layer *layer);

#endif

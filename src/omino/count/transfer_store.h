/* The store of the transfer matrix: its states as records in blocks, and an index of them.
 *
 * A record is a state with its numbers: one word with the packed signature and the least and
 * greatest size, a word with links if `keeps`, and one number for each size, which has one word
 * up to the size `narrow` and two above. */
#pragma once

#include "dropforge/base.h"
#include "signature.h"

/* Blocks of 2^bits words. Blocks that are given back are used again. */
typedef struct transfer_memory {
    unsigned bits;
    uint64_t limit; /* bytes */
    uint64_t used;
    uint64_t max;
    uint64_t *spare; /* a list of blocks, each with the address of the next in its first word */
} transfer_memory;

/* Records one after the other; none crosses the end of a block. */
typedef struct transfer_list {
    uint64_t **blocks;
    uint32_t *used; /* words of each block */
    size_t count;
    size_t capacity;
} transfer_list;

/* All states for one place of the boundary. In either list the least sizes never decrease. */
typedef struct transfer_layer {
    transfer_list lists[2]; /* by whether the last square was filled */
    uint64_t states;
} transfer_layer;

/* The place of a record: twice its offset in its list, plus the list, plus 1; 0: none. */
typedef uint32_t transfer_place;

/* A hash table of places with linear probing, half full at most. A slot has the place in its
 * lower and a part of the hash in its upper half. */
typedef struct transfer_index {
    uint64_t *slots;
    unsigned bits;
    uint64_t count;
} transfer_index;

enum {
    TRANSFER_MIN = SIGNATURE_BITS,
    TRANSFER_MAX = SIGNATURE_BITS + 6,
    TRANSFER_DEAD = SIGNATURE_BITS + 12, /* the state has moved to another record */
};

#define TRANSFER_KEY ((UINT64_C(1) << SIGNATURE_BITS) - 1)

static inline unsigned transfer_min(const uint64_t *record)
{
    return (unsigned)(record[0] >> TRANSFER_MIN & 63);
}

static inline unsigned transfer_max(const uint64_t *record)
{
    return (unsigned)(record[0] >> TRANSFER_MAX & 63);
}

static inline bool transfer_is_dead(const uint64_t *record)
{
    return record[0] >> TRANSFER_DEAD != 0;
}

/* Returns the number of words of the numbers for the sizes min … end - 1. */
static inline size_t transfer_words(unsigned narrow, unsigned min, unsigned end)
{
    const unsigned wide = min > narrow + 1 ? min : narrow + 1;
    return end - min + (end > wide ? end - wide : 0);
}

static inline uint64_t *transfer_record(const transfer_memory *memory,
                                        const transfer_layer *layer, transfer_place place)
{
    const uint32_t offset = (place - 1) >> 1;
    const uint32_t within = (UINT32_C(1) << memory->bits) - 1;
    return layer->lists[(place - 1) & 1].blocks[offset >> memory->bits] + (offset & within);
}

/* Fibonacci hashing (Knuth): the upper bits are best. */
static inline uint64_t transfer_hash(uint64_t key)
{
    return key * UINT64_C(0x9e3779b97f4a7c15);
}

static inline uint64_t transfer_tag(uint64_t hash)
{
    return hash >> 8 << 32;
}

/* Frees the spare blocks. */
void df_transfer_memory_free(transfer_memory *memory);

/* Appends a record of `words` words, which are undefined. DF_ERROR_LIMIT: too much memory. */
df_status df_transfer_append(transfer_memory *memory, transfer_layer *layer, unsigned list,
                             size_t words, uint64_t **record, transfer_place *place);

/* Empties a layer and keeps its blocks as spare ones. */
void df_transfer_layer_clear(transfer_memory *memory, transfer_layer *layer);
void df_transfer_layer_free(transfer_memory *memory, transfer_layer *layer);

/* Makes block number `block` of a list a spare one. */
void df_transfer_block_drop(transfer_memory *memory, transfer_list *list, size_t block);

df_status df_transfer_index_create(transfer_index *index, transfer_memory *memory);
void df_transfer_index_free(transfer_index *index, transfer_memory *memory);

/* Empties the index, and halves it if it was far too large. */
df_status df_transfer_index_clear(transfer_index *index, transfer_memory *memory);

/* Doubles the index, which has the records of `layer`. */
df_status df_transfer_index_grow(transfer_index *index, transfer_memory *memory,
                                 const transfer_layer *layer);

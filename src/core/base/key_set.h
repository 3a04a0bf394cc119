/* A set of keys of a few 64-bit words each: the memory of dead states. Keys are stored whole,
 * so that membership is exact and proofs can rely on it. */
#pragma once

#include "dropforge/base.h"

/* Begin with all zero. Word 0 of a key must not be 0. */
typedef struct key_set {
    uint64_t *words;
    size_t allocated; /* words */
    size_t slots;     /* a power of two, or 0 before the first key */
    size_t used;
    size_t stride; /* words a key */
    /* NULL, or bytes that may still be allocated, by others too; borrowed. */
    uint64_t *left;
} key_set;

/* Empties the set for keys of `stride` words; memory already allocated is kept. */
void df_key_set_reset(key_set *set, size_t stride);

bool df_key_set_has(const key_set *set, const uint64_t *key);

/* Adds a key that is not in the set. DF_ERROR_LIMIT if that takes more bytes than are left; the
 * set is then unchanged. */
df_status df_key_set_add(key_set *set, const uint64_t *key);

void df_key_set_free(key_set *set);

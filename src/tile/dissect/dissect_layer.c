#include "dissect_layer.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/wide.h"
#include "dissect_state.h"
#include "tile/count/number.h"

enum {
    FREE_BYTE = 0xff,
    FIRST_SLOTS = 16,
    /* States that are sent to a part together. Few of them keep the parts in the cache. */
    SENT = 64,
};

struct dissect_sender {
    dissect_layer *layer;
    unsigned stride;
    uint8_t count[DISSECT_PARTS];
    uint64_t slots[]; /* SENT of each part */
};

static inline unsigned layer_stride(const dissect_layer *layer)
{
    return layer->key_words + layer->number_words;
}

static inline uint64_t layer_hash(const uint64_t *key, unsigned words)
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

/* Takes memory from the common limit. */
static bool layer_take(dissect_memory *memory, uint64_t bytes)
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

static void layer_give_back(dissect_memory *memory, uint64_t bytes)
{
    atomic_fetch_sub(&memory->used, bytes);
}

void df_dissect_layer_begin(dissect_layer *layer, unsigned key_words, unsigned number_words,
                            dissect_memory *memory)
{
    *layer =
        (dissect_layer){.key_words = key_words, .number_words = number_words, .memory = memory};
    for (size_t i = 0; i < DISSECT_PARTS; i++)
        atomic_flag_clear(&layer->parts[i].is_busy);
}

void df_dissect_part_free(dissect_layer *layer, size_t part)
{
    dissect_part *at = &layer->parts[part];
    layer_give_back(layer->memory, at->capacity * layer_stride(layer) * sizeof(uint64_t));
    free(at->slots);
    at->slots = NULL;
    at->capacity = at->used = 0;
}

void df_dissect_layer_free(dissect_layer *layer)
{
    for (size_t i = 0; i < DISSECT_PARTS; i++)
        df_dissect_part_free(layer, i);
}

/* Asks for a slot that will be written soon. */
static inline void layer_prefetch(const uint64_t *slot)
{
#ifdef __GNUC__
    __builtin_prefetch(slot, 1);
#else
    (void)slot;
#endif
}

/* Returns the place where a state belongs. */
static inline uint64_t part_place(const dissect_part *part, const uint64_t *key,
                                  unsigned key_words)
{
    /* The part was chosen by the highest bits. */
    uint64_t place;
    (void)wide_multiply_add(layer_hash(key, key_words) * DISSECT_PARTS, part->capacity, 0, 0,
                            &place);
    return place;
}

/* Returns the slot of a state, or the free one that it gets, from its place on. */
static inline uint64_t *part_find(const dissect_part *part, const uint64_t *key,
                                  unsigned key_words, unsigned stride, uint64_t place)
{
    for (;; place = place + 1 == part->capacity ? 0 : place + 1) {
        uint64_t *slot = &part->slots[place * stride];
        if (slot[0] == UINT64_MAX)
            return slot;
        unsigned equal = 0;
        while (equal < key_words && slot[equal] == key[equal])
            equal++;
        if (equal == key_words)
            return slot;
    }
}

static df_status part_grow(const dissect_layer *layer, dissect_part *part)
{
    const unsigned stride = layer_stride(layer);
    const size_t slot = stride * sizeof(uint64_t);
    dissect_part larger = {.capacity = part->capacity + part->capacity / 2 + FIRST_SLOTS};
    if (!layer_take(layer->memory, larger.capacity * slot))
        return DF_ERROR_LIMIT;
    larger.slots = malloc(larger.capacity * slot);
    if (larger.slots == NULL) {
        layer_give_back(layer->memory, larger.capacity * slot);
        return DF_ERROR_MEMORY;
    }
    memset(larger.slots, FREE_BYTE, larger.capacity * slot);
    for (size_t i = 0; i < part->capacity; i++) {
        const uint64_t *from = &part->slots[i * stride];
        if (from[0] != UINT64_MAX)
            memcpy(part_find(&larger, from, layer->key_words, stride,
                             part_place(&larger, from, layer->key_words)),
                   from, slot);
    }
    layer_give_back(layer->memory, part->capacity * slot);
    free(part->slots);
    part->slots = larger.slots;
    part->capacity = larger.capacity;
    return DF_OK;
}

/* Adds slots that a sender has collected. */
static df_status part_receive(const dissect_layer *layer, dissect_part *part,
                              const uint64_t *slots, size_t count)
{
    const unsigned stride = layer_stride(layer);
    df_status status = DF_OK;
    while (atomic_flag_test_and_set_explicit(&part->is_busy, memory_order_acquire)) {
    }
    while ((part->used + count) * 8 > part->capacity * 7 && status == DF_OK)
        status = part_grow(layer, part);
    uint64_t places[SENT];
    for (size_t i = 0; i < count && status == DF_OK; i++) {
        places[i] = part_place(part, &slots[i * stride], layer->key_words);
        layer_prefetch(&part->slots[places[i] * stride]);
    }
    for (size_t i = 0; i < count && status == DF_OK; i++) {
        const uint64_t *from = &slots[i * stride];
        uint64_t *to = part_find(part, from, layer->key_words, stride, places[i]);
        if (to[0] == UINT64_MAX) {
            for (unsigned k = 0; k < stride; k++)
                to[k] = from[k];
            part->used++;
        } else {
            (void)number_add(&to[layer->key_words], &from[layer->key_words],
                             layer->number_words);
        }
    }
    atomic_flag_clear_explicit(&part->is_busy, memory_order_release);
    return status;
}

dissect_sender *df_dissect_sender_create(dissect_layer *layer)
{
    const unsigned stride = layer_stride(layer);
    dissect_sender *self =
        malloc(sizeof *self + (size_t)DISSECT_PARTS * SENT * stride * sizeof self->slots[0]);
    if (self == NULL)
        return NULL;
    self->layer = layer;
    self->stride = stride;
    memset(self->count, 0, sizeof self->count);
    return self;
}

static df_status sender_flush(dissect_sender *self, size_t part)
{
    const size_t count = self->count[part];
    self->count[part] = 0;
    return part_receive(self->layer, &self->layer->parts[part],
                        &self->slots[part * SENT * self->stride], count);
}

df_status df_dissect_send(dissect_sender *sender, const uint64_t *key, const uint64_t *number,
                          unsigned words)
{
    const dissect_layer *layer = sender->layer;
    const size_t part = layer_hash(key, layer->key_words) / (UINT64_MAX / DISSECT_PARTS + 1);
    uint64_t *slot = &sender->slots[(part * SENT + sender->count[part]) * sender->stride];
    for (unsigned i = 0; i < layer->key_words; i++)
        *slot++ = key[i];
    for (unsigned i = 0; i < layer->number_words; i++)
        slot[i] = i < words ? number[i] : 0;
    return ++sender->count[part] == SENT ? sender_flush(sender, part) : DF_OK;
}

df_status df_dissect_sender_end(dissect_sender *sender, df_status status)
{
    for (size_t i = 0; i < DISSECT_PARTS && status == DF_OK; i++)
        status = sender_flush(sender, i);
    free(sender);
    return status;
}

df_status df_dissect_part_pack(dissect_layer *layer, size_t part)
{
    dissect_part *at = &layer->parts[part];
    const unsigned stride = layer_stride(layer);
    const size_t slot = stride * sizeof(uint64_t);
    size_t used = 0;
    for (size_t i = 0; i < at->capacity; i++) {
        if (at->slots[i * stride] != UINT64_MAX && i != used++)
            memcpy(&at->slots[(used - 1) * stride], &at->slots[i * stride], slot);
    }
    if (used == 0)
        return DF_OK;
    uint64_t *fewer = realloc(at->slots, used * slot);
    if (fewer == NULL)
        return DF_ERROR_MEMORY;
    layer_give_back(layer->memory, (at->capacity - used) * slot);
    at->slots = fewer;
    at->capacity = used;
    return DF_OK;
}

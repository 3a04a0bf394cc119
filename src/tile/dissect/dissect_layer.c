#include "dissect_layer.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/wide.h"
#include "dissect_share.h"
#include "dissect_state.h"
#include "tile/count/number.h"

enum {
    FREE_BYTE = 0xff,
    FIRST_SLOTS = 16,
    /* States that are sent to a part together. Few of them keep the parts in the cache. */
    SENT = 64,
    READ_SLOTS = 1024, /* at a time */
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

/* Returns the part of a state. */
static inline size_t layer_part(const dissect_layer *layer, const uint64_t *key)
{
    return (size_t)(layer_hash(key, layer->key_words) / (UINT64_MAX / DISSECT_PARTS + 1));
}

void df_dissect_layer_begin(dissect_layer *layer, unsigned key_words, unsigned number_words,
                            dissect_memory *memory)
{
    *layer =
        (dissect_layer){.key_words = key_words, .number_words = number_words, .memory = memory};
    atomic_flag_clear(&layer->is_adding);
    for (size_t i = 0; i < DISSECT_PARTS; i++)
        atomic_flag_clear(&layer->parts[i].is_busy);
}

void df_dissect_part_free(dissect_layer *layer, size_t part)
{
    dissect_part *at = &layer->parts[part];
    dissect_memory_give_back(layer->memory,
                             at->capacity * layer_stride(layer) * sizeof(uint64_t));
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

/* Makes room for at least `least` slots. */
static df_status part_grow(const dissect_layer *layer, dissect_part *part, size_t least)
{
    const unsigned stride = layer_stride(layer);
    const size_t slot = stride * sizeof(uint64_t);
    dissect_part larger = {.capacity = part->capacity + part->capacity / 2 + FIRST_SLOTS};
    if (larger.capacity < least)
        larger.capacity = least;
    if (!dissect_memory_take(layer->memory, larger.capacity * slot))
        return DF_ERROR_LIMIT;
    larger.slots = malloc(larger.capacity * slot);
    if (larger.slots == NULL) {
        dissect_memory_give_back(layer->memory, larger.capacity * slot);
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
    dissect_memory_give_back(layer->memory, part->capacity * slot);
    free(part->slots);
    part->slots = larger.slots;
    part->capacity = larger.capacity;
    return DF_OK;
}

/* Moves the used slots of a part to its beginning. */
static void part_compact(dissect_part *part, unsigned stride)
{
    size_t used = 0;
    for (size_t i = 0; i < part->capacity; i++) {
        if (part->slots[i * stride] != UINT64_MAX && i != used++)
            memcpy(&part->slots[(used - 1) * stride], &part->slots[i * stride],
                   stride * sizeof part->slots[0]);
    }
}

/* Adds the numbers of some slots to the sum of the layer. */
static void part_add_numbers(dissect_layer *layer, const uint64_t *slots, size_t count)
{
    const unsigned words = layer->number_words, stride = layer_stride(layer);
    uint64_t sum[DISSECT_NUMBER_WORDS + 1] = {0};
    for (size_t i = 0; i < count; i++)
        sum[words] += number_add(sum, &slots[i * stride + layer->key_words], words);
    while (atomic_flag_test_and_set_explicit(&layer->is_adding, memory_order_acquire)) {
    }
    (void)number_add(layer->sum, sum, words + 1);
    atomic_flag_clear_explicit(&layer->is_adding, memory_order_release);
}

/* Adds slots to the end of the file of a part. */
static df_status part_append(dissect_layer *layer, dissect_part *part, const uint64_t *slots,
                             size_t count)
{
    const unsigned stride = layer_stride(layer);
    const uint64_t file = layer->first_file + (uint64_t)(part - layer->parts);
    if (count == 0)
        return DF_OK;
    part_add_numbers(layer, slots, count);
    for (size_t i = 0; i < count; i++)
        part->check += layer_hash(&slots[i * stride], stride);
    part->stored += count;
    return layer->store->append(layer->store->context, file, slots,
                                count * stride * sizeof slots[0]);
}

/* Moves all slots of a part to its file. */
static df_status part_store(dissect_layer *layer, dissect_part *part)
{
    const unsigned stride = layer_stride(layer);
    if (part->used == 0)
        return DF_OK;
    part_compact(part, stride);
    const df_status status = part_append(layer, part, part->slots, part->used);
    part->used = 0;
    memset(part->slots, FREE_BYTE, part->capacity * stride * sizeof part->slots[0]);
    return status;
}

/* Makes room in a part for some more slots. */
static df_status part_reserve(dissect_layer *layer, dissect_part *part, size_t count)
{
    if ((part->used + count) * 8 <= part->capacity * 7)
        return DF_OK;
    return part_grow(layer, part, (part->used + count) * 8 / 7 + 1);
}

/* Adds slots, for which there is room. */
static void part_insert(const dissect_layer *layer, dissect_part *part, const uint64_t *slots,
                        size_t count)
{
    const unsigned stride = layer_stride(layer);
    uint64_t places[SENT];
    for (size_t i = 0; i < count; i++) {
        places[i] = part_place(part, &slots[i * stride], layer->key_words);
        layer_prefetch(&part->slots[places[i] * stride]);
    }
    for (size_t i = 0; i < count; i++) {
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
}

/* Adds at most SENT slots that a sender has collected: to the file if there is no room. */
static df_status part_receive(dissect_layer *layer, dissect_part *part, const uint64_t *slots,
                              size_t count)
{
    while (atomic_flag_test_and_set_explicit(&part->is_busy, memory_order_acquire)) {
    }
    df_status status = part_reserve(layer, part, count);
    const bool is_full = status == DF_ERROR_LIMIT && layer->store != NULL && !layer->is_read;
    if (is_full)
        status = part_store(layer, part);
    if (status == DF_OK && (part->used + count) * 8 <= part->capacity * 7)
        part_insert(layer, part, slots, count);
    else if (status == DF_OK)
        status = part_append(layer, part, slots, count);
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
    const uint64_t *slots = &self->slots[part * SENT * self->stride];
    dissect_layer *layer = self->layer;
    self->count[part] = 0;
    if (layer->share != NULL && !df_dissect_share_is_own(layer->share, part))
        return df_dissect_share_add(layer->share, df_dissect_share_owner(layer->share, part),
                                    slots, count * self->stride);
    return part_receive(layer, &layer->parts[part], slots, count);
}

df_status df_dissect_send(dissect_sender *sender, const uint64_t *key, const uint64_t *number,
                          unsigned words)
{
    const dissect_layer *layer = sender->layer;
    const size_t part = layer_part(layer, key);
    uint64_t *slot = &sender->slots[(part * SENT + sender->count[part]) * sender->stride];
    for (unsigned i = 0; i < layer->key_words; i++)
        *slot++ = key[i];
    for (unsigned i = 0; i < layer->number_words; i++)
        slot[i] = i < words ? number[i] : 0;
    return ++sender->count[part] == SENT ? sender_flush(sender, part) : DF_OK;
}

/* Adds the states that another process has sent. */
static df_status sender_receive(void *context, const uint64_t *words, size_t count)
{
    dissect_sender *self = context;
    const dissect_layer *layer = self->layer;
    df_status status = count % self->stride == 0 ? DF_OK : DF_ERROR_INPUT;
    for (size_t i = 0; i < count && status == DF_OK; i += self->stride) {
        if (words[i] == UINT64_MAX ||
            !df_dissect_share_is_own(layer->share, layer_part(layer, &words[i])))
            return DF_ERROR_INPUT;
        status =
            df_dissect_send(self, &words[i], &words[i + layer->key_words], layer->number_words);
    }
    return status;
}

df_status df_dissect_sender_trade(dissect_sender *sender)
{
    dissect_share *share = sender->layer->share;
    df_status status = DF_OK;
    for (size_t i = 0; i < DISSECT_PARTS && status == DF_OK; i++) {
        if (!df_dissect_share_is_own(share, i))
            status = sender_flush(sender, i);
    }
    return status == DF_OK ? df_dissect_share_trade(share, sender_receive, sender) : status;
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
    part_compact(at, stride);
    if (at->used == 0)
        return DF_OK;
    uint64_t *fewer = realloc(at->slots, at->used * slot);
    if (fewer == NULL)
        return DF_ERROR_MEMORY;
    dissect_memory_give_back(layer->memory, (at->capacity - at->used) * slot);
    at->slots = fewer;
    at->capacity = at->used;
    return DF_OK;
}

df_status df_dissect_part_complete(dissect_layer *layer, size_t part)
{
    df_status status;
    if (layer->store == NULL) {
        status = df_dissect_part_pack(layer, part);
        part_add_numbers(layer, layer->parts[part].slots, layer->parts[part].used);
    } else {
        status = part_store(layer, &layer->parts[part]);
        df_dissect_part_free(layer, part);
    }
    return status;
}

/* Reads all slots of the file. */
static df_status part_read(dissect_layer *layer, dissect_part *part, uint64_t *slots)
{
    const df_tile_store *store = layer->store;
    const unsigned stride = layer_stride(layer);
    const uint64_t file = layer->first_file + (uint64_t)(part - layer->parts);
    const uint64_t slot = stride * sizeof(uint64_t);
    uint64_t check = 0;
    df_status status = DF_OK;
    for (uint64_t done = 0; done < part->stored && status == DF_OK;) {
        const uint64_t left = part->stored - done;
        const size_t count = left < READ_SLOTS ? (size_t)left : READ_SLOTS;
        status = store->read(store->context, file, done * slot, slots, (size_t)(count * slot));
        for (size_t i = 0; i < count && status == DF_OK; i++) {
            check += layer_hash(&slots[i * stride], stride);
            /* Such a key would be a free slot. */
            if (slots[i * stride] == UINT64_MAX)
                status = DF_ERROR_INPUT;
        }
        for (size_t i = 0; i < count && status == DF_OK; i += SENT)
            status = part_receive(layer, part, &slots[i * stride],
                                  count - i < SENT ? count - i : SENT);
        done += count;
    }
    return status == DF_OK && check != part->check ? DF_ERROR_INPUT : status;
}

df_status df_dissect_part_load(dissect_layer *layer, size_t part)
{
    dissect_part *at = &layer->parts[part];
    const unsigned stride = layer_stride(layer);
    if (layer->store == NULL || at->stored == 0)
        return DF_OK;
    uint64_t bytes;
    df_status status =
        layer->store->measure(layer->store->context, layer->first_file + part, &bytes);
    if (status == DF_OK && bytes != at->stored * stride * sizeof(uint64_t))
        status = DF_ERROR_INPUT;
    if (status != DF_OK)
        return status;
    uint64_t *slots = malloc(READ_SLOTS * stride * sizeof slots[0]);
    if (slots == NULL)
        return DF_ERROR_MEMORY;
    status = part_grow(layer, at, (size_t)at->stored * 8 / 7 + SENT);
    /* If there is no room for all, some may be the same. */
    if (status == DF_OK || status == DF_ERROR_LIMIT)
        status = part_read(layer, at, slots);
    free(slots);
    return status == DF_OK ? df_dissect_part_pack(layer, part) : status;
}

uint64_t df_dissect_layer_states(const dissect_layer *layer)
{
    uint64_t states = 0;
    for (size_t i = 0; i < DISSECT_PARTS; i++)
        states += layer->parts[i].used + layer->parts[i].stored;
    return states;
}

uint64_t df_dissect_layer_largest_part(const dissect_layer *layer)
{
    uint64_t states = 0;
    for (size_t i = 0; i < DISSECT_PARTS; i++) {
        if (states < layer->parts[i].stored)
            states = layer->parts[i].stored;
    }
    return (states * 8 / 7 + SENT) * layer_stride(layer) * sizeof(uint64_t);
}

#include "transfer_store.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

#define MIN_BITS 10

/* Accounts for `bytes` more. DF_ERROR_LIMIT: above the limit. */
static df_status take_bytes(transfer_memory *memory, uint64_t bytes)
{
    if (bytes > memory->limit - memory->used)
        return DF_ERROR_LIMIT;
    memory->used += bytes;
    if (memory->used > memory->max)
        memory->max = memory->used;
    return DF_OK;
}

static void give_bytes(transfer_memory *memory, uint64_t bytes)
{
    memory->used -= bytes;
}

static uint64_t block_bytes(const transfer_memory *memory)
{
    return UINT64_C(8) << memory->bits;
}

static void put_spare(transfer_memory *memory, uint64_t *block)
{
    memcpy(block, &memory->spare, sizeof memory->spare);
    memory->spare = block;
}

static df_status take_block(transfer_memory *memory, uint64_t **block)
{
    if (memory->spare != NULL) {
        *block = memory->spare;
        memcpy(&memory->spare, *block, sizeof memory->spare);
        return DF_OK;
    }
    const df_status status = take_bytes(memory, block_bytes(memory));
    if (status != DF_OK)
        return status;
    *block = malloc((size_t)block_bytes(memory));
    if (*block == NULL) {
        give_bytes(memory, block_bytes(memory));
        return DF_ERROR_MEMORY;
    }
    return DF_OK;
}

void df_transfer_memory_free(transfer_memory *memory)
{
    while (memory->spare != NULL) {
        uint64_t *block = memory->spare;
        memcpy(&memory->spare, block, sizeof memory->spare);
        free(block);
        give_bytes(memory, block_bytes(memory));
    }
}

/* Makes space for one more block in the list's arrays. */
static df_status transfer_store_widen(transfer_list *list)
{
    if (list->count < list->capacity)
        return DF_OK;
    const size_t capacity = list->capacity == 0 ? 4 : 2 * list->capacity;
    df_status status = ARRAY_RESIZE(list->blocks, capacity);
    if (status == DF_OK)
        status = ARRAY_RESIZE(list->used, capacity);
    if (status == DF_OK)
        list->capacity = capacity;
    return status;
}

df_status df_transfer_append(transfer_memory *memory, transfer_layer *layer, unsigned list,
                             size_t words, uint64_t **record, transfer_place *place)
{
    transfer_list *to = &layer->lists[list];
    const size_t all = (size_t)1 << memory->bits;
    if (to->count == 0 || to->used[to->count - 1] + words > all) {
        /* A place has 31 bits for the offset. */
        if ((to->count + 1) << memory->bits > INT32_MAX)
            return DF_ERROR_LIMIT;
        df_status status = transfer_store_widen(to);
        if (status == DF_OK)
            status = take_block(memory, &to->blocks[to->count]);
        if (status != DF_OK)
            return status;
        to->used[to->count++] = 0;
    }
    const uint32_t used = to->used[to->count - 1];
    *record = to->blocks[to->count - 1] + used;
    *place = ((uint32_t)((to->count - 1) << memory->bits | used) << 1 | list) + 1;
    to->used[to->count - 1] = used + (uint32_t)words;
    layer->states++;
    return DF_OK;
}

void df_transfer_block_drop(transfer_memory *memory, transfer_list *list, size_t block)
{
    put_spare(memory, list->blocks[block]);
    list->blocks[block] = NULL;
}

void df_transfer_layer_clear(transfer_memory *memory, transfer_layer *layer)
{
    for (unsigned i = 0; i < 2; i++) {
        transfer_list *list = &layer->lists[i];
        for (size_t k = 0; k < list->count; k++) {
            if (list->blocks[k] != NULL)
                put_spare(memory, list->blocks[k]);
        }
        list->count = 0;
    }
    layer->states = 0;
}

void df_transfer_layer_free(transfer_memory *memory, transfer_layer *layer)
{
    df_transfer_layer_clear(memory, layer);
    for (unsigned i = 0; i < 2; i++) {
        free(layer->lists[i].blocks);
        free(layer->lists[i].used);
    }
    *layer = (transfer_layer){0};
}

/* Allocates an empty table of 2^bits slots. */
static df_status make_slots(uint64_t **slots, transfer_memory *memory, unsigned bits)
{
    const df_status status = take_bytes(memory, UINT64_C(8) << bits);
    if (status != DF_OK)
        return status;
    *slots = calloc((size_t)1 << bits, sizeof **slots);
    if (*slots == NULL) {
        give_bytes(memory, UINT64_C(8) << bits);
        return DF_ERROR_MEMORY;
    }
    return DF_OK;
}

df_status df_transfer_index_create(transfer_index *index, transfer_memory *memory)
{
    *index = (transfer_index){.bits = MIN_BITS};
    return make_slots(&index->slots, memory, MIN_BITS);
}

void df_transfer_index_free(transfer_index *index, transfer_memory *memory)
{
    if (index->slots != NULL)
        give_bytes(memory, UINT64_C(8) << index->bits);
    free(index->slots);
    *index = (transfer_index){0};
}

df_status df_transfer_index_clear(transfer_index *index, transfer_memory *memory)
{
    if (index->bits > MIN_BITS && index->count << 4 < UINT64_C(1) << index->bits) {
        const unsigned bits = index->bits - 1;
        df_transfer_index_free(index, memory);
        index->bits = bits;
        return make_slots(&index->slots, memory, bits);
    }
    memset(index->slots, 0, sizeof(uint64_t) << index->bits);
    index->count = 0;
    return DF_OK;
}

df_status df_transfer_index_grow(transfer_index *index, transfer_memory *memory,
                                 const transfer_layer *layer)
{
    const unsigned bits = index->bits + 1;
    uint64_t *slots = NULL;
    const df_status status = make_slots(&slots, memory, bits);
    if (status != DF_OK)
        return status;
    const uint64_t last = (UINT64_C(1) << bits) - 1;
    for (uint64_t i = 0; i >> index->bits == 0; i++) {
        if (index->slots[i] == 0)
            continue;
        const transfer_place place = (transfer_place)index->slots[i];
        const uint64_t key = transfer_record(memory, layer, place)[0] & TRANSFER_KEY;
        uint64_t slot = transfer_hash(key) >> (64 - bits);
        while (slots[slot] != 0)
            slot = (slot + 1) & last;
        slots[slot] = index->slots[i];
    }
    const uint64_t count = index->count;
    df_transfer_index_free(index, memory);
    *index = (transfer_index){slots, bits, count};
    return DF_OK;
}

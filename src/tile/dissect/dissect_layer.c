#include "dissect_layer.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/wide.h"
#include "dissect_entry.h"
#include "dissect_state.h"
#include "tile/count/number.h"

/* Takes memory for up to `states`. DF_ERROR_LIMIT, DF_ERROR_MEMORY: only free the table. */
static df_status dissect_table_create(dissect_table *table, uint64_t states,
                                      dissect_memory *memory)
{
    const uint64_t bytes = dissect_table_bytes(table, states);
    table->slots = NULL;
    table->bytes = 0;
    /* The bytes of more states might not fit into a word. */
    if (states > memory->limit || bytes > SIZE_MAX / 2 || !dissect_memory_take(memory, bytes))
        return DF_ERROR_LIMIT;
    table->bytes = bytes;
    table->slots = malloc((size_t)bytes);
    return table->slots != NULL ? DF_OK : DF_ERROR_MEMORY;
}

void df_dissect_table_free(dissect_table *table, dissect_memory *memory)
{
    dissect_memory_give_back(memory, table->bytes);
    free(table->slots);
    table->slots = NULL;
    table->bytes = 0;
}

/* Makes the table empty, for at most `states`, whose slots it has memory for. */
static void dissect_table_clear(dissect_table *table, uint64_t states)
{
    table->capacity = (size_t)dissect_table_slots(states);
    table->used = 0;
    memset(table->slots, 0, (size_t)dissect_table_bytes(table, states));
}

/* Asks for a slot that will be written soon. */
static inline void table_prefetch(const uint64_t *slot)
{
#ifdef __GNUC__
    __builtin_prefetch(slot, 1);
#else
    (void)slot;
#endif
}

static inline void table_add(dissect_table *table, const uint64_t *from, size_t place,
                             unsigned key_words, unsigned number_words)
{
    const unsigned stride = key_words + number_words;
    for (;; place = place + 1 == table->capacity ? 0 : place + 1) {
        uint64_t *slot = &table->slots[place * stride];
        if (slot[0] == 0) {
            slot[0] = ~from[0];
            for (unsigned i = 1; i < stride; i++)
                slot[i] = from[i];
            table->used++;
            return;
        }
        bool is_equal = slot[0] == ~from[0];
        for (unsigned i = 1; i < key_words && is_equal; i++)
            is_equal = slot[i] == from[i];
        if (is_equal) {
            (void)number_add(&slot[key_words], &from[key_words], number_words);
            return;
        }
    }
}

/* Adds states, at most DISSECT_BATCH, for which there is room: `slots` has the keys as they
 * are, each followed by its number, and `hashes` what dissect_hash says. The highest byte of
 * these says nothing, since all states of a part have the same. */
static void dissect_table_add(dissect_table *table, const uint64_t *slots,
                              const uint64_t *hashes, size_t count)
{
    const unsigned key_words = table->key_words, number_words = table->number_words;
    const unsigned stride = key_words + number_words;
    size_t places[DISSECT_BATCH];
    for (size_t i = 0; i < count; i++) {
        uint64_t place;
        (void)wide_multiply_add(hashes[i] << 8, table->capacity, 0, 0, &place);
        places[i] = (size_t)place;
        table_prefetch(&table->slots[place * stride]);
    }
    for (size_t i = 0; i < count; i++)
        table_add(table, &slots[i * stride], places[i], key_words, number_words);
}

enum {
    /* Bytes that are sent to a part together: the first number if no other thread is writing to
     * it, which may take long where it has a file. Few of them keep those of all parts in the
     * cache. */
    SENT = 2048,
    MOST_SENT = 2 * SENT,
    FIRST_BYTES = MOST_SENT,
    READ_BYTES = 1 << 20, /* at a time */
    MOST_STRIDE = DISSECT_KEY_WORDS + DISSECT_NUMBER_WORDS,
};

/* Entries on their way to a part. */
typedef struct dissect_parcel {
    size_t length;
    uint64_t entries, check;
    unsigned char bytes[MOST_SENT];
} dissect_parcel;

struct dissect_sender {
    dissect_layer *layer;
    uint64_t sum[DISSECT_NUMBER_WORDS + 1];
    dissect_parcel parcels[DISSECT_PARTS];
};

static inline unsigned layer_key_words(const dissect_layer *layer)
{
    return (unsigned)entry_words(layer->key_bytes);
}

static inline size_t layer_part(uint64_t hash)
{
    return (size_t)(hash / (UINT64_MAX / DISSECT_PARTS + 1));
}

/* Returns what an entry adds to the check of its part. */
static inline uint64_t layer_check(uint64_t hash, const uint64_t *number, unsigned words)
{
    uint64_t check = 0;
    for (unsigned i = 0; i < words; i++)
        check += (hash | 1) * number[i] * (2 * i + 1);
    return check;
}

void df_dissect_layer_begin(dissect_layer *layer, unsigned key_bytes, unsigned number_words,
                            dissect_memory *memory)
{
    *layer =
        (dissect_layer){.key_bytes = key_bytes, .number_words = number_words, .memory = memory};
    atomic_flag_clear(&layer->is_adding);
    for (size_t i = 0; i < DISSECT_PARTS; i++)
        atomic_flag_clear(&layer->parts[i].is_busy);
}

static void dissect_part_free(dissect_layer *layer, size_t part)
{
    dissect_part *at = &layer->parts[part];
    dissect_memory_give_back(layer->memory, at->capacity);
    free(at->bytes);
    at->bytes = NULL;
    at->capacity = at->length = 0;
}

void df_dissect_layer_free(dissect_layer *layer)
{
    for (size_t i = 0; i < DISSECT_PARTS; i++)
        dissect_part_free(layer, i);
}

/* Gives a part room for more bytes, or less than it has: and for those that are read beyond the
 * last entry. */
static df_status part_resize(dissect_layer *layer, dissect_part *part, size_t capacity)
{
    if (capacity > part->capacity &&
        !dissect_memory_take(layer->memory, capacity - part->capacity))
        return DF_ERROR_LIMIT;
    unsigned char *bytes = realloc(part->bytes, capacity + ENTRY_WORD);
    if (bytes == NULL) {
        if (capacity > part->capacity)
            dissect_memory_give_back(layer->memory, capacity - part->capacity);
        return DF_ERROR_MEMORY;
    }
    if (capacity < part->capacity)
        dissect_memory_give_back(layer->memory, part->capacity - capacity);
    part->bytes = bytes;
    part->capacity = capacity;
    return DF_OK;
}

/* Adds bytes to the end of the file of a part. */
static df_status part_append(dissect_layer *layer, dissect_part *part,
                             const unsigned char *bytes, size_t length)
{
    const uint64_t file = layer->first_file + (uint64_t)(part - layer->parts);
    part->stored += length;
    return layer->store->append(layer->store->context, file, bytes, length);
}

/* Moves all that is in memory to the file. */
static df_status part_store(dissect_layer *layer, dissect_part *part)
{
    const size_t length = part->length;
    part->length = 0;
    return length > 0 ? part_append(layer, part, part->bytes, length) : DF_OK;
}

/* Takes what a flag guards for this thread. If another one has it, waits or returns false. */
static inline bool layer_take(atomic_flag *flag, bool waits)
{
    while (atomic_flag_test_and_set_explicit(flag, memory_order_acquire)) {
        if (!waits)
            return false;
    }
    return true;
}

/* Moves entries to a part that this thread has taken, to the file if there is no room, and
 * gives it back. */
static df_status part_receive(dissect_layer *layer, dissect_part *part, dissect_parcel *parcel)
{
    const size_t length = parcel->length;
    df_status status = DF_OK;
    if (part->capacity - part->length < length)
        status = part_resize(layer, part, part->capacity + part->capacity / 4 + FIRST_BYTES);
    if (status == DF_ERROR_LIMIT && layer->store != NULL)
        status = part_store(layer, part);
    if (status == DF_OK && part->capacity - part->length >= length) {
        memcpy(&part->bytes[part->length], parcel->bytes, length);
        part->length += length;
    } else if (status == DF_OK) {
        status = part_append(layer, part, parcel->bytes, length);
    }
    part->entries += parcel->entries;
    part->check += parcel->check;
    parcel->length = 0;
    parcel->entries = parcel->check = 0;
    atomic_flag_clear_explicit(&part->is_busy, memory_order_release);
    return status;
}

dissect_sender *df_dissect_sender_create(dissect_layer *layer)
{
    dissect_sender *self = malloc(sizeof *self);
    if (self == NULL)
        return NULL;
    self->layer = layer;
    memset(self->sum, 0, sizeof self->sum);
    for (size_t i = 0; i < DISSECT_PARTS; i++)
        self->parcels[i].length = self->parcels[i].entries = self->parcels[i].check = 0;
    return self;
}

/* Sends all to a part, if it can be taken. */
static df_status sender_flush(dissect_sender *self, size_t part, bool waits)
{
    dissect_part *to = &self->layer->parts[part];
    if (self->parcels[part].length == 0 || !layer_take(&to->is_busy, waits))
        return DF_OK;
    return part_receive(self->layer, to, &self->parcels[part]);
}

df_status df_dissect_send(dissect_sender *sender, const uint64_t *key, const uint64_t *number,
                          unsigned words)
{
    const dissect_layer *layer = sender->layer;
    const unsigned key_words = layer_key_words(layer);
    const uint64_t hash = dissect_hash(key, key_words);
    const size_t part = layer_part(hash);
    dissect_parcel *parcel = &sender->parcels[part];
    const unsigned char *end =
        entry_put(&parcel->bytes[parcel->length], key, layer->key_bytes, number, words);
    parcel->length = (size_t)(end - parcel->bytes);
    parcel->entries++;
    parcel->check += layer_check(hash, number, words);
    sender->sum[words] += number_add(sender->sum, number, words);
    const size_t left = MOST_SENT - parcel->length;
    return parcel->length > SENT
               ? sender_flush(sender, part, left < entry_room(key_words, layer->number_words))
               : DF_OK;
}

df_status df_dissect_sender_end(dissect_sender *sender, df_status status)
{
    dissect_layer *layer = sender->layer;
    for (size_t i = 0; i < DISSECT_PARTS && status == DF_OK; i++)
        status = sender_flush(sender, i, true);
    (void)layer_take(&layer->is_adding, true);
    (void)number_add(layer->sum, sender->sum, layer->number_words + 1);
    atomic_flag_clear_explicit(&layer->is_adding, memory_order_release);
    free(sender);
    return status;
}

df_status df_dissect_part_complete(dissect_layer *layer, size_t part)
{
    dissect_part *at = &layer->parts[part];
    if (layer->store == NULL)
        return at->length > 0 ? part_resize(layer, at, at->length) : DF_OK;
    const df_status status = part_store(layer, at);
    dissect_part_free(layer, part);
    return status;
}

/* Entries that are read into a table. */
typedef struct part_reader {
    dissect_table *table;
    size_t part;
    unsigned key_bytes;
    uint64_t entries, check;
} part_reader;

/* Adds entries as long as there are more than `room` bytes before `end`. Returns the end of the
 * last one, or NULL if one is damaged. */
static const unsigned char *reader_add(part_reader *self, const unsigned char *from,
                                       const unsigned char *end, size_t room)
{
    dissect_table *table = self->table;
    const unsigned key_words = table->key_words, words = table->number_words;
    uint64_t slots[DISSECT_BATCH * MOST_STRIDE], hashes[DISSECT_BATCH];
    while (from != NULL && (size_t)(end - from) > room) {
        size_t count = 0;
        uint64_t *slot = slots;
        for (; count < DISSECT_BATCH && (size_t)(end - from) > room; count++) {
            from = entry_get(from, end, slot, self->key_bytes, &slot[key_words], words);
            if (from == NULL || slot[0] == UINT64_MAX)
                return NULL;
            hashes[count] = dissect_hash(slot, key_words);
            if (layer_part(hashes[count]) != self->part)
                return NULL;
            self->check += layer_check(hashes[count], &slot[key_words], words);
            slot += key_words + words;
        }
        self->entries += count;
        /* A damaged file may have more of them than its head says. */
        if (table->used + count >= table->capacity)
            return NULL;
        dissect_table_add(table, slots, hashes, count);
    }
    return from;
}

static df_status reader_add_file(part_reader *self, const dissect_layer *layer,
                                 unsigned char *bytes)
{
    const df_tile_store *store = layer->store;
    const uint64_t file = layer->first_file + self->part;
    const uint64_t stored = layer->parts[self->part].stored;
    const size_t room = entry_room(layer_key_words(layer), layer->number_words);
    uint64_t length = 0;
    df_status status = store->measure(store->context, file, &length);
    if (status == DF_OK && length != stored)
        return DF_ERROR_INPUT;
    size_t kept = 0;
    for (uint64_t at = 0; at < stored && status == DF_OK;) {
        const size_t count =
            stored - at < READ_BYTES - kept ? (size_t)(stored - at) : READ_BYTES - kept;
        status = store->read(store->context, file, at, &bytes[kept], count);
        if (status != DF_OK)
            return status;
        at += count;
        const unsigned char *end = &bytes[kept + count];
        const unsigned char *from = reader_add(self, bytes, end, at < stored ? room : 0);
        if (from == NULL)
            return DF_ERROR_INPUT;
        kept = (size_t)(end - from);
        memmove(bytes, from, kept);
    }
    return status;
}

static uint64_t layer_largest_part(const dissect_layer *layer)
{
    uint64_t entries = 0;
    for (size_t i = 0; i < DISSECT_PARTS; i++) {
        if (entries < layer->parts[i].entries)
            entries = layer->parts[i].entries;
    }
    return entries;
}

df_status df_dissect_layer_table(const dissect_layer *layer, dissect_table *table)
{
    *table = (dissect_table){.key_words = layer_key_words(layer),
                             .number_words = layer->number_words};
    return dissect_table_create(table, layer_largest_part(layer), layer->memory);
}

df_status df_dissect_part_load(dissect_layer *layer, size_t part, dissect_table *table)
{
    const dissect_part *at = &layer->parts[part];
    part_reader reader = {.table = table, .part = part, .key_bytes = layer->key_bytes};
    df_status status = DF_OK;
    dissect_table_clear(table, at->entries);
    if (layer->store != NULL && at->stored > 0) {
        unsigned char *bytes = malloc(READ_BYTES + ENTRY_WORD);
        status = bytes != NULL ? reader_add_file(&reader, layer, bytes) : DF_ERROR_MEMORY;
        free(bytes);
    }
    if (status == DF_OK && at->length > 0 &&
        reader_add(&reader, at->bytes, &at->bytes[at->length], 0) == NULL)
        status = DF_ERROR_INPUT;
    if (status == DF_OK && (reader.check != at->check || reader.entries != at->entries))
        status = DF_ERROR_INPUT;
    dissect_part_free(layer, part);
    return status;
}

uint64_t df_dissect_layer_states(const dissect_layer *layer)
{
    uint64_t states = 0;
    for (size_t i = 0; i < DISSECT_PARTS; i++)
        states += layer->parts[i].entries;
    return states;
}

uint64_t df_dissect_layer_largest_table(const dissect_layer *layer)
{
    const dissect_table table = {.key_words = layer_key_words(layer),
                                 .number_words = layer->number_words};
    return dissect_table_bytes(&table, layer_largest_part(layer));
}

#include "dissect_table.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/wide.h"
#include "tile/count/number.h"

df_status df_dissect_table_create(dissect_table *table, uint64_t states, dissect_memory *memory)
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

void df_dissect_table_clear(dissect_table *table, uint64_t states)
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

/* Adds a state, from its place on. */
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

void df_dissect_table_add(dissect_table *table, const uint64_t *slots, const uint64_t *hashes,
                          size_t count)
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

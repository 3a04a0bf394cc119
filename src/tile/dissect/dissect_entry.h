/* A state and a number of ways to reach it as bytes: those of the key, the lowest first, and
 * then seven bits of the number in each, the lowest first. The highest bit of the last byte is
 * 0, and of those of the number before it 1. */
#pragma once

#include <stddef.h>

#include "core/base/bits.h"

enum { ENTRY_WORD = sizeof(uint64_t) };

/* Returns how many words these bytes take. */
static inline size_t entry_words(size_t bytes)
{
    return (bytes + ENTRY_WORD - 1) / ENTRY_WORD;
}

/* Returns the bytes that an entry may take. Up to ENTRY_WORD bytes are read beyond one. */
static inline size_t entry_room(unsigned key_words, unsigned number_words)
{
    return key_words * (size_t)ENTRY_WORD + (number_words * 64 + 6) / 7;
}

/* Writes a word, its lowest byte first. */
static inline void entry_put_word(unsigned char *to, uint64_t word)
{
    for (unsigned i = 0; i < ENTRY_WORD; i++)
        to[i] = (unsigned char)(word >> 8 * i);
}

static inline uint64_t entry_get_word(const unsigned char *from)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < ENTRY_WORD; i++)
        word |= (uint64_t)from[i] << 8 * i;
    return word;
}

/* Writes an entry, whose number is not 0; returns its end. */
static inline unsigned char *entry_put(unsigned char *to, const uint64_t *key,
                                       unsigned key_bytes, const uint64_t *number,
                                       unsigned words)
{
    for (unsigned i = 0; i < key_bytes; i += ENTRY_WORD)
        entry_put_word(&to[i], key[i / ENTRY_WORD]);
    to += key_bytes;
    while (words > 1 && number[words - 1] == 0)
        words--;
    const unsigned bits = 64 * (words - 1) + bits_highest(number[words - 1]) + 1;
    for (unsigned bit = 0; bit < bits; bit += 7) {
        const unsigned word = bit / 64, shift = bit % 64;
        uint64_t rest = number[word] >> shift;
        if (shift > 57 && word + 1 < words)
            rest |= number[word + 1] << (64 - shift);
        *to++ = (unsigned char)((rest & 127) | (bit + 7 < bits ? 128 : 0));
    }
    return to;
}

/* Reads an entry before `end`; returns its end, or NULL if it is damaged. */
static inline const unsigned char *entry_get(const unsigned char *from,
                                             const unsigned char *end, uint64_t *key,
                                             unsigned key_bytes, uint64_t *number,
                                             unsigned words)
{
    if (end - from <= (ptrdiff_t)key_bytes)
        return NULL;
    for (unsigned i = 0; i < key_bytes; i += ENTRY_WORD)
        key[i / ENTRY_WORD] = entry_get_word(&from[i]);
    if (key_bytes % ENTRY_WORD != 0)
        key[key_bytes / ENTRY_WORD] &= bits_low(key_bytes % ENTRY_WORD * 8);
    from += key_bytes;
    for (unsigned i = 0; i < words; i++)
        number[i] = 0;
    for (unsigned bit = 0;; bit += 7) {
        const unsigned word = bit / 64, shift = bit % 64;
        if (from == end || word >= words)
            return NULL;
        const uint64_t digit = *from & 127;
        number[word] |= digit << shift;
        if (shift > 57 && digit >> (64 - shift) != 0) {
            if (word + 1 == words)
                return NULL;
            number[word + 1] = digit >> (64 - shift);
        }
        if (*from++ < 128)
            return digit != 0 ? from : NULL;
    }
}

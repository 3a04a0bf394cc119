/* Sets of columns of a playfield, however wide it is. */
#pragma once

#include "core/base/bits.h"
#include "dropforge/board.h"

#define COLUMN_WORDS (DF_FIELD_MAX_WIDTH / 64)

/* Bit x % 64 of word x / 64 stands for column x. */
typedef struct column_set {
    uint64_t words[COLUMN_WORDS];
} column_set;

static inline bool columns_have(const column_set *self, unsigned x)
{
    return (self->words[x / 64] >> x % 64 & 1) != 0;
}

static inline void columns_add(column_set *self, unsigned x)
{
    self->words[x / 64] |= UINT64_C(1) << x % 64;
}

/* Returns the columns x … x + width - 1. */
static inline column_set columns_span(unsigned x, unsigned width)
{
    column_set made = {{0}};
    for (unsigned i = 0; i < width; i++)
        columns_add(&made, x + i);
    return made;
}

static inline bool columns_are_none(const column_set *self)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < COLUMN_WORDS; i++)
        all |= self->words[i];
    return all == 0;
}

static inline bool columns_are_same(const column_set *self, const column_set *other)
{
    uint64_t different = 0;
    for (unsigned i = 0; i < COLUMN_WORDS; i++)
        different |= self->words[i] ^ other->words[i];
    return different == 0;
}

static inline bool columns_overlap(const column_set *self, const column_set *other)
{
    uint64_t common = 0;
    for (unsigned i = 0; i < COLUMN_WORDS; i++)
        common |= self->words[i] & other->words[i];
    return common != 0;
}

static inline unsigned columns_count(const column_set *self)
{
    unsigned count = 0;
    for (unsigned i = 0; i < COLUMN_WORDS; i++)
        count += bits_count(self->words[i]);
    return count;
}

/* Returns the columns of `self` that are not in `other`. */
static inline column_set columns_without(const column_set *self, const column_set *other)
{
    column_set made;
    for (unsigned i = 0; i < COLUMN_WORDS; i++)
        made.words[i] = self->words[i] & ~other->words[i];
    return made;
}

static inline column_set columns_with(const column_set *self, const column_set *other)
{
    column_set made;
    for (unsigned i = 0; i < COLUMN_WORDS; i++)
        made.words[i] = self->words[i] | other->words[i];
    return made;
}

/* Takes the lowest column out of a set and into *x; false if there is none. */
static inline bool columns_take(column_set *self, unsigned *x)
{
    for (unsigned i = 0; i < COLUMN_WORDS; i++) {
        if (self->words[i] == 0)
            continue;
        *x = 64 * i + bits_lowest(self->words[i]);
        self->words[i] &= self->words[i] - 1;
        return true;
    }
    return false;
}

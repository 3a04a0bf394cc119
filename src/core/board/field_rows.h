/* The rows of a playfield as words: one in a narrow playfield, up to four in a wide one. The
 * functions are given the words of a row, so that those of narrow playfields can be compiled
 * for one word. */
#pragma once

#include "core/base/bits.h"
#include "dropforge/board.h"

#define FIELD_WORD 64 /* columns of a word */

/* Returns the bits of a full row of a narrow playfield. */
uint64_t df_field_full_row(const df_field *field);

/* True if the square (x, y) is occupied. */
static inline bool field_row_has(const df_field *field, unsigned words, unsigned x, unsigned y)
{
    const uint64_t *row = &field->row[(size_t)y * words];
    return (row[words == 1 ? 0 : x / FIELD_WORD] >> x % FIELD_WORD & 1) != 0;
}

/* Returns what of `bits`, laid from column x on, lies in word number `index` of a row. `bits`
 * reach into two words at most. */
static inline uint64_t field_row_part(uint64_t bits, unsigned x, unsigned index)
{
    if (index == x / FIELD_WORD)
        return bits << x % FIELD_WORD;
    return index == x / FIELD_WORD + 1 && x % FIELD_WORD != 0
               ? bits >> (FIELD_WORD - x % FIELD_WORD)
               : 0;
}

/* True if row y is empty where `bits`, laid from column x on, are set. */
static inline bool field_row_is_free(const df_field *field, unsigned words, unsigned x,
                                     unsigned y, uint64_t bits)
{
    if (words == 1)
        return (field->row[y] & bits << x) == 0;
    const uint64_t *row = &field->row[(size_t)y * words];
    const unsigned i = x / FIELD_WORD;
    return (row[i] & field_row_part(bits, x, i)) == 0 &&
           (i == words - 1 || (row[i + 1] & field_row_part(bits, x, i + 1)) == 0);
}

/* Occupies row y where `bits`, laid from column x on, are set. */
static inline void field_row_fill(df_field *field, unsigned words, unsigned x, unsigned y,
                                  uint64_t bits)
{
    if (words == 1) {
        field->row[y] |= bits << x;
        return;
    }
    for (unsigned i = 0; i < words; i++)
        field->row[(size_t)y * words + i] |= field_row_part(bits, x, i);
}

/* True if row y is full where `bits`, laid from column x on, are not set. */
static inline bool field_row_is_rest(const df_field *field, unsigned words, unsigned x,
                                     unsigned y, uint64_t bits)
{
    if (words == 1)
        return (field->row[y] | bits << x) == bits_low(field->width);
    const uint64_t *row = &field->row[(size_t)y * words];
    for (unsigned i = 0; i < words - 1; i++) {
        if ((row[i] | field_row_part(bits, x, i)) != UINT64_MAX)
            return false;
    }
    return (row[words - 1] | field_row_part(bits, x, words - 1)) ==
           bits_low(field->width - (words - 1) * FIELD_WORD);
}

/* Empties every square. */
void df_field_clear(df_field *field);

/* Copies the squares of the lowest rows to a playfield as wide, which has as many rows. */
void df_field_copy_rows(df_field *to, const df_field *from, unsigned rows);

#include "core/base/natural.h"
#include "core/base/format.h"
#include "dropforge/base.h"

#include <stdlib.h>
#include <string.h>

#include "digits.h"
#include "natural.h"
#include "wide.h"

/* Digits are written in groups of this size, the most that a word can hold. */
#define GROUP_DIGITS 19
#define GROUP UINT64_C(10000000000000000000)

/* Makes *number the owner of `words`, without the zeros at their high end. */
static void natural_take(df_natural *number, uint64_t *words, size_t count)
{
    while (count > 0 && words[count - 1] == 0)
        count--;
    free(number->words);
    *number = (df_natural){count, words};
    if (count == 0) {
        free(words);
        number->words = NULL;
    }
}

/* Allocates `count` words, which may be 0. */
static uint64_t *make_words(size_t count)
{
    return calloc(count + 1, sizeof(uint64_t));
}

df_status df_natural_set(df_natural *number, const uint64_t *words, size_t count)
{
    uint64_t *copy = make_words(count);
    if (copy == NULL)
        return DF_ERROR_MEMORY;
    if (count > 0)
        memcpy(copy, words, count * sizeof words[0]);
    natural_take(number, copy, count);
    return DF_OK;
}

df_status df_natural_multiply_add(df_natural *sum, const df_natural *a, uint64_t factor,
                                  const df_natural *b)
{
    const size_t count = a->count > b->count ? a->count : b->count;
    uint64_t *words = make_words(count + 1);
    if (words == NULL)
        return DF_ERROR_MEMORY;
    uint64_t carry = 0;
    for (size_t i = 0; i < count; i++)
        words[i] = wide_multiply_add(i < a->count ? a->words[i] : 0, factor,
                                     i < b->count ? b->words[i] : 0, carry, &carry);
    words[count] = carry;
    natural_take(sum, words, count + 1);
    return DF_OK;
}

df_status df_natural_subtract(df_natural *difference, const df_natural *a, const df_natural *b)
{
    if (df_natural_compare(a, b) < 0)
        return DF_ERROR_ARGUMENT;
    uint64_t *words = make_words(a->count);
    if (words == NULL)
        return DF_ERROR_MEMORY;
    uint64_t borrow = 0;
    for (size_t i = 0; i < a->count; i++) {
        const uint64_t less = i < b->count ? b->words[i] : 0;
        words[i] = a->words[i] - less - borrow;
        borrow = borrow != 0 ? a->words[i] <= less : a->words[i] < less;
    }
    natural_take(difference, words, a->count);
    return DF_OK;
}

df_status df_natural_multiply(df_natural *product, const df_natural *a, const df_natural *b)
{
    uint64_t *words = make_words(a->count + b->count);
    if (words == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < b->count; j++)
            words[i + j] =
                wide_multiply_add(a->words[i], b->words[j], words[i + j], carry, &carry);
        words[i + b->count] = carry;
    }
    natural_take(product, words, a->count + b->count);
    return DF_OK;
}

df_status df_natural_divide_small(df_natural *quotient, const df_natural *a, uint64_t divisor,
                                  uint64_t *remainder)
{
    if (divisor == 0)
        return DF_ERROR_ARGUMENT;
    uint64_t *words = make_words(a->count);
    if (words == NULL)
        return DF_ERROR_MEMORY;
    uint64_t rest = 0;
    for (size_t i = a->count; i-- > 0;)
        words[i] = wide_divide(rest, a->words[i], divisor, &rest);
    natural_take(quotient, words, a->count);
    if (remainder != NULL)
        *remainder = rest;
    return DF_OK;
}

int df_natural_compare(const df_natural *a, const df_natural *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (size_t i = a->count; i-- > 0;) {
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    }
    return 0;
}

void df_natural_write(df_text *text, const df_natural *number)
{
    size_t count = number->count, groups = 0;
    if (text->status != DF_OK)
        return;
    /* First the words still to be divided, then the groups of digits, of at least 63 bits. */
    uint64_t *words = make_words(count + count + count / 63 + 1);
    if (words == NULL) {
        text->status = DF_ERROR_MEMORY;
        return;
    }
    uint64_t *group = words + count;
    if (count > 0)
        memcpy(words, number->words, count * sizeof words[0]);
    do {
        uint64_t rest = 0;
        for (size_t i = count; i-- > 0;)
            words[i] = wide_divide(rest, words[i], GROUP, &rest);
        group[groups++] = rest;
        while (count > 0 && words[count - 1] == 0)
            count--;
    } while (count > 0);
    df_text_put_number(text, group[--groups]);
    while (groups > 0) {
        char digits[GROUP_DIGITS];
        decimal_fill(digits, sizeof digits, group[--groups]);
        df_text_put_bytes(text, digits, sizeof digits);
    }
    free(words);
}

void df_natural_free(df_natural *number)
{
    if (number == NULL)
        return;
    free(number->words);
    *number = (df_natural){0};
}

#include "gif_lzw.h"

#include <string.h>

enum { MAX_WIDTH = 12, MAX_BLOCK = 255, MAX_STRINGS = 8 };

/* The pixels that are compressed: the two values that each may have, which may be the same. */
typedef struct gif_pixels {
    const uint8_t *values;
    const uint8_t *others;
    size_t count;
} gif_pixels;

static void gif_lzw_put_byte(gif_lzw *lzw, uint8_t byte)
{
    df_text *bytes = lzw->bytes;
    if (bytes->length - lzw->block > MAX_BLOCK)
        lzw->block = bytes->length;
    if (bytes->length == lzw->block)
        df_text_put_char(bytes, 0);
    df_text_put_char(bytes, (char)byte);
    if (bytes->status == DF_OK)
        bytes->bytes[lzw->block] = (char)(bytes->length - lzw->block - 1);
}

static void gif_lzw_put_code(gif_lzw *lzw, unsigned code)
{
    lzw->bits |= (uint32_t)code << lzw->bit_count;
    lzw->bit_count += lzw->width;
    for (; lzw->bit_count >= 8; lzw->bit_count -= 8, lzw->bits >>= 8)
        gif_lzw_put_byte(lzw, (uint8_t)lzw->bits);
}

/* Empties the dictionary. */
static void gif_lzw_clear(gif_lzw *lzw)
{
    const size_t colors = (size_t)1 << lzw->depth;
    gif_lzw_put_code(lzw, (unsigned)colors);
    memset(lzw->longer, 0, (colors << lzw->depth) * sizeof lzw->longer[0]);
    lzw->count = (unsigned)colors + 2;
    lzw->width = lzw->depth + 1;
}

static inline uint16_t *gif_lzw_longer(gif_lzw *lzw, unsigned code, unsigned value)
{
    return &lzw->longer[(code << lzw->depth) + value];
}

static void gif_lzw_add(gif_lzw *lzw, unsigned code, unsigned value)
{
    const unsigned added = lzw->count++;
    *gif_lzw_longer(lzw, code, value) = (uint16_t)added;
    lzw->first[added] = lzw->first[code];
    memset(gif_lzw_longer(lzw, added, 0), 0, sizeof(uint16_t) << lzw->depth);
}

/* Follows several strings that begin as the pixels before *at; returns the code of the longest
 * one. */
static unsigned gif_lzw_follow(gif_lzw *lzw, const gif_pixels *pixels, size_t *at,
                               const unsigned codes[2])
{
    unsigned strings[2][MAX_STRINGS] = {{codes[0], codes[1]}}, now = 0, count = 2;
    for (; *at < pixels->count; ++*at) {
        const unsigned value = pixels->values[*at], other = pixels->others[*at];
        unsigned *next = strings[1 - now], found = 0;
        for (unsigned i = 0; i < count && found < MAX_STRINGS - 1; i++) {
            next[found] = *gif_lzw_longer(lzw, strings[now][i], value);
            found += next[found] != 0;
            next[found] = value == other ? 0 : *gif_lzw_longer(lzw, strings[now][i], other);
            found += next[found] != 0;
        }
        if (found == 0)
            break;
        count = found;
        now = 1 - now;
    }
    return strings[now][0];
}

/* Returns the code of the longest known string that begins at *at, which is moved behind it: of
 * strings that differ where pixels have two values, all are followed. */
static unsigned gif_lzw_match(gif_lzw *lzw, const gif_pixels *pixels, size_t *at)
{
    unsigned codes[2] = {pixels->values[*at], pixels->others[*at]};
    for (++*at; codes[0] == codes[1] && *at < pixels->count; ++*at) {
        const unsigned value = pixels->values[*at], other = pixels->others[*at];
        const unsigned longer = *gif_lzw_longer(lzw, codes[0], value);
        const unsigned second = value == other ? 0 : *gif_lzw_longer(lzw, codes[0], other);
        if (longer == 0 && second == 0)
            return codes[0];
        codes[1] = second != 0 ? second : longer;
        codes[0] = longer != 0 ? longer : second;
    }
    return codes[0] == codes[1] ? codes[0] : gif_lzw_follow(lzw, pixels, at, codes);
}

/* Puts the codes of all pixels. The string that each code adds to the dictionary ends with the
 * first pixel of the next code's, which may be this very string: so it is added before that is
 * looked for, with the only pixel with which it can be the same, and mended afterwards. */
static void gif_lzw_put_strings(gif_lzw *lzw, const gif_pixels *pixels)
{
    unsigned before = 0;
    bool has_before = false;
    for (size_t at = 0; at < pixels->count;) {
        const unsigned guess = lzw->first[before];
        const bool may_be = pixels->values[at] == guess || pixels->others[at] == guess;
        if (has_before && may_be)
            gif_lzw_add(lzw, before, guess);
        const unsigned code = gif_lzw_match(lzw, pixels, &at), first = lzw->first[code];
        gif_lzw_put_code(lzw, code);
        if (has_before && may_be && first != guess) {
            *gif_lzw_longer(lzw, before, guess) = 0;
            *gif_lzw_longer(lzw, before, first) = (uint16_t)(lzw->count - 1);
        } else if (has_before && !may_be) {
            gif_lzw_add(lzw, before, first);
        }
        lzw->width += lzw->count >> lzw->width == 1 && lzw->width < MAX_WIDTH;
        before = code;
        has_before = lzw->count < GIF_CODES;
        if (!has_before)
            gif_lzw_clear(lzw);
    }
}

/* Puts the data with or without a choice. */
static void gif_lzw_put_data(gif_lzw *lzw, const gif_pixels *pixels)
{
    lzw->bits = lzw->bit_count = 0;
    df_text_put_char(lzw->bytes, (char)lzw->depth);
    lzw->block = lzw->bytes->length;
    lzw->width = lzw->depth + 1;
    gif_lzw_clear(lzw);
    gif_lzw_put_strings(lzw, pixels);
    gif_lzw_put_code(lzw, (1U << lzw->depth) + 1);
    if (lzw->bit_count > 0)
        gif_lzw_put_byte(lzw, (uint8_t)lzw->bits);
    df_text_put_char(lzw->bytes, 0);
}

void gif_lzw_put(gif_lzw *lzw, df_text *bytes, const uint8_t *values, uint8_t *others,
                 size_t count)
{
    unsigned all = 0;
    for (size_t i = 0; i < count; i++)
        all |= values[i];
    lzw->bytes = bytes;
    lzw->depth = 2;
    while (all >> lzw->depth != 0)
        lzw->depth++;
    for (unsigned i = 0; i < 1U << lzw->depth; i++)
        lzw->first[i] = (uint8_t)i;
    const size_t begin = bytes->length;
    gif_lzw_put_data(lzw, &(gif_pixels){values, values, count});
    if (memcmp(values, others, count) == 0)
        return;
    for (size_t i = 0; i < count; i++)
        others[i] = others[i] >> lzw->depth == 0 ? others[i] : values[i];
    /* A choice makes strings longer, and what they teach less regular: the shorter data stay.
     */
    const size_t middle = bytes->length;
    gif_lzw_put_data(lzw, &(gif_pixels){values, others, count});
    const size_t length = bytes->length - middle;
    if (bytes->status == DF_OK && length < middle - begin)
        memmove(bytes->bytes + begin, bytes->bytes + middle, length);
    bytes->length = length < middle - begin ? begin + length : middle;
}

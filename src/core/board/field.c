#include "core/board/field_rows.h"
#include "dropforge/board.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "drop.h"
#include "field_rows.h"

df_status df_field_create(df_field **field, unsigned width, unsigned height)
{
    if (width < 1 || width > DF_FIELD_MAX_WIDTH || height < 1 || height > DF_FIELD_MAX_HEIGHT)
        return DF_ERROR_ARGUMENT;
    /* One block of memory: the rows first, since they need the stricter alignment. */
    const unsigned words = (width + FIELD_WORD - 1) / FIELD_WORD;
    const size_t row_bytes = (size_t)height * words * sizeof(uint64_t);
    const size_t square_bytes = (size_t)width * height * sizeof(uint16_t);
    const size_t head = (sizeof(df_field) + 7) / 8 * 8;
    unsigned char *memory = calloc(1, head + row_bytes + square_bytes);
    if (memory == NULL)
        return DF_ERROR_MEMORY;
    df_field *made = (df_field *)(void *)memory;
    made->width = (uint16_t)width;
    made->height = (uint16_t)height;
    made->words = (uint16_t)words;
    made->row = (uint64_t *)(void *)(memory + head);
    made->square = (uint16_t *)(void *)(memory + head + row_bytes);
    *field = made;
    return DF_OK;
}

void df_field_free(df_field *field)
{
    free(field);
}

static size_t field_row_bytes(const df_field *field)
{
    return (size_t)field->height * field->words * sizeof field->row[0];
}

df_status df_field_copy(df_field *to, const df_field *from)
{
    if (to->width != from->width || to->height != from->height)
        return DF_ERROR_ARGUMENT;
    memcpy(to->top, from->top, to->width * sizeof to->top[0]);
    memcpy(to->row, from->row, field_row_bytes(to));
    memcpy(to->square, from->square, (size_t)to->width * to->height * sizeof to->square[0]);
    return DF_OK;
}

void df_field_copy_rows(df_field *to, const df_field *from, unsigned rows)
{
    for (unsigned y = 0; y < rows; y++) {
        for (unsigned x = 0; x < from->width; x++)
            (void)df_field_set(to, x, y, df_field_square(from, x, y));
    }
}

void df_field_clear(df_field *field)
{
    memset(field->top, 0, field->width * sizeof field->top[0]);
    memset(field->row, 0, field_row_bytes(field));
    memset(field->square, 0, (size_t)field->width * field->height * sizeof field->square[0]);
}

uint64_t df_field_full_row(const df_field *field)
{
    return bits_low(field->width);
}

unsigned df_field_square(const df_field *field, unsigned x, unsigned y)
{
    if (x >= field->width || y >= field->height)
        return 0;
    return field->square[(size_t)y * field->width + x];
}

df_status df_field_set(df_field *field, unsigned x, unsigned y, unsigned value)
{
    if (x >= field->width || y >= field->height || value > UINT16_MAX - 1)
        return DF_ERROR_ARGUMENT;
    uint64_t *word = &field->row[(size_t)y * field->words + x / FIELD_WORD];
    const uint64_t bit = UINT64_C(1) << x % FIELD_WORD;
    field->square[(size_t)y * field->width + x] = (uint16_t)value;
    if (value != 0) {
        *word |= bit;
        if (field->top[x] <= y)
            field->top[x] = (uint16_t)(y + 1);
        return DF_OK;
    }
    *word &= ~bit;
    while (field->top[x] > 0 && !field_row_has(field, field->words, x, field->top[x] - 1u))
        field->top[x]--;
    return DF_OK;
}

unsigned df_field_top(const df_field *field)
{
    unsigned top = 0;
    for (unsigned x = 0; x < field->width; x++)
        top = field->top[x] > top ? field->top[x] : top;
    return top;
}

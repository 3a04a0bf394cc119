#include "dropforge/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` bytes and a NUL; false, with the status set, if there is none. */
static bool reserve(df_text *text, size_t more)
{
    if (text->status != DF_OK)
        return false;
    if (text->capacity > text->length && more < text->capacity - text->length)
        return true;
    /* Doubling keeps the whole cost of many small puts linear. */
    size_t capacity = text->capacity == 0 ? 256 : text->capacity;
    while (capacity - text->length <= more) {
        if (capacity > SIZE_MAX / 2) {
            text->status = DF_ERROR_MEMORY;
            return false;
        }
        capacity *= 2;
    }
    char *bytes = realloc(text->bytes, capacity);
    if (bytes == NULL) {
        text->status = DF_ERROR_MEMORY;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void df_text_put_bytes(df_text *text, const char *bytes, size_t length)
{
    if (!reserve(text, length))
        return;
    /* Of no bytes, `bytes` may be NULL, which memcpy does not allow. */
    if (length > 0)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void df_text_put(df_text *text, const char *string)
{
    df_text_put_bytes(text, string, strlen(string));
}

void df_text_put_char(df_text *text, char character)
{
    df_text_put_bytes(text, &character, 1);
}

void df_text_put_number(df_text *text, uint64_t number)
{
    char digits[20]; /* of UINT64_MAX */
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    df_text_put_bytes(text, digits + first, sizeof digits - first);
}

void df_text_put_line(df_text *text, const char *name, const char *value)
{
    df_text_put(text, name);
    df_text_put_char(text, ' ');
    df_text_put(text, value);
    df_text_put_char(text, '\n');
}

void df_text_put_number_line(df_text *text, const char *name, uint64_t number)
{
    df_text_put(text, name);
    df_text_put_char(text, ' ');
    df_text_put_number(text, number);
    df_text_put_char(text, '\n');
}

void df_text_put_hex6(df_text *text, uint32_t value)
{
    char digits[6];
    for (size_t i = 0; i < sizeof digits; i++)
        digits[i] = "0123456789abcdef"[value >> (20 - 4 * i) & 15];
    df_text_put_bytes(text, digits, sizeof digits);
}

void df_text_free(df_text *text)
{
    free(text->bytes);
    *text = (df_text){0};
}

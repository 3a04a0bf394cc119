#include "dropforge/base.h"

#include <stdlib.h>
#include <string.h>

#include "digits.h"
#include "format.h"

/* Makes room for `more` bytes and a NUL; false, with the status set, if there is none. */
static bool text_reserve(df_text *text, size_t more)
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
    if (!text_reserve(text, length))
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
    char digits[DECIMAL_MAX_DIGITS];
    df_text_put_bytes(text, digits, decimal_write(digits, number));
}

void df_text_put_escaped(df_text *text, const char *string)
{
    for (; *string != '\0'; string++) {
        if (*string == '&')
            df_text_put(text, "&amp;");
        else if (*string == '<')
            df_text_put(text, "&lt;");
        else if (*string == '>')
            df_text_put(text, "&gt;");
        else
            df_text_put_char(text, *string);
    }
}

static void text_put(void *context, const char *bytes, size_t length)
{
    df_text_put_bytes(context, bytes, length);
}

void df_text_format(df_text *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    df_format_list(text_put, text, format, &list);
    va_end(list);
}

void df_text_free(df_text *text)
{
    free(text->bytes);
    *text = (df_text){0};
}

void df_text_put_color(df_text *text, df_color color)
{
    const uint8_t parts[] = {color.red, color.green, color.blue};
    for (size_t i = 0; i < sizeof parts; i++) {
        df_text_put_char(text, hex_digit_lower(parts[i] >> 4));
        df_text_put_char(text, hex_digit_lower(parts[i] & 15u));
    }
}

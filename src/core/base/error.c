#include "error.h"

#include <string.h>

#include "digits.h"
#include "format.h"

static void error_put(void *context, const char *bytes, size_t length)
{
    df_error *error = context;
    size_t used = strlen(error->text);
    for (size_t i = 0; i < length && used + 1 < sizeof error->text; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        error->text[used++] = c >= ' ' && c <= '~' ? (char)c : '?';
    }
    error->text[used] = '\0';
}

void df_error_append_list(df_error *error, const char *format, va_list *list)
{
    if (error != NULL)
        df_format_list(error_put, error, format, list);
}

static void error_begin(df_error *error, size_t line, size_t column)
{
    if (error == NULL)
        return;
    error->line = line;
    error->column = column;
    error->text[0] = '\0';
}

df_status df_error_set(df_error *error, df_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    error_begin(error, 0, 0);
    df_error_append_list(error, format, &list);
    va_end(list);
    return status;
}

df_status df_error_set_at(df_error *error, size_t line, size_t column, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    error_begin(error, line, column);
    df_error_append_list(error, format, &list);
    va_end(list);
    return DF_ERROR_INPUT;
}

void df_error_append(df_error *error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    df_error_append_list(error, format, &list);
    va_end(list);
}

error_memory df_error_memory(uint64_t bytes)
{
    static const char units[][8] = {" bytes", " KiB", " MiB", " GiB"};
    enum { UNITS = sizeof units / sizeof units[0], ENOUGH = 100 };
    size_t unit = 0;
    for (; unit + 1 < UNITS && bytes >= 1024; unit++) {
        if (bytes % 1024 != 0 && bytes / 1024 < ENOUGH)
            break;
        bytes /= 1024;
    }
    error_memory memory;
    memcpy(memory.text + decimal_write(memory.text, bytes), units[unit], sizeof units[unit]);
    if (unit == 0 && bytes == 1)
        memcpy(memory.text, "1 byte", sizeof "1 byte");
    return memory;
}

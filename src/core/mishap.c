#include "core/mishap.h"

#include <string.h>

void df_mishap_begin(df_mishap *mishap, size_t line, size_t column, const char *string)
{
    if (mishap == NULL)
        return;
    mishap->line = line;
    mishap->column = column;
    mishap->text[0] = '\0';
    df_mishap_put(mishap, string);
}

void df_mishap_put(df_mishap *mishap, const char *string)
{
    df_mishap_put_bytes(mishap, string, strlen(string));
}

void df_mishap_put_bytes(df_mishap *mishap, const char *bytes, size_t length)
{
    if (mishap == NULL)
        return;
    size_t used = strlen(mishap->text);
    for (size_t i = 0; i < length && used + 1 < sizeof mishap->text; i++) {
        /* What a stranger wrote is quoted, so nothing of it may steer a terminal. */
        const unsigned char c = (unsigned char)bytes[i];
        mishap->text[used++] = c >= ' ' && c <= '~' ? (char)c : '?';
    }
    mishap->text[used] = '\0';
}

void df_mishap_put_number(df_mishap *mishap, uint64_t number)
{
    char digits[20];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    df_mishap_put_bytes(mishap, digits + first, sizeof digits - first);
}

void df_mishap_put_memory(df_mishap *mishap, uint64_t bytes)
{
    static const char *const units[] = {" bytes", " KiB", " MiB", " GiB"};
    enum { UNITS = sizeof units / sizeof units[0], ENOUGH = 100 };
    size_t unit = 0;
    for (; unit + 1 < UNITS && bytes >= 1024; unit++) {
        if (bytes % 1024 != 0 && bytes / 1024 < ENOUGH)
            break;
        bytes /= 1024;
    }
    df_mishap_put_number(mishap, bytes);
    df_mishap_put(mishap, units[unit]);
}

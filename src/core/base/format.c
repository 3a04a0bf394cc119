#include "format.h"

#include <assert.h>
#include <string.h>

#include "digits.h"

/* Reads an unsigned number whose directive begins here, and steps to its 'u'. */
static uint64_t format_take_number(const char **directive, va_list *list)
{
    unsigned longs = 0;
    for (; **directive == 'l'; ++*directive)
        longs++;
    if (**directive == 'z') {
        ++*directive;
        assert(longs == 0 && **directive == 'u');
        return va_arg(*list, size_t);
    }
    assert(longs <= 2 && **directive == 'u');
    if (longs == 0)
        return va_arg(*list, unsigned);
    return longs == 1 ? va_arg(*list, unsigned long) : va_arg(*list, unsigned long long);
}

/* Puts one argument; returns the last byte of its directive. */
static const char *format_put_argument(format_sink *put, void *context, const char *directive,
                                       va_list *list)
{
    if (*directive == 's') {
        const char *string = va_arg(*list, const char *);
        put(context, string, strlen(string));
    } else if (*directive == '.') {
        assert(directive[1] == '*' && directive[2] == 's');
        const int length = va_arg(*list, int);
        put(context, va_arg(*list, const char *), (size_t)length);
        directive += 2;
    } else if (*directive == 'c') {
        const char character = (char)va_arg(*list, int);
        put(context, &character, 1);
    } else {
        char digits[DECIMAL_MAX_DIGITS];
        put(context, digits, decimal_write(digits, format_take_number(&directive, list)));
    }
    return directive;
}

void df_format_list(format_sink *put, void *context, const char *format, va_list *list)
{
    while (*format != '\0') {
        const char *directive = strchr(format, '%');
        put(context, format, directive != NULL ? (size_t)(directive - format) : strlen(format));
        if (directive == NULL)
            return;
        format = format_put_argument(put, context, directive + 1, list) + 1;
    }
}

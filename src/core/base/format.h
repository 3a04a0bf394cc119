/* The formatter of errors and texts. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

#include "dropforge/base.h"

/* Takes the next bytes of a formatted text. */
typedef void format_sink(void *context, const char *bytes, size_t length);

/* Formats with %s, %.*s, %c, %u, %zu, %lu and %llu as printf does; asserts no others. */
void df_format_list(format_sink *put, void *context, const char *format, va_list *list);

/* Appends a colour as six lower-case hexadecimal digits. */
void df_text_put_color(df_text *text, df_color color);

/* Appends a number in decimal digits. */
void df_text_put_number(df_text *text, uint64_t number);

/* The formatter of errors and texts. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/* Takes the next bytes of a formatted text. */
typedef void format_sink(void *context, const char *bytes, size_t length);

/* Formats with %s, %.*s, %c, %u, %zu, %lu and %llu as printf does; asserts no others. */
void df_format_list(format_sink *put, void *context, const char *format, va_list *list);

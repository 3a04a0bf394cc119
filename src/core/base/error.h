/* Writes the text of a df_error, which is cut off where it is full. Every function accepts NULL
 * for the error and then writes nothing. A format knows %s, %.*s, %c, %u, %zu and no others;
 * bytes that could steer a terminal become '?'. */
#pragma once

#include <stdarg.h>

#include "dropforge/base.h"

/* Writes an error without a place, and returns `status`. */
df_status df_error_set(df_error *error, df_status status, const char *format, ...)
    DF_TEXT_FORMAT(3, 4);

/* Writes an error with its place in a text, and returns DF_ERROR_INPUT. */
df_status df_error_set_at(df_error *error, size_t line, size_t column, const char *format, ...)
    DF_TEXT_FORMAT(4, 5);

/* Adds advice to an error: another value of an option. With _join it helps only together with
 * the advice before it. */
void df_error_advise(df_error *error, df_option option, const char *format, ...)
    DF_TEXT_FORMAT(3, 4);
void df_error_advise_join(df_error *error, df_option option, const char *format, ...)
    DF_TEXT_FORMAT(3, 4);

/* Adds to the text of an error. */
void df_error_append(df_error *error, const char *format, ...) DF_TEXT_FORMAT(2, 3);
void df_error_append_list(df_error *error, const char *format, va_list *list);

/* Space for an amount of memory with its unit: "1 MiB", "1907 MiB", "10 KiB", "1000 bytes". */
typedef struct error_memory {
    char text[32];
} error_memory;

/* Returns an amount of memory, exact or rounded down to at least 100 of the unit. */
error_memory df_error_memory(uint64_t bytes);

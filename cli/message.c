#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "utf8.h"

/* Longer than any path. */
enum { MOST_LINE = 8192 };

static void put_line(const char *format, va_list arguments)
{
    char line[MOST_LINE];
    vsnprintf(line, sizeof line, format, arguments);
    utf8_make_harmless(line);
    fprintf(stderr, "dropforge: %s\n", line);
}

int message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_line(format, arguments);
    va_end(arguments);
    return STATUS_FAILED;
}

int message_usage(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_line(format, arguments);
    va_end(arguments);
    if (command != NULL)
        fprintf(stderr, "Try 'dropforge %s --help'.\n", command);
    else
        fputs("Try 'dropforge --help'.\n", stderr);
    return STATUS_USAGE;
}

static const char *words(df_status status, const df_mishap *mishap)
{
    return mishap->text[0] != '\0' ? mishap->text : df_status_name(status);
}

int message_text(const char *file, df_status status, const df_mishap *mishap)
{
    if (mishap->line == 0)
        return message("%s: %s", file, words(status, mishap));
    if (mishap->column == 0)
        return message("%s:%zu: %s", file, mishap->line, words(status, mishap));
    return message("%s:%zu:%zu: %s", file, mishap->line, mishap->column, words(status, mishap));
}

int message_picture(const char *file, df_status status, const df_mishap *mishap)
{
    if (mishap->line == 0)
        message("%s: %s", file, words(status, mishap));
    else if (mishap->column == 0)
        message("%s: pixel row %zu: %s", file, mishap->line, words(status, mishap));
    else
        message("%s: pixel column %zu, row %zu: %s", file, mishap->column, mishap->line,
                words(status, mishap));
    return status == DF_ERROR_PICTURE ? STATUS_PICTURE : STATUS_FAILED;
}

const char *input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

const char *output_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard output" : path;
}

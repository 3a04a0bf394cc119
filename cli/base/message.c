#include "message.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "utf8.h"

/* Longer than any path. */
enum { MAX_LINE = 8192 };

static void message_put_line(const char *format, va_list arguments)
{
    char line[MAX_LINE];
    vsnprintf(line, sizeof line, format, arguments);
    utf8_make_harmless(line);
    fprintf(stderr, "dropforge: %s\n", line);
}

int message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_put_line(format, arguments);
    va_end(arguments);
    return STATUS_FAILED;
}

int message_usage(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_put_line(format, arguments);
    va_end(arguments);
    if (command != NULL)
        fprintf(stderr, "Try 'dropforge %s --help'.\n", command);
    else
        fputs("Try 'dropforge --help'.\n", stderr);
    return STATUS_USAGE;
}

df_status message_error(df_error *error, df_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

void message_end_with_reader(void)
{
    signal(SIGPIPE, SIG_DFL);
}

static bool reader_is_gone;

int message_stdout(int code)
{
    /* What failed may have been written long before: another byte fails for the same reason. */
    if (code == 0 && write(STDOUT_FILENO, "\n", 1) < 0)
        code = errno;
    if (code == EPIPE) {
        reader_is_gone = true;
        return STATUS_FAILED;
    }
    return message("standard output: cannot be written%s%s", code != 0 ? ": " : "",
                   code != 0 ? strerror(code) : "");
}

int message_flush_stdout(void)
{
    errno = 0;
    if (fflush(stdout) != 0)
        return message_stdout(errno);
    return ferror(stdout) ? message_stdout(0) : -1;
}

bool message_reader_is_gone(void)
{
    return reader_is_gone;
}

static const char *message_words(df_status status, const df_error *error)
{
    return error != NULL && error->text[0] != '\0' ? error->text : df_status_name(status);
}

int message_text(const char *file, df_status status, const df_error *error)
{
    if (error->line == 0)
        return message("%s: %s", file, message_words(status, error));
    if (error->column == 0)
        return message("%s:%zu: %s", file, error->line, message_words(status, error));
    return message("%s:%zu:%zu: %s", file, error->line, error->column,
                   message_words(status, error));
}

int message_status(df_status status, const df_error *error)
{
    return status == DF_OK ? -1 : message("%s", message_words(status, error));
}

int message_picture(const char *file, df_status status, const df_error *error)
{
    if (error->line == 0)
        message("%s: %s", file, message_words(status, error));
    else if (error->column == 0)
        message("%s: pixel row %zu: %s", file, error->line, message_words(status, error));
    else
        message("%s: pixel column %zu, row %zu: %s", file, error->column, error->line,
                message_words(status, error));
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

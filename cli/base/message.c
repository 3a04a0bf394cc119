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

cli_status message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_put_line(format, arguments);
    va_end(arguments);
    return STATUS_FAILED;
}

cli_status message_usage(const char *command, const char *format, ...)
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

cli_status message_stdout(int code)
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

cli_status message_flush_stdout(void)
{
    errno = 0;
    if (fflush(stdout) != 0)
        return message_stdout(errno);
    return ferror(stdout) ? message_stdout(0) : GO_ON;
}

bool message_reader_is_gone(void)
{
    return reader_is_gone;
}

typedef struct option_words {
    const char *option; /* of the program */
    const char *way; /* to help, with the option and its value in brackets; NULL: they say it */
    const char *other; /* to help where there is no value */
} option_words;

static const option_words options_words[DF_OPTION_COUNT] = {
    [DF_OPTION_WIDTH] = {"--width", NULL, "choose another --width"},
    [DF_OPTION_HEIGHT] = {"--height", NULL, "choose another --height"},
    [DF_OPTION_PIECES] = {"--pieces", NULL, "choose other --pieces"},
    [DF_OPTION_METHOD] = {"--method", NULL, "choose another --method"},
    [DF_OPTION_EFFORT] = {"--effort", NULL, "choose a higher --effort"},
    [DF_OPTION_SEED] = {"--seed", NULL, "choose another --seed"},
    [DF_OPTION_ANCHORS] = {"--anchor", "allow an anchor", NULL},
    [DF_OPTION_DEAL] = {"--deal", NULL, "leave out --deal"},
    [DF_OPTION_QUEUE] = {"--queue", NULL, "leave out --queue"},
    [DF_OPTION_HOLD] = {"--hold", "allow hold", NULL},
    [DF_OPTION_PREVIEW] = {"--preview", NULL, NULL},
    [DF_OPTION_FIT] = {"--fit", "scale it down", "choose another --fit"},
    [DF_OPTION_ALPHA_THRESHOLD] = {"--alpha-threshold", NULL,
                                   "choose another --alpha-threshold"},
    [DF_OPTION_COLORS] = {"--colors", "reduce the colours", "choose fewer --colors"},
    [DF_OPTION_LEVEL] = {"--level", NULL, "choose a lower --level"},
    [DF_OPTION_SIZE] = {"--size", NULL, "choose another --size"},
    [DF_OPTION_MEMORY] = {"--memory", NULL, "allow more --memory"},
};

/* Adds to a text as far as it has room. */
static void words_add(error_words *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void words_add(error_words *self, const char *format, ...)
{
    const size_t used = strlen(self->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(self->text + used, sizeof self->text - used, format, arguments);
    va_end(arguments);
}

/* Adds a way to help: an advice with those that join it, up to before `end`. */
static void words_add_way(error_words *self, const df_advice *advice, const df_advice *end)
{
    const option_words *words = &options_words[advice->option];
    if (advice->value[0] == '\0' || strcmp(advice->value, "none") == 0) {
        words_add(self, "%s", words->other);
        return;
    }
    words_add(self, "%s", words->way != NULL ? words->way : "use");
    for (const df_advice *one = advice; one < end; one++) {
        words_add(self, one == advice && words->way != NULL ? " (%s" : " %s",
                  options_words[one->option].option);
        if (strcmp(one->value, "on") != 0)
            words_add(self, " %s", one->value);
    }
    words_add(self, "%s", words->way != NULL ? ")" : "");
}

error_words message_words(df_status status, const df_error *error)
{
    error_words self = {{0}};
    const bool is_told = error != NULL && error->text[0] != '\0';
    words_add(&self, "%s", is_told ? error->text : df_status_names[status]);
    if (error == NULL || error->advice_count == 0)
        return self;
    bool has_way = strstr(self.text, "; ") != NULL;
    for (unsigned i = 0, next; i < error->advice_count; i = next) {
        for (next = i + 1; next < error->advice_count && error->advice[next].joins_last;)
            next++;
        words_add(&self, "%s", !has_way ? "; " : next == error->advice_count ? " or " : ", ");
        words_add_way(&self, &error->advice[i], &error->advice[next]);
        has_way = true;
    }
    return self;
}

cli_status message_text(const char *file, df_status status, const df_error *error)
{
    if (error->line == 0)
        return message("%s: %s", file, message_words(status, error).text);
    if (error->column == 0)
        return message("%s:%zu: %s", file, error->line, message_words(status, error).text);
    return message("%s:%zu:%zu: %s", file, error->line, error->column,
                   message_words(status, error).text);
}

cli_status message_status(df_status status, const df_error *error)
{
    return status == DF_OK ? GO_ON : message("%s", message_words(status, error).text);
}

cli_status message_picture(const char *file, df_status status, const df_error *error)
{
    if (error->line == 0)
        message("%s: %s", file, message_words(status, error).text);
    else if (error->column == 0)
        message("%s: pixel row %zu: %s", file, error->line, message_words(status, error).text);
    else
        message("%s: pixel column %zu, row %zu: %s", file, error->column, error->line,
                message_words(status, error).text);
    return status == DF_ERROR_PICTURE ? STATUS_PICTURE : STATUS_FAILED;
}

bool path_is_standard(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

const char *input_name(const char *path)
{
    return path_is_standard(path) ? "standard input" : path;
}

const char *output_name(const char *path)
{
    return path_is_standard(path) ? "standard output" : path;
}

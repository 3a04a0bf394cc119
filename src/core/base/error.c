#include "error.h"

#include <assert.h>
#include <string.h>

#include "digits.h"
#include "format.h"
#include "jobs.h"

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
    error->advice_count = 0;
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

const char *const df_option_names[DF_OPTION_COUNT] = {
    [DF_OPTION_WIDTH] = "width",
    [DF_OPTION_HEIGHT] = "height",
    [DF_OPTION_PIECES] = "pieces",
    [DF_OPTION_METHOD] = "method",
    [DF_OPTION_EFFORT] = "effort",
    [DF_OPTION_SEED] = "seed",
    [DF_OPTION_ANCHORS] = "anchors",
    [DF_OPTION_DEAL] = "deal",
    [DF_OPTION_QUEUE] = "queue",
    [DF_OPTION_HOLD] = "hold",
    [DF_OPTION_PREVIEW] = "preview",
    [DF_OPTION_FIT] = "fit",
    [DF_OPTION_ALPHA_THRESHOLD] = "alpha_threshold",
    [DF_OPTION_COLORS] = "colors",
    [DF_OPTION_LEVEL] = "level",
    [DF_OPTION_SIZE] = "size",
    [DF_OPTION_MEMORY] = "memory",
};

static void advice_put(void *context, const char *bytes, size_t length)
{
    df_advice *advice = context;
    const size_t used = strlen(advice->value);
    assert(used + length < sizeof advice->value);
    memcpy(advice->value + used, bytes, length);
}

static void error_add_advice(df_error *error, df_option option, bool joins_last,
                             const char *format, va_list *list)
{
    if (error == NULL || error->advice_count == DF_ERROR_ADVICE)
        return;
    df_advice *advice = &error->advice[error->advice_count++];
    *advice = (df_advice){.option = (uint8_t)option, .joins_last = joins_last};
    df_format_list(advice_put, advice, format, list);
}

void df_error_advise(df_error *error, df_option option, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    error_add_advice(error, option, false, format, &list);
    va_end(list);
}

void df_error_advise_join(df_error *error, df_option option, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    error_add_advice(error, option, true, format, &list);
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

const char *const df_version = DF_VERSION;
const char *const df_formats =
    "blocks, dropforge-drops 1, dropforge-game 1, dropforge-pieces 1, dropforge-training 1, "
    "dropforge-weights 1, fumen 115";
const bool df_has_threads = JOBS_HAVE_THREADS;
const char *const df_sharing =
    "different objects; one object where all take it as const, but a df_bot, df_bot_game, "
    "df_env or df_clear_solver by one thread at a time";

const char *const df_status_names[DF_STATUSES] = {
    [DF_OK] = "no error",
    [DF_ERROR_MEMORY] = "out of memory",
    [DF_ERROR_ARGUMENT] = "argument out of range",
    [DF_ERROR_INPUT] = "malformed input",
    [DF_ERROR_MOVE] = "impossible drop",
    [DF_ERROR_PICTURE] = "impossible picture",
    [DF_ERROR_LIMIT] = "beyond the limits",
    [DF_ERROR_CANCELLED] = "stopped by the receiver",
    [DF_ERROR_DEFECT] = "defect of the library",
};

#include "format.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

bool out_write(out_stream *out, const void *bytes, size_t length)
{
    if (out->error == 0 && length > 0 && fwrite(bytes, 1, length, out->stream) != length)
        out->error = errno != 0 ? errno : EIO;
    out->bytes += length;
    return out->error == 0;
}

df_status out_text(out_stream *out, df_text *text)
{
    df_status status = text->status;
    if (status == DF_OK && !out_write(out, text->bytes, text->length))
        status = DF_ERROR_CANCELLED;
    df_text_free(text);
    return status;
}

int text_end(df_text *text)
{
    const df_status status = text->status;
    if (status == DF_OK && text->length > 0)
        (void)fwrite(text->bytes, 1, text->length, stdout);
    df_text_free(text);
    return message_status(status, NULL);
}

void text_print(df_text *text, const char *format, ...)
{
    char line[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    df_text_put(text, line);
}

df_status format_write(const output_format *format, const void *content, out_stream *out,
                       df_error *error)
{
    if (format->put == NULL)
        return format->write(content, out, error);
    df_text text = {0};
    const df_status status = format->put(&text, content, error);
    if (status == DF_OK)
        return out_text(out, &text);
    df_text_free(&text);
    return status;
}

const output_format *format_by_name(const format_table *table, const char *name)
{
    for (size_t i = 0; i < table->count; i++) {
        if (strcmp(table->items[i]->name, name) == 0)
            return table->items[i];
    }
    return NULL;
}

/* Finds the format one of whose extensions ends the name of a file, or is all of it. */
static const output_format *format_find(const format_table *table, const char *path,
                                        bool is_bare)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const size_t length = strlen(name);
    for (size_t i = 0; i < table->count; i++) {
        for (const char *const *e = table->items[i]->extensions; *e != NULL; e++) {
            const size_t tail = strlen(*e);
            if ((is_bare ? length == tail : length > tail) &&
                strcasecmp(name + length - tail, *e) == 0)
                return table->items[i];
        }
    }
    return NULL;
}

const output_format *format_by_path(const format_table *table, const char *path)
{
    return format_find(table, path, false);
}

bool format_is_bare(const format_table *table, const char *path)
{
    return format_find(table, path, true) != NULL;
}

void format_table_put(const format_table *table, FILE *stream)
{
    fputs("\nFormats:\n", stream);
    for (size_t i = 0; i < table->count; i++) {
        fprintf(stream, "  %-10s%s (", table->items[i]->name, table->items[i]->summary);
        for (const char *const *e = table->items[i]->extensions; *e != NULL; e++)
            fprintf(stream, "%s%s", e == table->items[i]->extensions ? "" : ", ", *e);
        fputs(")\n", stream);
    }
}

static void format_append(char *text, size_t size, const char *item)
{
    const size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", item);
}

void format_names(const format_table *table, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < table->count; i++)
        format_append(text, size, table->items[i]->name);
}

void format_extensions(const format_table *table, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < table->count; i++) {
        for (const char *const *e = table->items[i]->extensions; *e != NULL; e++)
            format_append(text, size, *e);
    }
}

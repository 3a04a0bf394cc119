#include "format.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

static const output_format *const formats[] = {
    &format_drops, &format_blocks, &format_png,  &format_gif, &format_mp4,
    &format_webm,  &format_apng,   &format_webp, &format_y4m,
};

const format_table plan_formats = {formats, sizeof formats / sizeof formats[0]};

bool out_write(out_stream *out, const void *bytes, size_t length)
{
    if (out->error == 0 && length > 0 && fwrite(bytes, 1, length, out->stream) != length)
        out->error = errno != 0 ? errno : EIO;
    return out->error == 0;
}

df_status out_text(out_stream *out, df_text *text)
{
    df_status status = text->status;
    if (status == DF_OK && !out_write(out, text->bytes, text->length))
        status = DF_ERROR_SINK;
    df_text_free(text);
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

/* The name of a file without its folder. */
static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* A name that is nothing but an extension has none. */
static bool ends_with(const char *path, const char *extension)
{
    const char *name = name_of(path);
    const size_t length = strlen(name);
    const size_t tail = strlen(extension);
    return length > tail && strcasecmp(name + length - tail, extension) == 0;
}

const output_format *format_by_path(const format_table *table, const char *path)
{
    for (size_t i = 0; i < table->count; i++) {
        for (const char *const *e = table->items[i]->extensions; *e != NULL; e++) {
            if (ends_with(path, *e))
                return table->items[i];
        }
    }
    return NULL;
}

bool format_is_bare(const format_table *table, const char *path)
{
    for (size_t i = 0; i < table->count; i++) {
        for (const char *const *e = table->items[i]->extensions; *e != NULL; e++) {
            if (strcasecmp(name_of(path), *e) == 0)
                return true;
        }
    }
    return false;
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

static void append(char *text, size_t size, const char *item)
{
    const size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", item);
}

void format_names(const format_table *table, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < table->count; i++)
        append(text, size, table->items[i]->name);
}

void format_extensions(const format_table *table, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < table->count; i++) {
        for (const char *const *e = table->items[i]->extensions; *e != NULL; e++)
            append(text, size, *e);
    }
}

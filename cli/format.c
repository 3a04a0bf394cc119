#include "format.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

static const output_format *const formats[] = {
    &format_drops,
    &format_blocks,
    &format_png,
    &format_gif,
};

enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

bool out_write(out_stream *out, const void *bytes, size_t length)
{
    if (out->error == 0 && length > 0 && fwrite(bytes, 1, length, out->stream) != length)
        out->error = errno != 0 ? errno : EIO;
    return out->error == 0;
}

const output_format *format_by_name(const char *name)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    }
    return NULL;
}

static bool ends_with(const char *path, const char *extension)
{
    const size_t length = strlen(path);
    const size_t tail = strlen(extension);
    return length > tail && strcasecmp(path + length - tail, extension) == 0;
}

const output_format *format_by_path(const char *path)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        for (const char *const *e = formats[i]->extensions; *e != NULL; e++) {
            if (ends_with(path, *e))
                return formats[i];
        }
    }
    return NULL;
}

void format_list(FILE *stream)
{
    fputs("\nFormats:\n", stream);
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        fprintf(stream, "  %-8s%s (", formats[i]->name, formats[i]->summary);
        for (const char *const *e = formats[i]->extensions; *e != NULL; e++)
            fprintf(stream, "%s%s", e == formats[i]->extensions ? "" : ", ", *e);
        fputs(")\n", stream);
    }
}

static void append(char *text, size_t size, const char *item)
{
    const size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", item);
}

void format_names(char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        append(text, size, formats[i]->name);
}

void format_extensions(char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        for (const char *const *e = formats[i]->extensions; *e != NULL; e++)
            append(text, size, *e);
    }
}

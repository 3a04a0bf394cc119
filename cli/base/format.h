/* Output formats: each is one const entry in a table of the formats that one kind of content
 * can be written in. */
#pragma once

#include <stdio.h>

#include "dropforge/base.h"
#include "message.h"

/* A stream that remembers its first error. */
typedef struct out_stream {
    FILE *stream;
    int error;                          /* of errno; 0: none */
    const struct output_format *format; /* that is written */
    uint64_t bytes;                     /* written so far */
    unsigned width, height;             /* pixels of a picture or film; 0: none */
    uint64_t centiseconds;              /* of a film */
} out_stream;

/* Writes all bytes, or returns false. */
bool out_write(out_stream *out, const void *bytes, size_t length);

/* Writes a text, and frees it. Returns its status; DF_ERROR_CANCELLED if the stream failed. */
df_status out_text(out_stream *out, df_text *text);

/* Writes a text to standard output, and frees it. */
int text_end(df_text *text);

/* Appends formatted text below 500 bytes: decimals and more that df_text_format lacks. */
void text_print(df_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct output_format {
    const char *name;
    const char *summary;
    const char *extensions[3]; /* with the dot; ends with NULL */
    bool is_binary;            /* of no use on a terminal */
    bool is_film;              /* lasts as long as the play */
    bool is_video;             /* shows frames at a rate */
    bool is_opaque;            /* has no transparency, though it shows colours */
    const char *program;       /* that must be installed, or NULL */
    /* The pieces that can have a colour, in the order in which they get one; NULL: any. */
    const char *carriers;
    const void *how; /* what `write` needs to know of this format; its own type, or NULL */
    /* Writes the content, of the table's type. DF_ERROR_CANCELLED if the stream failed. */
    df_status (*write)(const void *content, out_stream *out, df_error *error);
    /* Puts it as text instead, if this is not NULL. */
    df_status (*put)(df_text *text, const void *content, df_error *error);
} output_format;

/* A format; other members may follow `write`. */
#define OUTPUT_FORMAT(label, extension, text, ...)                                             \
    {                                                                                          \
        .name = (label), .extensions = {extension}, .summary = (text), .write = __VA_ARGS__    \
    }

/* A format that is put as text; other members may follow `put`. */
#define TEXT_FORMAT(label, extension, text, ...)                                               \
    {                                                                                          \
        .name = (label), .extensions = {extension}, .summary = (text), .put = __VA_ARGS__      \
    }

/* Writes content in a format; as output_format.write. */
df_status format_write(const output_format *format, const void *content, out_stream *out,
                       df_error *error);

typedef struct format_table {
    const output_format *const *items; /* the first is that of standard output */
    size_t count;
} format_table;

/* Returns the format of that name, or NULL. */
const output_format *format_by_name(const format_table *table, const char *name);

/* Returns the format of a path's extension, or NULL. */
const output_format *format_by_path(const format_table *table, const char *path);

/* True if the name of a file is nothing but an extension of the table. */
bool format_is_bare(const format_table *table, const char *path);

/* Writes all formats, one on each line, for the help. */
void format_table_put(const format_table *table, FILE *stream);

/* Write 'png, gif, …' and '.png, .gif, …', cut at `size`. */
void format_names(const format_table *table, char *text, size_t size);
void format_extensions(const format_table *table, char *text, size_t size);

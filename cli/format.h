/* Output formats: each is one const entry, of a table of those that a kind of content can be
 * written in. Those of plans are one file format_NAME.c each. */
#ifndef CLI_FORMAT_H
#define CLI_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "dropforge/film.h"
#include "dropforge/plan.h"
#include "dropforge/raster.h"
#include "dropforge/text.h"

/* A stream that remembers its first error. */
typedef struct out_stream {
    FILE *stream;
    int error; /* of errno; 0: none */
} out_stream;

/* Writes all bytes or answers false. */
bool out_write(out_stream *out, const void *bytes, size_t length);

/* Writes what has been put into a text, and frees it. The status of the text if it has one;
 * DF_ERROR_SINK when the stream failed. */
df_status out_text(out_stream *out, df_text *text);

/* A plan to be written. */
typedef struct showing {
    const df_plan *plan;
    df_plan painted; /* the same plan in the colours chosen for pictures */
    df_raster_options raster;
    df_film_options film;
    unsigned frames_per_second; /* of videos */
} showing;

typedef struct output_format {
    const char *name;
    const char *summary;
    const char *extensions[3]; /* with the dot; ends with NULL */
    bool is_binary;            /* of no use on a terminal */
    bool is_film;              /* takes as long to see as the play */
    const char *program;       /* that must be installed, or NULL */
    /* The pieces that may have a colour, in the order in which it can give them one; NULL:
     * any. */
    const char *carriers;
    /* Writes the content, which is what the table says, into the stream. DF_ERROR_SINK when
     * the stream failed. */
    df_status (*write)(const void *content, out_stream *out, df_mishap *mishap);
} output_format;

typedef struct format_table {
    const output_format *const *items; /* the first is that of standard output */
    size_t count;
} format_table;

/* Of plans: the content is a showing. */
extern const format_table plan_formats;

extern const output_format format_png;
extern const output_format format_gif;
extern const output_format format_drops;
extern const output_format format_blocks;
extern const output_format format_mp4;
extern const output_format format_webm;
extern const output_format format_apng;
extern const output_format format_webp;
extern const output_format format_y4m;

/* The format of that name, or NULL. */
const output_format *format_by_name(const format_table *table, const char *name);

/* The format of a path's extension, or NULL. */
const output_format *format_by_path(const format_table *table, const char *path);

/* Whether the name of a file is nothing but an extension of the table. */
bool format_is_bare(const format_table *table, const char *path);

/* All formats, one on each line, for the help. */
void format_table_put(const format_table *table, FILE *stream);

/* 'png, gif, …' and '.png, .gif, …', cut short where the room ends. */
void format_names(const format_table *table, char *text, size_t size);
void format_extensions(const format_table *table, char *text, size_t size);

#endif

/* Output formats: each is one file format_NAME.c with one const entry. */
#ifndef CLI_FORMAT_H
#define CLI_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "dropforge/film.h"
#include "dropforge/plan.h"
#include "dropforge/raster.h"

/* A stream that remembers its first error. */
typedef struct out_stream {
    FILE *stream;
    int error; /* of errno; 0: none */
} out_stream;

/* Writes all bytes or answers false. */
bool out_write(out_stream *out, const void *bytes, size_t length);

/* What is to be written. */
typedef struct showing {
    const df_plan *plan;
    df_plan painted; /* the same plan in the colours chosen for pictures */
    df_raster_options raster;
    df_film_options film;
} showing;

typedef struct output_format {
    const char *name;
    const char *summary;
    const char *extensions[3]; /* with the dot; ends with NULL */
    bool is_binary;            /* of no use on a terminal */
    /* The pieces that may have a colour, in the order in which it can give them one; NULL:
     * any. */
    const char *carriers;
    /* Plays the plan into the stream. DF_ERROR_SINK when the stream failed. */
    df_status (*write)(const showing *show, out_stream *out, df_mishap *mishap);
} output_format;

extern const output_format format_png;
extern const output_format format_gif;
extern const output_format format_drops;
extern const output_format format_blocks;

/* The format of that name, or NULL. */
const output_format *format_by_name(const char *name);

/* The format of a path's extension, or NULL. */
const output_format *format_by_path(const char *path);

/* All formats, one on each line, for the help. */
void format_list(FILE *stream);

/* 'png, gif, …' and '.png, .gif, …', cut short where the room ends. */
void format_names(char *text, size_t size);
void format_extensions(char *text, size_t size);

#endif

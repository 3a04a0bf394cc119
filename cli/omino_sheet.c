/* Polyominoes as a contact sheet, each in a colour of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "omino_format.h"
#include "sheet_file.h"

/* A picture takes 64 pixels at least. */
enum { MOST_PICTURES = DF_SHEET_MAX_PIXELS / 64 };

/* How many there are, and how large they get. */
typedef struct extent {
    size_t count;
    unsigned columns;
    unsigned rows;
    bool has_names;
    const omino_source *source;
} extent;

static df_status measure(void *context, const df_omino *omino)
{
    extent *own = context;
    if (own->count == MOST_PICTURES)
        return DF_ERROR_LIMIT;
    char name[DF_PIECE_NAME_SIZE];
    omino_source_name(own->source, omino, name);
    own->has_names |= name[0] != '\0';
    own->count++;
    own->columns = omino->width > own->columns ? omino->width : own->columns;
    own->rows = omino->height > own->rows ? omino->height : own->rows;
    return DF_OK;
}

/* A sheet, and what a picture is put together in. */
typedef struct sheet_maker {
    sheet_file file;
    const omino_source *source;
    size_t colors;
    uint8_t *color;
} sheet_maker;

static df_status draw(void *context, const df_omino *omino)
{
    sheet_maker *own = context;
    const size_t squares = (size_t)omino->width * omino->height;
    char name[DF_PIECE_NAME_SIZE];
    omino_source_name(own->source, omino, name);
    memset(own->color, 0, squares * sizeof own->color[0]);
    for (uint16_t i = 0; i < omino->size; i++) {
        const size_t at = (size_t)omino->squares[i].y * omino->width + omino->squares[i].x;
        own->color[at] = (uint8_t)(1 + own->file.count % own->colors);
    }
    const df_sheet_picture picture = {
        .width = omino->width, .height = omino->height, .color = own->color, .label = name};
    return sheet_file_put(&own->file, &picture);
}

static df_status refuse(df_status status, const extent *found, df_mishap *mishap)
{
    if (status == DF_ERROR_LIMIT && mishap->text[0] == '\0')
        snprintf(mishap->text, sizeof mishap->text,
                 "%s%zu polyominoes are too many for one sheet; use --limit or another format",
                 found->count == MOST_PICTURES ? "more than " : "", found->count);
    return status;
}

static df_status write_sheet(const omino_source *source, bool is_png, out_stream *out,
                             df_mishap *mishap)
{
    extent found = {.source = source};
    df_status status = source->run(source, measure, &found, mishap);
    if (status != DF_OK)
        return refuse(status, &found, mishap);
    if (found.count == 0) {
        snprintf(mishap->text, sizeof mishap->text, "there is no polyomino to draw");
        return DF_ERROR_ARGUMENT;
    }
    df_color colors[DF_SHEET_MAX_COLORS];
    df_sheet_options options = df_sheet_defaults(found.count, found.columns, found.rows);
    options.labels = found.has_names;
    options.colors = colors;
    options.color_count = found.count < DF_SHEET_MAX_COLORS ? found.count : DF_SHEET_MAX_COLORS;
    const size_t squares = (size_t)found.columns * found.rows;
    sheet_maker own = {.source = source,
                       .colors = options.color_count,
                       .color = malloc(squares * sizeof own.color[0])};
    status = own.color != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = df_omino_colors(colors, options.color_count);
    if (status == DF_OK)
        status = refuse(sheet_file_begin(&own.file, &options, is_png, out), &found, mishap);
    if (status == DF_OK)
        status = source->run(source, draw, &own, mishap);
    status = sheet_file_end(&own.file, status, mishap);
    free(own.color);
    return status;
}

static df_status write_png_sheet(const void *content, out_stream *out, df_mishap *mishap)
{
    return write_sheet(content, true, out, mishap);
}

static df_status write_svg_sheet(const void *content, out_stream *out, df_mishap *mishap)
{
    return write_sheet(content, false, out, mishap);
}

const output_format omino_format_svg = {
    .name = "svg",
    .summary = "a contact sheet",
    .extensions = {".svg"},
    .write = write_svg_sheet,
};

const output_format omino_format_png = {
    .name = "png",
    .summary = "a contact sheet",
    .extensions = {".png"},
    .is_binary = true,
    .write = write_png_sheet,
};

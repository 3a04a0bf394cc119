/* Polyominoes as a contact sheet, each in a colour of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/sheet_file.h"
#include "omino_source.h"

/* A picture takes 64 pixels at least. */
enum { MAX_PICTURES = DF_SHEET_MAX_PIXELS / 64 };

/* The number of polyominoes and their largest sides. */
typedef struct sheet_extent {
    size_t count;
    unsigned columns;
    unsigned rows;
    bool has_names;
    const omino_source *source;
} sheet_extent;

static df_status omino_sheet_measure(void *context, const df_omino *omino)
{
    sheet_extent *self = context;
    if (self->count == MAX_PICTURES)
        return DF_ERROR_LIMIT;
    char name[DF_PIECE_NAME_SIZE];
    omino_source_name(self->source, omino, name);
    self->has_names |= name[0] != '\0';
    self->count++;
    self->columns = omino->width > self->columns ? omino->width : self->columns;
    self->rows = omino->height > self->rows ? omino->height : self->rows;
    return DF_OK;
}

/* A sheet and the buffer of a picture. */
typedef struct omino_sheet_maker {
    sheet_file file;
    const omino_source *source;
    size_t colors;
    uint8_t *color;
} omino_sheet_maker;

static df_status omino_sheet_draw(void *context, const df_omino *omino)
{
    omino_sheet_maker *self = context;
    const size_t squares = (size_t)omino->width * omino->height;
    char name[DF_PIECE_NAME_SIZE];
    omino_source_name(self->source, omino, name);
    memset(self->color, 0, squares * sizeof self->color[0]);
    for (uint16_t i = 0; i < omino->size; i++) {
        const size_t at = (size_t)omino->squares[i].y * omino->width + omino->squares[i].x;
        self->color[at] = (uint8_t)(1 + self->file.count % self->colors);
    }
    const df_sheet_picture picture = {
        .width = omino->width, .height = omino->height, .color = self->color, .label = name};
    return sheet_file_put(&self->file, &picture);
}

static df_status omino_sheet_refuse(df_status status, const sheet_extent *found,
                                    df_error *error)
{
    if (status == DF_ERROR_LIMIT && error->text[0] == '\0')
        return message_error(
            error, DF_ERROR_ARGUMENT,
            "%s%zu polyominoes are too many for one sheet; use --limit or another format",
            found->count == MAX_PICTURES ? "more than " : "", found->count);
    return status;
}

static df_status omino_sheet_write(const void *content, out_stream *out, df_error *error)
{
    const omino_source *source = content;
    sheet_extent found = {.source = source};
    df_status status = source->run(source, omino_sheet_measure, &found, error);
    if (status != DF_OK)
        return omino_sheet_refuse(status, &found, error);
    if (found.count == 0) {
        snprintf(error->text, sizeof error->text, "there is no polyomino to draw");
    }
    df_color colors[DF_SHEET_MAX_COLORS];
    df_sheet options = df_sheet_defaults(found.count, found.columns, found.rows);
    options.labels = found.has_names;
    options.colors = colors;
    options.color_count = found.count < DF_SHEET_MAX_COLORS ? found.count : DF_SHEET_MAX_COLORS;
    const size_t squares = (size_t)found.columns * found.rows;
    omino_sheet_maker self = {.source = source,
                              .colors = options.color_count,
                              .color = malloc(squares * sizeof self.color[0])};
    status = self.color != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = df_omino_colors(colors, NULL, options.color_count);
    if (status == DF_OK)
        status = omino_sheet_refuse(sheet_file_begin(&self.file, &options, out), &found, error);
    if (status == DF_OK)
        status = source->run(source, omino_sheet_draw, &self, error);
    status = sheet_file_end(&self.file, status, error);
    free(self.color);
    return status;
}

const output_format omino_format_svg =
    OUTPUT_FORMAT("svg", ".svg", "a contact sheet", omino_sheet_write);

const output_format omino_format_png =
    OUTPUT_FORMAT("png", ".png", "a contact sheet", omino_sheet_write, .is_binary = true);

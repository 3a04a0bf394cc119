#include "omino_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/array.h"
#include "cli/base/message.h"
#include "cli/formats/sheet_file.h"
#include "dropforge/plan.h"

/* Length at which the text is written out. */
enum { FULL_TEXT = 1 << 16 };

/* Appends a polyomino, with a separator from the one before. */
typedef void put_omino(df_text *text, const df_omino *omino, bool is_first);

typedef struct text_writer {
    put_omino *put;
    out_stream *out;
    df_text text;
    bool has_begun;
} text_writer;

static df_status omino_format_flush(text_writer *self)
{
    df_status status = self->text.status;
    if (status == DF_OK && !out_write(self->out, self->text.bytes, self->text.length))
        status = DF_ERROR_CANCELLED;
    self->text.length = 0;
    return status;
}

static df_status omino_format_take(void *context, const df_omino *omino)
{
    text_writer *self = context;
    self->put(&self->text, omino, !self->has_begun);
    self->has_begun = true;
    return self->text.status == DF_OK && self->text.length < FULL_TEXT
               ? DF_OK
               : omino_format_flush(self);
}

/* Writes the rest of the text and frees it. */
static df_status end_texts(text_writer *self, df_status status)
{
    if (status == DF_OK)
        status = omino_format_flush(self);
    df_text_free(&self->text);
    return status;
}

/* What a format puts for each polyomino. */
typedef struct text_format {
    put_omino *put;
} text_format;

static df_status omino_format_write(const void *content, out_stream *out, df_error *error)
{
    const omino_source *source = content;
    const text_format *how = out->format->how;
    text_writer self = {.put = how->put, .out = out};
    return end_texts(&self, source->run(source, omino_format_take, &self, error));
}

static void put_drawing(df_text *text, const df_omino *omino, bool is_first)
{
    if (!is_first)
        df_text_put_char(text, '\n');
    const size_t begin = text->length;
    df_omino_write(text, omino, DF_OMINO_DRAWING);
    df_text_put_char(text, '\n');
    for (size_t i = begin; text->status == DF_OK && i < text->length; i++) {
        if (text->bytes[i] == '/')
            text->bytes[i] = '\n';
    }
}

static void put_xy(df_text *text, const df_omino *omino, bool is_first)
{
    (void)is_first;
    for (unsigned i = 0; i < omino->size; i++) {
        df_text_format(text, "%s%u,%u", i > 0 ? " " : "", omino->squares[i].x,
                       omino->squares[i].y);
    }
    df_text_put_char(text, '\n');
}

static void omino_format_put_code(df_text *text, const df_omino *omino, bool is_first)
{
    (void)is_first;
    df_omino_write(text, omino, DF_OMINO_CODE);
    df_text_put_char(text, '\n');
}

static df_status take_codes(void *context, const df_ominoes_batch *batch)
{
    text_writer *self = context;
    for (unsigned i = 0; i < batch->count; i++) {
        char line[DF_OMINOES_CODE_SIZE + 1];
        const size_t length = df_ominoes_batch_code(batch, i, line);
        line[length] = '\n';
        df_text_put_bytes(&self->text, line, length + 1);
    }
    return self->text.status == DF_OK && self->text.length < FULL_TEXT
               ? DF_OK
               : omino_format_flush(self);
}

static void omino_format_put_json(df_text *text, const df_omino *omino, bool is_first)
{
    (void)is_first;
    df_omino_write(text, omino, DF_OMINO_JSON);
}

static df_status write_code(const void *content, out_stream *out, df_error *error)
{
    const omino_source *source = content;
    if (source->run_batches == NULL)
        return omino_format_write(source, out, error);
    text_writer self = {.out = out};
    return end_texts(&self, source->run_batches(source, take_codes, &self, error));
}

static const output_format format_text =
    OUTPUT_FORMAT("text", ".txt", "drawings of # and ., an empty line between two",
                  omino_format_write, .how = &(const text_format){put_drawing});

static const output_format format_code =
    OUTPUT_FORMAT("code", ".codes", "codes, one on each line", write_code,
                  .how = &(const text_format){omino_format_put_code});

static const output_format format_xy =
    OUTPUT_FORMAT("xy", ".xy", "x,y of all squares, one polyomino on each line",
                  omino_format_write, .how = &(const text_format){put_xy});

static const output_format format_json =
    OUTPUT_FORMAT("json", ".jsonl", "JSON objects with their features, one on each line",
                  omino_format_write, .how = &(const text_format){omino_format_put_json});

/* ---- contact sheets, each polyomino in a colour of its own ---- */

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

static const output_format format_svg =
    OUTPUT_FORMAT("svg", ".svg", "a contact sheet", omino_sheet_write);

static const output_format omino_png =
    OUTPUT_FORMAT("png", ".png", "a contact sheet", omino_sheet_write, .is_binary = true);

/* ---- a list of pieces, with names and colours ---- */

/* Pieces in the largest set. */
enum { MAX_PIECES = UINT16_MAX - 2 };

typedef struct collection {
    df_omino *items;
    size_t count;
    size_t capacity;
    df_error *error;
} collection;

static df_status omino_pieces_take(void *context, const df_omino *omino)
{
    collection *self = context;
    if (omino->size > DF_PIECE_MAX_SQUARES)
        return message_error(self->error, DF_ERROR_LIMIT,
                             "pieces have 32 squares at most; use smaller polyominoes");
    if (self->count == MAX_PIECES)
        return message_error(self->error, DF_ERROR_LIMIT,
                             "these are more than 65533 pieces; use --limit or another format");
    const df_status status = ARRAY_RESERVE(self->items, self->capacity, self->count, 1);
    if (status == DF_OK)
        self->items[self->count++] = *omino;
    return status;
}

static df_status put_set(df_text *text, const df_piece_set *set)
{
    df_plan_color *colors = NULL;
    df_status status = df_omino_plan_colors(&colors, set);
    if (status == DF_OK)
        status = df_pieces_write(text, set, colors);
    free(colors);
    return status;
}

static df_status put_pieces(df_text *text, const void *content, df_error *error)
{
    const omino_source *source = content;
    collection self = {.error = error};
    df_piece_set *set = NULL;
    df_status status = source->run(source, omino_pieces_take, &self, error);
    if (status == DF_OK && self.count == 0)
        status =
            message_error(error, DF_ERROR_ARGUMENT, "there is no polyomino to make a piece of");
    if (status == DF_OK) {
        status = df_omino_piece_set(&set, self.items, self.count);
        if (status == DF_ERROR_ARGUMENT)
            message_error(
                error, status,
                "two of these polyominoes are rotations of each other, and so the same piece; "
                "use --class one-sided");
    }
    if (status == DF_OK)
        status = put_set(text, set);
    df_piece_set_free(set);
    free(self.items);
    return status;
}

static const output_format format_pieces =
    TEXT_FORMAT("pieces", ".pieces", "a list of pieces with names and colours", put_pieces);

static const output_format *const formats[] = {
    &format_text, &format_code, &format_xy,     &format_json,
    &format_svg,  &omino_png,   &format_pieces,
};

const format_table omino_formats = {formats, sizeof formats / sizeof formats[0]};

cli_status omino_outputs_open(output_list *outputs, const omino_settings *chosen)
{
    const char *format = chosen->output.format;
    if (chosen->json && format != NULL)
        return message_usage("omino", "--json and --format exclude each other");
    if (chosen->json)
        format = format_json.name;
    cli_status status =
        output_list_begin(outputs, "omino", output_paths(&chosen->output.paths, true), format,
                          &omino_formats, false);
    if (status == GO_ON)
        status = output_list_open(outputs);
    return status == GO_ON ? output_list_spare(outputs, chosen->from) : status;
}

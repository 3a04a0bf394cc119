#include "omino_source.h"

#include "cli/base/message.h"

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

static df_status write_texts(const omino_source *source, put_omino *put, out_stream *out,
                             df_error *error)
{
    text_writer self = {.put = put, .out = out};
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

static df_status omino_format_write_text(const void *content, out_stream *out, df_error *error)
{
    return write_texts(content, put_drawing, out, error);
}

static df_status write_xy(const void *content, out_stream *out, df_error *error)
{
    return write_texts(content, put_xy, out, error);
}

static df_status write_code(const void *content, out_stream *out, df_error *error)
{
    const omino_source *source = content;
    if (source->run_batches == NULL)
        return write_texts(source, omino_format_put_code, out, error);
    text_writer self = {.out = out};
    return end_texts(&self, source->run_batches(source, take_codes, &self, error));
}

static df_status omino_format_write_json(const void *content, out_stream *out, df_error *error)
{
    return write_texts(content, omino_format_put_json, out, error);
}

static const output_format format_text = OUTPUT_FORMAT(
    "text", ".txt", "drawings of # and ., an empty line between two", omino_format_write_text);

static const output_format format_code =
    OUTPUT_FORMAT("code", ".codes", "codes, one on each line", write_code);

static const output_format format_xy =
    OUTPUT_FORMAT("xy", ".xy", "x,y of all squares, one polyomino on each line", write_xy);

static const output_format format_json =
    OUTPUT_FORMAT("json", ".jsonl", "JSON objects with their features, one on each line",
                  omino_format_write_json);

static const output_format *const formats[] = {
    &format_text,      &format_code,      &format_xy,           &format_json,
    &omino_format_svg, &omino_format_png, &omino_format_pieces,
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

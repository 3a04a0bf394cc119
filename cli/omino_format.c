#include "omino_format.h"

#include "message.h"
#include "omino_json.h"

/* Written when it has grown so long. */
enum { FULL_TEXT = 1 << 16 };

/* Appends one polyomino, with what divides it from the one before. */
typedef void put_omino(df_text *text, const df_omino *omino, bool is_first);

typedef struct text_writer {
    put_omino *put;
    out_stream *out;
    df_text text;
    bool has_begun;
} text_writer;

static df_status flush(text_writer *own)
{
    df_status status = own->text.status;
    if (status == DF_OK && !out_write(own->out, own->text.bytes, own->text.length))
        status = DF_ERROR_SINK;
    own->text.length = 0;
    return status;
}

static df_status take(void *context, const df_omino *omino)
{
    text_writer *own = context;
    own->put(&own->text, omino, !own->has_begun);
    own->has_begun = true;
    return own->text.status == DF_OK && own->text.length < FULL_TEXT ? DF_OK : flush(own);
}

/* Writes what is left when all have been taken, and frees the text. */
static df_status end_texts(text_writer *own, df_status status)
{
    if (status == DF_OK)
        status = flush(own);
    df_text_free(&own->text);
    return status;
}

static df_status write_texts(const omino_source *source, put_omino *put, out_stream *out,
                             df_mishap *mishap)
{
    text_writer own = {.put = put, .out = out};
    return end_texts(&own, source->run(source, take, &own, mishap));
}

static void put_drawing(df_text *text, const df_omino *omino, bool is_first)
{
    if (!is_first)
        df_text_put_char(text, '\n');
    const size_t begin = text->length;
    df_omino_drawing_write(text, omino);
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
        if (i > 0)
            df_text_put_char(text, ' ');
        df_text_put_number(text, omino->squares[i].x);
        df_text_put_char(text, ',');
        df_text_put_number(text, omino->squares[i].y);
    }
    df_text_put_char(text, '\n');
}

static void put_code(df_text *text, const df_omino *omino, bool is_first)
{
    (void)is_first;
    df_omino_code_write(text, omino);
    df_text_put_char(text, '\n');
}

static df_status take_codes(void *context, const df_ominoes_batch *batch)
{
    text_writer *own = context;
    for (unsigned i = 0; i < batch->count; i++) {
        char line[DF_OMINOES_CODE_SIZE + 1];
        const size_t length = df_ominoes_batch_code(batch, i, line);
        line[length] = '\n';
        df_text_put_bytes(&own->text, line, length + 1);
    }
    return own->text.status == DF_OK && own->text.length < FULL_TEXT ? DF_OK : flush(own);
}

static void put_json(df_text *text, const df_omino *omino, bool is_first)
{
    (void)is_first;
    omino_json_write(text, omino, false);
}

static df_status write_text(const void *content, out_stream *out, df_mishap *mishap)
{
    return write_texts(content, put_drawing, out, mishap);
}

static df_status write_xy(const void *content, out_stream *out, df_mishap *mishap)
{
    return write_texts(content, put_xy, out, mishap);
}

static df_status write_code(const void *content, out_stream *out, df_mishap *mishap)
{
    const omino_source *source = content;
    if (source->run_batches == NULL)
        return write_texts(source, put_code, out, mishap);
    text_writer own = {.out = out};
    return end_texts(&own, source->run_batches(source, take_codes, &own, mishap));
}

static df_status write_json(const void *content, out_stream *out, df_mishap *mishap)
{
    return write_texts(content, put_json, out, mishap);
}

static const output_format format_text = {
    .name = "text",
    .summary = "drawings of # and ., an empty line between two",
    .extensions = {".txt"},
    .write = write_text,
};

static const output_format format_code = {
    .name = "code",
    .summary = "codes, one on each line",
    .extensions = {".codes"},
    .write = write_code,
};

static const output_format format_xy = {
    .name = "xy",
    .summary = "x,y of all squares, one polyomino on each line",
    .extensions = {".xy"},
    .write = write_xy,
};

static const output_format format_json = {
    .name = "json",
    .summary = "JSON objects with their features, one on each line",
    .extensions = {".jsonl"},
    .write = write_json,
};

static const output_format *const formats[] = {
    &format_text,      &format_code,      &format_xy,           &format_json,
    &omino_format_svg, &omino_format_png, &omino_format_pieces, &omino_format_xmpuzzle,
};

const format_table omino_formats = {formats, sizeof formats / sizeof formats[0]};

int omino_outputs_open(output_list *outputs, text_list *paths, const omino_settings *chosen)
{
    const char *format = chosen->output.format;
    if (chosen->json && format != NULL)
        return message_usage("omino", "--json and --format exclude each other");
    if (chosen->json)
        format = format_json.name;
    for (size_t i = 0; i < chosen->output.paths.count; i++) {
        if (!text_list_add(paths, chosen->output.paths.items[i]))
            return message("out of memory");
    }
    if (paths->count == 0 && !text_list_add(paths, "-"))
        return message("out of memory");
    int status = output_list_begin(outputs, "omino", paths, format, &omino_formats);
    if (status < 0)
        status = output_list_open(outputs);
    return status < 0 ? output_list_spare(outputs, chosen->from) : status;
}

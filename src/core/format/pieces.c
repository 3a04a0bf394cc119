#include "dropforge/plan.h"

#include <stdlib.h>

#include "core/base/error.h"
#include "line_reader.h"

#define MAGIC "dropforge-pieces"

static const line_format format = {MAGIC, "'" MAGIC " 1'", "list of pieces"};

typedef struct pieces_reader {
    line_reader lines;
    piece_list pieces;
    df_plan_color *colors; /* NULL until the first colour: then there are no more pieces */
} pieces_reader;

static df_status pieces_make_colors(pieces_reader *reader)
{
    if (reader->colors != NULL)
        return DF_OK;
    reader->colors = calloc(reader->pieces.set->count, sizeof reader->colors[0]);
    return reader->colors != NULL ? DF_OK : DF_ERROR_MEMORY;
}

static df_status pieces_read(pieces_reader *reader, text_span keyword)
{
    if (reader->colors != NULL)
        return df_line_complain(&reader->lines, keyword,
                                "a piece after the first colour; move it above all colours");
    return df_piece_line_read(&reader->lines, &reader->pieces);
}

static df_status pieces_read_color(pieces_reader *reader, text_span keyword)
{
    if (reader->pieces.set == NULL)
        return df_line_complain(&reader->lines, keyword,
                                "a colour before the first piece; begin with pieces");
    const df_status status = pieces_make_colors(reader);
    return status == DF_OK ? df_color_line_read(&reader->lines, &reader->pieces, reader->colors)
                           : status;
}

/* Reads one line after the head. */
static df_status pieces_read_statement(pieces_reader *reader)
{
    text_span word;
    const df_status status = df_line_check(&reader->lines);
    if (status != DF_OK || !df_scan_word(&reader->lines.scan, &word) || word.bytes[0] == '#')
        return status;
    if (df_span_equals(word, "piece"))
        return pieces_read(reader, word);
    if (df_span_equals(word, "color"))
        return pieces_read_color(reader, word);
    return df_line_complain_of_want(&reader->lines, word, "a kind of line",
                                    "; write 'piece NAME DRAWING' or 'color PIECE #rrggbb'");
}

static df_status pieces_read_all(pieces_reader *reader)
{
    df_status status = df_line_read_head(&reader->lines);
    while (status == DF_OK && df_scan_line(&reader->lines.scan))
        status = pieces_read_statement(reader);
    if (status == DF_OK && reader->pieces.set == NULL)
        status = df_error_set_at(reader->lines.error, reader->lines.scan.number + 1, 1,
                                 "there are no pieces; add 'piece NAME DRAWING'");
    return status == DF_OK ? pieces_make_colors(reader) : status;
}

df_status df_pieces_read(df_piece_set **set, df_plan_color **colors, const char *text,
                         size_t length, df_error *error)
{
    pieces_reader reader = {.lines = {.format = &format, .error = error}};
    df_scan_begin(&reader.lines.scan, text, length);
    const df_status status = pieces_read_all(&reader);
    if (status == DF_OK) {
        *set = df_piece_list_take(&reader.pieces);
        *colors = reader.colors;
    } else {
        free(reader.colors);
    }
    df_piece_list_free(&reader.pieces);
    return status;
}

df_status df_pieces_write(df_text *text, const df_piece_set *set, const df_plan_color *colors)
{
    if (!df_piece_lines_can_name(set))
        return DF_ERROR_LIMIT;
    df_text_put(text, MAGIC " 1\n");
    df_piece_lines_write(text, set);
    if (colors != NULL)
        df_color_lines_write(text, set, colors);
    return text->status;
}

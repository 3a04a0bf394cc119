#include "core/base/format.h"
#include "line_reader.h"

#include <string.h>

#include "core/base/error.h"

#define DRAW "; draw rows from the top with '/' between them, such as .#./###"

/* True if a line that begins with this word is no drop. */
static bool is_keyword(text_span name)
{
    return df_span_equals(name, "field") || df_span_equals(name, "rules") ||
           df_span_equals(name, "piece") || df_span_equals(name, "color");
}

bool df_piece_lines_can_name(const df_piece_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        const char *name = set->pieces[i].name;
        if (is_keyword((text_span){name, strlen(name)}))
            return false;
    }
    return true;
}

/* Refuses a drawing, which is not empty. */
static df_status complain_of_drawing(line_reader *reader, text_span drawing, piece_flaw flaw)
{
    static const char *const flaws[] = {
        [PIECE_BAD_BYTE] = " has other signs than '#', '.' and '/'" DRAW,
        [PIECE_EMPTY] = " has no square" DRAW,
        [PIECE_LARGE] = " has more than 32 squares; draw a smaller piece",
        [PIECE_TORN] = " does not hang together; draw squares that share sides",
    };
    return df_line_complain_of_word(reader, drawing, flaws[flaw]);
}

df_status df_piece_line_read(line_reader *reader, piece_list *pieces)
{
    df_piece piece;
    text_span name, drawing;
    df_scan_word(&reader->scan, &name);
    /* The name is judged before the drawing, for which any will do until then. */
    const text_span square = {"#", 1};
    if (df_piece_draw(&piece, name, square) != PIECE_GOOD || is_keyword(name))
        return df_line_complain_of_want(reader, name, "a name for a piece",
                                        "; write 1 to 11 letters, digits or signs, not '#', "
                                        "and not field, rules, piece or color");
    /* Pieces that are borrowed are no longer there when the first one comes. */
    if (pieces->owned != NULL && df_piece_list_find(pieces, name) >= 0)
        return df_line_complain_of_word(reader, name,
                                        " is the name of another piece; choose a new one");
    df_scan_word(&reader->scan, &drawing);
    if (drawing.length == 0)
        return df_line_complain_of_want(reader, drawing, "a drawing", DRAW);
    const piece_flaw flaw = df_piece_draw(&piece, name, drawing);
    if (flaw != PIECE_GOOD)
        return complain_of_drawing(reader, drawing, flaw);
    df_status status = df_line_read_end(reader, "'piece NAME DRAWING'");
    if (status == DF_OK)
        status = df_piece_list_add(pieces, &piece);
    if (status != DF_ERROR_LIMIT)
        return status;
    return df_line_complain_of_word(reader, name, " is one piece too many; use at most 65533");
}

df_status df_piece_word_find(line_reader *reader, const piece_list *pieces, text_span word,
                             unsigned *piece)
{
    const int found = df_piece_list_find(pieces, word);
    if (found >= 0) {
        *piece = (unsigned)found;
        return DF_OK;
    }
    df_line_complain_of_want(reader, word, "the name of a piece", "; use one of");
    for (size_t i = 0; pieces->set != NULL && i < pieces->set->count; i++)
        df_error_append(reader->error, " %s", pieces->set->pieces[i].name);
    return DF_ERROR_INPUT;
}

df_status df_color_line_read(line_reader *reader, const piece_list *pieces,
                             df_plan_color *colors)
{
    text_span word;
    unsigned piece = 0;
    df_scan_word(&reader->scan, &word);
    const df_status status = df_piece_word_find(reader, pieces, word, &piece);
    if (status != DF_OK)
        return status;
    if (colors[piece].given)
        return df_line_complain_of_word(reader, word,
                                        " already has a colour; remove one of them");
    df_scan_word(&reader->scan, &word);
    df_color color;
    const bool has_sign = word.length > 0 && word.bytes[0] == '#';
    if (!has_sign || !df_span_color((text_span){word.bytes + 1, word.length - 1}, &color))
        return df_line_complain_of_want(reader, word, "a colour",
                                        "; write '#' and six hexadecimal digits");
    colors[piece] = (df_plan_color){true, color};
    return df_line_read_end(reader, "'color PIECE #rrggbb'");
}

static void write_drawing(df_text *text, const df_shape *shape)
{
    for (unsigned y = shape->height; y-- > 0;) {
        for (unsigned x = 0; x < shape->width; x++)
            df_text_put_char(text, (shape->row[y] >> x & 1) != 0 ? '#' : '.');
        df_text_put_char(text, y > 0 ? '/' : '\n');
    }
}

void df_piece_lines_write(df_text *text, const df_piece_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        df_text_format(text, "piece %s ", set->pieces[i].name);
        write_drawing(text, &set->pieces[i].shape[DF_NORTH]);
    }
}

void df_color_lines_write(df_text *text, const df_piece_set *set, const df_plan_color *colors)
{
    for (size_t i = 0; i < set->count; i++) {
        if (!colors[i].given)
            continue;
        df_text_format(text, "color %s #", set->pieces[i].name);
        df_text_put_color(text, colors[i].color);
        df_text_put_char(text, '\n');
    }
}

#include "begin_lines.h"

#define ROW_EMPTY '.'
#define ROW_OTHER 'X' /* a square of no piece */

/* Returns the square that a letter is; -1 if it is none. */
static int row_line_find(const df_piece_set *tetrominoes, const char *letter)
{
    if (*letter == ROW_EMPTY)
        return 0;
    if (*letter == ROW_OTHER)
        return 1 + (int)tetrominoes->count;
    const int piece = df_piece_set_find(tetrominoes, letter, 1);
    return piece < 0 ? -1 : 1 + piece;
}

df_status df_row_line_read(line_reader *reader, const df_piece_set *tetrominoes,
                           df_field *field, unsigned y)
{
    text_span word;
    unsigned filled = 0;
    if (!df_scan_word(&reader->scan, &word) || word.length != field->width) {
        df_line_complain_of_want(reader, word, "a row of the playfield", "");
        df_error_append(reader->error, "; write %u signs", field->width);
        return DF_ERROR_INPUT;
    }
    for (unsigned x = 0; x < field->width; x++) {
        const text_span letter = {word.bytes + x, 1};
        const int square = row_line_find(tetrominoes, letter.bytes);
        if (square < 0)
            return df_line_complain_of_word(reader, letter,
                                            " is no square; use '.', letters of IOTSZJL, or X");
        filled += square > 0;
        (void)df_field_set(field, x, y, (unsigned)square);
    }
    if (filled == field->width)
        return df_line_complain(reader, word, "the row is full; remove this line");
    return df_line_read_end(reader, "'row SQUARES'");
}

void df_row_lines_write(df_text *text, const df_piece_set *tetrominoes, const df_field *begin)
{
    for (unsigned y = begin->height; y-- > 0;) {
        df_text_put(text, "row ");
        for (unsigned x = 0; x < begin->width; x++) {
            const unsigned square = df_field_square(begin, x, y);
            char sign = ROW_OTHER;
            if (square == 0)
                sign = ROW_EMPTY;
            else if (square <= tetrominoes->count)
                sign = tetrominoes->pieces[square - 1].name[0];
            df_text_put_char(text, sign);
        }
        df_text_put_char(text, '\n');
    }
}

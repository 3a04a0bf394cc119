/* Reads texts of lines of words that begin with the name and the version of their format.
 * Errors quote a word of the text, cut short, and give advice after a semicolon. */
#pragma once

#include "core/base/error.h"
#include "core/base/scan.h"
#include "core/board/piece_list.h"
#include "core/board/turns.h"
#include "dropforge/plan.h"

/* A format: its first word, its first line in quotation marks, and what a text is called. */
typedef struct line_format {
    const char *magic;
    const char *head;
    const char *name;
} line_format;

typedef struct line_reader {
    const line_format *format;
    text_scan scan;
    df_error *error;
} line_reader;

/* Write an error at a word of the current line, to which the caller may append, and return
 * DF_ERROR_INPUT. The second quotes the word, which must not be empty. The third is for a word
 * that is not what the format wants there, or is missing. */
df_status df_line_complain(line_reader *reader, text_span at, const char *format, ...)
    DF_TEXT_FORMAT(3, 4);
df_status df_line_complain_of_word(line_reader *reader, text_span word, const char *what);
df_status df_line_complain_of_want(line_reader *reader, text_span word, const char *want,
                                   const char *advice);

/* Reads the first line, which names the format and its version. */
df_status df_line_read_head(line_reader *reader);

/* Refuses a current line that is not plain text, even a comment. */
df_status df_line_check(line_reader *reader);

/* Checks that the line has no more words; `form` says what it should be as a whole. */
df_status df_line_read_end(line_reader *reader, const char *form);

/* Reads a number between `min` and `max`; `want` says what it is for. */
df_status df_line_read_number(line_reader *reader, const char *want, unsigned min, unsigned max,
                              unsigned *number, text_span *word);

/* Reads a line `row` after its first word into row y of the playfield, which is empty. */
df_status df_row_line_read(line_reader *reader, const df_piece_set *tetrominoes,
                           df_field *field, unsigned y);

/* Puts `rows` rows that were read into the highest ones of *read on the floor of a new
 * playfield, where `other` is a square of no piece. */
df_status df_row_lines_lay(df_field **field, const df_field *read, unsigned rows,
                           unsigned other);

/* Appends a line for each row of the starting field, from the top. */
void df_row_lines_write(df_text *text, const df_piece_set *tetrominoes, const df_field *begin);

/* Reads a line `deal` after its first word; the plan has none yet. The dealer begins to deal
 * the pieces that the queue must have. */
df_status df_deal_line_read(line_reader *reader, df_plan *plan, df_dealer *dealer);

/* Reads a line `queue` after its first word; the plan has a deal. */
df_status df_queue_line_read(line_reader *reader, df_plan *plan, df_dealer *dealer);

/* Appends the lines of a plan with a deal. */
void df_deal_lines_write(df_text *text, const df_plan *plan);

/* A line of a table of kicks: how it moves the piece's centre, or the line it refers to. */
typedef struct turns_line {
    size_t number; /* of the line in the text; 0: it is missing */
    bool refers;
    uint8_t other; /* key of the line that is referred to */
    uint8_t tests;
    uint16_t full;
    int8_t x[DF_TURN_MAX_TESTS], y[DF_TURN_MAX_TESTS];
} turns_line;

/* A table that is read. Begin with all zero. */
typedef struct turns_table {
    turns_line keys[DF_TETROMINOES * DF_ORIENTATIONS * DF_TURNS];
} turns_table;

/* True if the next word of the line begins a line of a table. */
bool df_turns_line_is_next(const line_reader *reader);

/* Reads the rest of the line as one of a table. */
df_status df_turns_line_read(line_reader *reader, turns_table *table);

/* Makes a copy of a set whose pieces have the kicks of a table, which has all its lines;
 * without some of them the error is at this place. */
df_status df_turns_table_end(const line_reader *reader, const turns_table *table, size_t line,
                             size_t column, const df_piece_set *set, df_piece_set **kicked);

/* Appends the lines of a table, each behind a word. */
void df_turns_lines_write(df_text *text, const char *word, const df_turns *kicks);

/* True if none of the pieces has a name that would be taken for a line of another kind. */
bool df_piece_lines_can_name(const df_piece_set *set);

/* Read such a line after its first word. */
df_status df_piece_line_read(line_reader *reader, piece_list *pieces);
df_status df_color_line_read(line_reader *reader, const piece_list *pieces,
                             df_plan_color *colors);

/* Finds the piece whose name is `word`; without one the word is refused. */
df_status df_piece_word_find(line_reader *reader, const piece_list *pieces, text_span word,
                             unsigned *piece);

/* Append a line for each piece of the set; for each that has a colour. */
void df_piece_lines_write(df_text *text, const df_piece_set *set);
void df_color_lines_write(df_text *text, const df_piece_set *set, const df_plan_color *colors);

/* Reads texts of lines of words that begin with the name and the version of their format.
 * Errors quote a word of the text, cut short, and give advice after a semicolon. */
#ifndef DROPFORGE_CORE_LINE_READER_H
#define DROPFORGE_CORE_LINE_READER_H

#include "core/base/error.h"
#include "core/base/scan.h"
#include "dropforge/base.h"

/* A format: its first word, its first line in quotation marks, and what a text in it is called.
 */
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

#endif

/* What the readers of drop lists and of lists of pieces share: texts of lines of words that
 * begin with the name and the version of their format. In the mishaps a word of the text is
 * quoted, cut short; advice follows after a semicolon. */
#ifndef DROPFORGE_CORE_LINE_READER_H
#define DROPFORGE_CORE_LINE_READER_H

#include "core/scan.h"
#include "dropforge/status.h"

/* A format: its first word, its first line in quotation marks, and what a text of it is. */
typedef struct line_format {
    const char *magic;
    const char *head;
    const char *name;
} line_format;

typedef struct line_reader {
    const line_format *format;
    text_scan scan;
    df_mishap *mishap;
} line_reader;

/* These begin the mishap at a word of the current line, and the caller may add to it. All
 * answer DF_ERROR_INPUT. The second quotes the word, which is there. The third is for a word
 * that is not what the format wants there, and may be missing. */
df_status df_line_complain(line_reader *reader, text_span at, const char *what);
df_status df_line_complain_of_word(line_reader *reader, text_span word, const char *what);
df_status df_line_complain_of_want(line_reader *reader, text_span word, const char *want,
                                   const char *advice);

/* Reads the first line, which tells the format and its version. */
df_status df_line_read_head(line_reader *reader);

/* Refuses a current line that is no plain text, comments too. */
df_status df_line_check(line_reader *reader);

/* The line must have no more words; `form` says what it should be as a whole. */
df_status df_line_read_end(line_reader *reader, const char *form);

/* Reads a number between `least` and `most`; `want` says what it is for. */
df_status df_line_read_number(line_reader *reader, const char *want, unsigned least,
                              unsigned most, unsigned *number, text_span *word);

#endif

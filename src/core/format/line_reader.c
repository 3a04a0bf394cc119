#include "line_reader.h"

#include <string.h>

/* A quoted word may not push the advice out of an error. */
#define MAX_QUOTED 24

df_status df_line_complain(line_reader *reader, text_span at, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    df_error_set_at(reader->error, reader->scan.number, df_scan_column(&reader->scan, at), "%s",
                    "");
    df_error_append_list(reader->error, format, &list);
    va_end(list);
    return DF_ERROR_INPUT;
}

df_status df_line_complain_of_word(line_reader *reader, text_span word, const char *what)
{
    const bool whole = word.length <= MAX_QUOTED;
    return df_line_complain(reader, word, "'%.*s%s'%s", whole ? (int)word.length : MAX_QUOTED,
                            word.bytes, whole ? "" : "...", what);
}

df_status df_line_complain_of_want(line_reader *reader, text_span word, const char *want,
                                   const char *advice)
{
    if (word.length > 0)
        df_line_complain_of_word(reader, word, " is not ");
    else
        df_line_complain(reader, word, "the line ends where there should be ");
    df_error_append(reader->error, "%s%s", want, advice);
    return DF_ERROR_INPUT;
}

df_status df_line_read_head(line_reader *reader)
{
    static const char advice[] = "; the first line must be ";
    const char *head = reader->format->head;
    text_span word = {0};
    if (!df_scan_line(&reader->scan))
        return df_error_set_at(reader->error, 1, 1, "the text is empty%s%s", advice, head);
    const df_status status = df_line_check(reader);
    if (status != DF_OK)
        return status;
    df_scan_word(&reader->scan, &word);
    /* Programs recognize the format by the first bytes, so not even a space may come first. */
    if (!df_span_equals(word, reader->format->magic) || word.bytes != reader->scan.line.bytes)
        return df_line_complain(reader, reader->scan.line, "this is not a %s%s%s",
                                reader->format->name, advice, head);
    df_scan_word(&reader->scan, &word);
    if (!df_span_equals(word, "1"))
        return df_line_complain_of_want(
            reader, word, "a version that can be read here; the first line must be ", head);
    return df_line_read_end(reader, head);
}

df_status df_line_check(line_reader *reader)
{
    const text_span line = reader->scan.line;
    const char *nul = memchr(line.bytes, '\0', line.length);
    if (nul == NULL)
        return DF_OK;
    return df_line_complain(reader, (text_span){nul, 1}, "a NUL byte; a %s is plain text",
                            reader->format->name);
}

df_status df_line_read_end(line_reader *reader, const char *form)
{
    text_span word;
    if (!df_scan_word(&reader->scan, &word))
        return DF_OK;
    df_line_complain_of_word(reader, word, " is too much; the line must be ");
    df_error_append(reader->error, "%s", form);
    return DF_ERROR_INPUT;
}

df_status df_line_read_number(line_reader *reader, const char *want, unsigned min, unsigned max,
                              unsigned *number, text_span *word)
{
    df_scan_word(&reader->scan, word);
    if (df_span_number(*word, max, number) && *number >= min)
        return DF_OK;
    df_line_complain_of_want(reader, *word, want, "; write a number from ");
    df_error_append(reader->error, "%u to %u", min, max);
    return DF_ERROR_INPUT;
}

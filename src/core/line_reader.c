#include "core/line_reader.h"

#include <string.h>

#include "core/mishap.h"

df_status df_line_complain(line_reader *reader, text_span at, const char *what)
{
    df_mishap_begin(reader->mishap, reader->scan.number, df_scan_column(&reader->scan, at),
                    what);
    return DF_ERROR_INPUT;
}

df_status df_line_complain_of_word(line_reader *reader, text_span word, const char *what)
{
    df_line_complain(reader, word, "");
    df_mishap_quote(reader->mishap, word);
    df_mishap_put(reader->mishap, what);
    return DF_ERROR_INPUT;
}

df_status df_line_complain_of_want(line_reader *reader, text_span word, const char *want,
                                   const char *advice)
{
    if (word.length > 0)
        df_line_complain_of_word(reader, word, " is not ");
    else
        df_line_complain(reader, word, "the line ends where there should be ");
    df_mishap_put(reader->mishap, want);
    df_mishap_put(reader->mishap, advice);
    return DF_ERROR_INPUT;
}

static void advise_head(const line_reader *reader)
{
    df_mishap_put(reader->mishap, "; the first line must be ");
    df_mishap_put(reader->mishap, reader->format->head);
}

df_status df_line_read_head(line_reader *reader)
{
    text_span word = {0};
    if (!df_scan_line(&reader->scan)) {
        df_mishap_begin(reader->mishap, 1, 1, "the text is empty");
        advise_head(reader);
        return DF_ERROR_INPUT;
    }
    const df_status status = df_line_check(reader);
    if (status != DF_OK)
        return status;
    df_scan_word(&reader->scan, &word);
    /* Programs know the format by the first bytes, so not even a space may come first. */
    if (!df_span_equals(word, reader->format->magic) || word.bytes != reader->scan.line.bytes) {
        df_line_complain(reader, reader->scan.line, "this is not a ");
        df_mishap_put(reader->mishap, reader->format->name);
        advise_head(reader);
        return DF_ERROR_INPUT;
    }
    df_scan_word(&reader->scan, &word);
    if (!df_span_equals(word, "1")) {
        df_line_complain_of_want(reader, word, "a version that can be read here", "");
        advise_head(reader);
        return DF_ERROR_INPUT;
    }
    return df_line_read_end(reader, reader->format->head);
}

df_status df_line_check(line_reader *reader)
{
    const text_span line = reader->scan.line;
    const char *nul = memchr(line.bytes, '\0', line.length);
    if (nul == NULL)
        return DF_OK;
    df_line_complain(reader, (text_span){nul, 1}, "a NUL byte; a ");
    df_mishap_put(reader->mishap, reader->format->name);
    df_mishap_put(reader->mishap, " is plain text");
    return DF_ERROR_INPUT;
}

df_status df_line_read_end(line_reader *reader, const char *form)
{
    text_span word;
    if (!df_scan_word(&reader->scan, &word))
        return DF_OK;
    df_line_complain_of_word(reader, word, " is too much; the line must be ");
    df_mishap_put(reader->mishap, form);
    return DF_ERROR_INPUT;
}

df_status df_line_read_number(line_reader *reader, const char *want, unsigned least,
                              unsigned most, unsigned *number, text_span *word)
{
    df_scan_word(&reader->scan, word);
    if (df_span_number(*word, most, number) && *number >= least)
        return DF_OK;
    df_line_complain_of_want(reader, *word, want, "; write a number from ");
    df_mishap_put_number(reader->mishap, least);
    df_mishap_put(reader->mishap, " to ");
    df_mishap_put_number(reader->mishap, most);
    return DF_ERROR_INPUT;
}

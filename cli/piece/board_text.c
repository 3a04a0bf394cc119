#include "board_text.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/message.h"

static const char drops_mark[] = "dropforge-drops";
static const char fumen_mark[] = "v115@";

static bool board_text_is_fumen_line(const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                 "0123456789+/?";
    const size_t count = strspn(text, digits);
    const bool is_varied = count > 0 && strspn(text, (char[]){text[0], '\0'}) < count &&
                           strspn(text, "IOTSZJLX") < count;
    return is_varied && text[count + strspn(text + count, " \t\r\n")] == '\0';
}

board_kind board_text_kind(const char *text, size_t length)
{
    if (strncmp(text, drops_mark, sizeof drops_mark - 1) == 0)
        return BOARD_DROPS;
    /* Text after a NUL byte is not seen here; no fumen has one. */
    if (strlen(text) == length &&
        (df_fumen_find_end(text, length) > 0 || board_text_is_fumen_line(text)))
        return BOARD_FUMEN;
    return BOARD_DRAWING;
}

static cli_status board_text_check_row(const board_drawing *drawing, size_t length)
{
    const bool is_first = drawing->height == 0;
    const unsigned line = drawing->line + drawing->height;
    if (drawing->height == DF_FIELD_MAX_HEIGHT)
        return message("%s:%u: a drawing has at most %d rows; remove the others", drawing->name,
                       line, DF_FIELD_MAX_HEIGHT);
    if (is_first && (length == 0 || length > DF_NARROW_MAX_WIDTH))
        return message("%s:%u: the row has %zu squares; draw 1 to %d", drawing->name, line,
                       length, DF_NARROW_MAX_WIDTH);
    if (!is_first && length == 0)
        return message(
            "%s:%u: an empty line in a drawing; give one drawing without empty lines",
            drawing->name, line);
    if (!is_first && length != drawing->width)
        return message("%s:%u: the row has %zu squares, the first one %u; make all rows "
                       "equally long",
                       drawing->name, line, length, drawing->width);
    return GO_ON;
}

/* Refuses blanks and signs outside ASCII, which could mean an empty square or a filled one. */
static cli_status board_text_check_squares(const board_drawing *drawing, const char *row,
                                           size_t length)
{
    for (size_t x = 0; x < length; x++) {
        if (row[x] == ' ' || row[x] == '\t')
            return message("%s:%u:%zu: a blank is not a square; write '.' for an empty one",
                           drawing->name, drawing->line + drawing->height, x + 1);
        if ((unsigned char)row[x] > '~')
            return message("%s:%u:%zu: this is not ASCII; write '.' for an empty square, and a "
                           "letter for a filled one",
                           drawing->name, drawing->line + drawing->height, x + 1);
    }
    return GO_ON;
}

cli_status board_text_rows(board_drawing *drawing, const char *name, const char *text,
                           size_t length, unsigned line)
{
    board_drawing made = {.name = name, .line = line};
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
        length--;
    made.rows = malloc(DF_FIELD_MAX_HEIGHT * sizeof made.rows[0]);
    if (made.rows == NULL)
        return message("out of memory");
    const char *end = text + length;
    cli_status status = GO_ON;
    do {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const char *next = stop != NULL ? stop + 1 : end;
        stop = stop != NULL ? stop : end;
        if (stop > text && stop[-1] == '\r')
            stop--;
        status = board_text_check_squares(&made, text, (size_t)(stop - text));
        if (status == GO_ON)
            status = board_text_check_row(&made, (size_t)(stop - text));
        if (status == GO_ON) {
            made.width = (unsigned)(stop - text);
            made.rows[made.height++] = text;
        }
        text = next;
    } while (status == GO_ON && text < end);
    if (status == GO_ON)
        *drawing = made;
    else
        free(made.rows);
    return status;
}

cli_status board_text_pages(df_fumen_page **pages, size_t *count, const char *name,
                            const char *text, size_t length, size_t lines)
{
    df_error error = {0};
    df_text marked = {0};
    const bool is_marked = df_fumen_find_end(text, length) > 0;
    if (!is_marked) {
        df_text_put(&marked, fumen_mark);
        df_text_put_bytes(&marked, text, length);
        text = marked.bytes;
        length = marked.length;
    }
    df_status status = marked.status;
    if (status == DF_OK)
        status = df_fumen_read(pages, count, text, length, &error);
    df_text_free(&marked);
    if (status == DF_OK)
        return GO_ON;
    /* The place is one in the text as it was given. */
    if (!is_marked && error.line == 1)
        error.column -= sizeof fumen_mark - 1;
    error.line += error.line > 0 ? lines : 0;
    return message_text(name, status, &error);
}

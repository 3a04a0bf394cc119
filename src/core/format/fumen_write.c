#include "dropforge/plan.h"

#include <string.h>

#include "core/base/scan.h"
#include "fumen.h"

/* So many characters stand between two '?'; 'v115@' counts for the first of them. */
#define FIRST_LINE 42
#define LINE 47

#define MAX_COMMENT 4095
#define MAX_REPEATS 63

typedef struct fumen_writer {
    df_text digits;
    df_fumen_page before; /* its squares are what the page before has left */
    df_text shown;        /* the comment of the page before */
    bool repeating;       /* the page before was the same as what was left to it */
    size_t repeats;       /* where the digit is that counts such pages */
} fumen_writer;

/* Puts a number of `digits` digits, the lowest first. */
static void fumen_write_put(fumen_writer *writer, unsigned long value, unsigned digits)
{
    for (; digits > 0; digits--) {
        df_text_put_char(&writer->digits, FUMEN_DIGITS[value % 64]);
        value /= 64;
    }
}

static void put_run(fumen_writer *writer, unsigned difference, unsigned run)
{
    fumen_write_put(writer, difference * FUMEN_SQUARES + run - 1, 2);
}

/* Counts a page without any difference; the first of them is written out. */
static void put_same(fumen_writer *writer)
{
    df_text *digits = &writer->digits;
    if (writer->repeating && digits->status == DF_OK) {
        char *digit = &digits->bytes[writer->repeats];
        const size_t value = (size_t)(strchr(FUMEN_DIGITS, *digit) - FUMEN_DIGITS);
        if (value < MAX_REPEATS) {
            *digit = FUMEN_DIGITS[value + 1];
            return;
        }
    }
    put_run(writer, FUMEN_SAME, FUMEN_SQUARES);
    writer->repeating = true;
    writer->repeats = digits->length;
    fumen_write_put(writer, 0, 1);
}

static void fumen_write_put_squares(fumen_writer *writer, df_fumen_page *page)
{
    if (memcmp(page->square, writer->before.square, sizeof page->square) == 0 &&
        memcmp(page->garbage, writer->before.garbage, sizeof page->garbage) == 0) {
        put_same(writer);
        return;
    }
    writer->repeating = false;
    unsigned last = 0, run = 0;
    for (unsigned place = 0; place < FUMEN_SQUARES; place++) {
        const unsigned now = *df_fumen_at(page, place);
        const unsigned difference = now + FUMEN_SAME - *df_fumen_at(&writer->before, place);
        if (run > 0 && difference != last) {
            put_run(writer, last, run);
            run = 0;
        }
        last = difference;
        run++;
    }
    put_run(writer, last, run);
}

/* Puts '%21' or '%u3042'. */
static void fumen_write_unit(df_text *text, uint32_t unit)
{
    df_text_put(text, unit > 0xff ? "%u" : "%");
    for (unsigned shift = unit > 0xff ? 16 : 8; shift > 0; shift -= 4)
        df_text_put_char(text, "0123456789ABCDEF"[unit >> (shift - 4) & 15]);
}

/* Writes a comment as the format wants it: other letters as the codes of UTF-16. */
static void fumen_write_escape(df_text *text, const char *comment)
{
    for (uint32_t c = df_letter_next(&comment); c != 0; c = df_letter_next(&comment)) {
        if (c > 0xffff)
            fumen_write_unit(text, 0xd800 + ((c - 0x10000) >> 10));
        if (c < 0x80 && strchr("@*_+-./" FUMEN_DIGITS, (char)c) != NULL)
            df_text_put_char(text, (char)c);
        else
            fumen_write_unit(text, c > 0xffff ? 0xdc00 + (c & 0x3ff) : c);
    }
}

static df_status put_comment(fumen_writer *writer, const char *comment)
{
    df_text text = {0};
    fumen_write_escape(&text, comment);
    df_status status = text.status;
    if (status == DF_OK && text.length > MAX_COMMENT)
        status = DF_ERROR_LIMIT;
    if (status == DF_OK)
        fumen_write_put(writer, (unsigned long)text.length, 2);
    for (size_t i = 0; status == DF_OK && i < text.length; i += 4) {
        unsigned long value = 0;
        for (size_t j = i + 4; j-- > i;)
            value = value * FUMEN_COMMENT_BASE +
                    (j < text.length ? (unsigned long)(text.bytes[j] - ' ') : 0);
        fumen_write_put(writer, value, 5);
    }
    df_text_free(&text);
    return status;
}

static bool is_valid(df_fumen_page *page)
{
    for (unsigned place = 0; place < FUMEN_SQUARES; place++) {
        if (*df_fumen_at(page, place) > DF_FUMEN_GRAY)
            return false;
    }
    for (const char *comment = page->comment; comment != NULL && *comment != '\0';) {
        if (!df_fumen_is_letter(df_letter_next(&comment)))
            return false;
    }
    if (page->piece == DF_FUMEN_EMPTY)
        return true;
    return page->piece < DF_FUMEN_GRAY && page->orientation < 4 &&
           df_fumen_fits(page->piece, page->orientation, page->x, page->y);
}

/* Returns the piece and its place as one number. */
static unsigned piece_number(const df_fumen_page *page)
{
    if (page->piece == DF_FUMEN_EMPTY)
        return 0;
    int right = 0, up = 0;
    df_fumen_offset(page->piece, page->orientation, &right, &up);
    const int row = DF_FUMEN_HEIGHT - 1 - (page->y + up);
    const int place = row * DF_FUMEN_WIDTH + page->x + right;
    /* The format has the orientations in the order reversed, right, spawned, left. */
    static const unsigned orientations[] = {2, 1, 0, 3};
    return ((unsigned)place * 4 + orientations[page->orientation]) * 8 + page->piece;
}

static df_status fumen_write_put_page(fumen_writer *writer, df_fumen_page page, bool first)
{
    if (!is_valid(&page))
        return DF_ERROR_ARGUMENT;
    fumen_write_put_squares(writer, &page);
    (void)df_fumen_go_on(&writer->shown, &writer->before);
    if (writer->shown.status != DF_OK)
        return writer->shown.status;
    const char *shown = writer->shown.length > 0 ? writer->shown.bytes : "";
    const bool comment = page.comment != NULL && strcmp(page.comment, shown) != 0;
    const unsigned flags = (page.rise ? FUMEN_RISE : 0u) | (page.mirror ? FUMEN_MIRROR : 0u) |
                           (first ? FUMEN_COLOR : 0u) | (comment ? FUMEN_COMMENT : 0u) |
                           (page.lock ? 0u : FUMEN_NO_LOCK);
    fumen_write_put(writer, flags * FUMEN_SQUARES * 32ul + piece_number(&page), 3);
    df_status status = DF_OK;
    if (comment) {
        status = put_comment(writer, page.comment);
        df_text_free(&writer->shown);
        df_text_put(&writer->shown, page.comment);
    }
    df_fumen_step(&page);
    writer->before = page;
    return status;
}

static void put_lines(df_text *text, const char *digits, size_t length)
{
    df_text_put(text, "v115@");
    size_t line = FIRST_LINE;
    while (length > line) {
        df_text_put_bytes(text, digits, line);
        df_text_put_char(text, '?');
        digits += line;
        length -= line;
        line = LINE;
    }
    df_text_put_bytes(text, digits, length);
}

df_status df_fumen_write(df_text *text, const df_fumen_page *pages, size_t count)
{
    fumen_writer writer = {.repeating = false};
    df_status status = count > 0 ? DF_OK : DF_ERROR_ARGUMENT;
    for (size_t i = 0; status == DF_OK && i < count; i++)
        status = fumen_write_put_page(&writer, pages[i], i == 0);
    if (status == DF_OK)
        status = writer.shown.status != DF_OK ? writer.shown.status : writer.digits.status;
    if (status == DF_OK) {
        put_lines(text, writer.digits.bytes, writer.digits.length);
        status = text->status;
    }
    df_text_free(&writer.digits);
    df_text_free(&writer.shown);
    return status;
}

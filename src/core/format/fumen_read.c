#include "dropforge/plan.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "core/base/scan.h"
#include "fumen.h"

/* Version 110 lacks the two highest rows. */
enum { FUMEN_110_TOP = 2 * DF_FUMEN_WIDTH };

typedef struct fumen_reader {
    const char *text;
    size_t length; /* up to the end of the fumen */
    size_t next;   /* of the text, not yet read */
    size_t number; /* where the number began that was read last */
    unsigned top;  /* squares that the version lacks at the top */
    unsigned same; /* how many pages are still to come without any difference */
    df_fumen_page *pages;
    size_t count;
    size_t capacity;
    df_text comments; /* each that differs from that of the page before, and a NUL behind it */
    df_text shown;    /* by the page that is read */
    bool has_comment; /* of its own, which is the last of `comments` */
    df_error *error;
} fumen_reader;

/* Begins the error at a place of the text; the caller may add to it. */
static df_status fumen_read_complain(fumen_reader *reader, size_t place, const char *what)
{
    size_t line = 1, column = 1;
    for (size_t i = 0; i < place; i++) {
        column++;
        if (reader->text[i] == '\n') {
            line++;
            column = 1;
        }
    }
    return df_error_set_at(reader->error, line, column, "%s", what);
}

/* Returns a character of the text, which may be percent-encoded, and its length. */
static char fumen_read_at(const char *text, size_t length, size_t at, size_t *size)
{
    *size = 1;
    if (text[at] != '%' || length - at < 3)
        return text[at];
    const int high = df_hex_digit(text[at + 1]), low = df_hex_digit(text[at + 2]);
    if (high < 0 || high > 7 || low < 0)
        return text[at];
    *size = 3;
    return (char)(16 * high + low);
}

/* Finds the next mark of a fumen, such as 'v115@', from a place on; false if there is none.
 * *behind is the place after it. */
static bool fumen_read_find_mark(const char *text, size_t length, size_t *at, size_t *behind)
{
    static const char versions[] = "vmd";
    for (; *at + 5 <= length; ++*at) {
        const char *mark = text + *at;
        size_t size = 0;
        if (memchr(versions, mark[0], 3) == NULL || memcmp(mark + 1, "11", 2) != 0 ||
            fumen_read_at(text, length, *at + 4, &size) != '@')
            continue;
        *behind = *at + 4 + size;
        return true;
    }
    return false;
}

size_t df_fumen_find_end(const char *text, size_t length)
{
    size_t at = 0, begin = 0, behind = 0;
    if (!fumen_read_find_mark(text, length, &at, &begin))
        return 0;
    at = begin;
    if (!fumen_read_find_mark(text, length, &at, &behind))
        return length;
    /* The next one may stand in an address, which begins behind a blank. */
    size_t end = at;
    while (end > begin && memchr(" \t\r\n", text[end - 1], 4) == NULL)
        end--;
    return end > begin ? end : at;
}

/* Finds the mark and begins after it. */
static df_status fumen_read_find_digits(fumen_reader *reader)
{
    size_t at = 0;
    if (!fumen_read_find_mark(reader->text, reader->length, &at, &reader->next))
        return fumen_read_complain(reader, 0, "no fumen; begin it with 'v115@'");
    const char version = reader->text[at + 3];
    if (version != '5' && version != '0')
        return fumen_read_complain(reader, at,
                                   "a fumen of another version; save it anew as version 115");
    reader->top = version == '0' ? FUMEN_110_TOP : 0;
    reader->length = df_fumen_find_end(reader->text, reader->length);
    return DF_OK;
}

/* Skips separators between digits; false at the end. */
static bool has_more(fumen_reader *reader)
{
    static const char between[] = "? \t\r\n";
    size_t size = 0;
    while (reader->next < reader->length &&
           memchr(between, fumen_read_at(reader->text, reader->length, reader->next, &size),
                  sizeof between - 1) != NULL)
        reader->next += size;
    return reader->next < reader->length;
}

/* True if a fumen has ended: nothing follows, or what may follow it in an address or a page. */
static bool fumen_read_has_ended(fumen_reader *reader)
{
    static const char after[] = "#&\"'<>)]";
    size_t size = 0;
    return !has_more(reader) ||
           memchr(after, fumen_read_at(reader->text, reader->length, reader->next, &size),
                  sizeof after - 1) != NULL;
}

/* Reads a number of `digits` digits, the lowest first. */
static df_status fumen_read_take(fumen_reader *reader, unsigned digits, unsigned *number)
{
    unsigned value = 0;
    for (unsigned i = 0; i < digits; i++) {
        if (!has_more(reader))
            return fumen_read_complain(reader, reader->next,
                                       "the fumen ends within a page; copy all of it");
        size_t size = 0;
        const char *digit = memchr(
            FUMEN_DIGITS, fumen_read_at(reader->text, reader->length, reader->next, &size),
            sizeof FUMEN_DIGITS - 1);
        if (digit == NULL) {
            fumen_read_complain(reader, reader->next, "'");
            df_error_append(reader->error,
                            "%c' is not a digit of a fumen; use letters, 0 to 9, '+' and '/'",
                            reader->text[reader->next]);
            return DF_ERROR_INPUT;
        }
        if (i == 0)
            reader->number = reader->next;
        value |= (unsigned)(digit - FUMEN_DIGITS) << (6 * i);
        reader->next += size;
    }
    *number = value;
    return DF_OK;
}

static df_status read_squares(fumen_reader *reader, df_fumen_page *page)
{
    if (reader->same > 0) {
        reader->same--;
        return DF_OK;
    }
    const unsigned squares = FUMEN_SQUARES - reader->top;
    for (unsigned place = reader->top; place < FUMEN_SQUARES;) {
        unsigned number = 0;
        const df_status status = fumen_read_take(reader, 2, &number);
        if (status != DF_OK)
            return status;
        const unsigned difference = number / squares;
        const unsigned run = number % squares + 1;
        if (run > FUMEN_SQUARES - place)
            return fumen_read_complain(
                reader, reader->number,
                "squares beyond the end of the playfield; make the run shorter");
        if (difference == FUMEN_SAME && run == squares)
            return fumen_read_take(reader, 1, &reader->same);
        for (const unsigned end = place + run; place < end; place++) {
            uint8_t *square = df_fumen_at(page, place);
            const unsigned value = *square + difference;
            if (value < FUMEN_SAME || value > FUMEN_SAME + DF_FUMEN_GRAY)
                return fumen_read_complain(
                    reader, reader->number,
                    "a square of no kind; let its change lead to 0 to 8");
            *square = (uint8_t)(value - FUMEN_SAME);
        }
    }
    return DF_OK;
}

static df_status fumen_read_piece(fumen_reader *reader, df_fumen_page *page, unsigned number)
{
    static const unsigned orientations[] = {2, 1, 0, 3};
    const unsigned piece = number % 8;
    const unsigned orientation = orientations[number / 8 % 4];
    const unsigned place = reader->top + number / 32;
    if (piece == DF_FUMEN_EMPTY)
        return DF_OK;
    int right = 0, up = 0;
    df_fumen_offset(piece, orientation, &right, &up);
    const int x = (int)(place % DF_FUMEN_WIDTH) - right;
    const int y = DF_FUMEN_HEIGHT - 1 - (int)(place / DF_FUMEN_WIDTH) - up;
    if (!df_fumen_fits(piece, orientation, x, y))
        return fumen_read_complain(reader, reader->number,
                                   "a piece beyond the edge of the playfield; move it inside");
    page->piece = (uint8_t)piece;
    page->orientation = (uint8_t)orientation;
    page->x = (uint8_t)x;
    page->y = (uint8_t)y;
    return DF_OK;
}

/* Takes a unit of UTF-16 from a comment: '%21', '%u3042', or a character as it is. */
static uint32_t fumen_read_unit(const char *text, size_t length, size_t *at)
{
    const size_t digits = length - *at > 1 && text[*at + 1] == 'u' ? 4 : 2;
    const size_t end = *at + digits / 2 + digits;
    uint32_t unit = 0;
    bool is_code = text[*at] == '%' && end <= length;
    for (size_t i = end - digits; is_code && i < end; i++) {
        is_code = df_hex_digit(text[i]) >= 0;
        unit = unit * 16 + (uint32_t)df_hex_digit(text[i]);
    }
    if (!is_code)
        unit = (unsigned char)text[*at];
    *at = is_code ? end : *at + 1;
    return unit;
}

/* Decodes a comment into UTF-8, in place: no letter is longer then. Returns its length. */
static size_t fumen_read_unescape(char *text, size_t length)
{
    size_t kept = 0;
    for (size_t i = 0; i < length;) {
        uint32_t letter = fumen_read_unit(text, length, &i);
        size_t next = i;
        const uint32_t low = i < length ? fumen_read_unit(text, length, &next) : 0;
        if (letter >> 10 == 0xd800 >> 10 && low >> 10 == 0xdc00 >> 10) {
            letter = 0x10000 + ((letter & 0x3ff) << 10 | (low & 0x3ff));
            i = next;
        }
        kept += df_letter_write(text + kept, df_fumen_is_letter(letter) ? letter : '?');
    }
    return kept;
}

/* Reads a comment behind those of earlier pages. */
static df_status fumen_read_comment(fumen_reader *reader)
{
    df_text *comments = &reader->comments;
    unsigned length = 0;
    df_status status = fumen_read_take(reader, 2, &length);
    const size_t begin = comments->length;
    for (unsigned i = 0; status == DF_OK && i < length; i += 4) {
        unsigned number = 0;
        status = fumen_read_take(reader, 5, &number);
        for (unsigned j = i; j < length && j < i + 4; j++, number /= FUMEN_COMMENT_BASE)
            df_text_put_char(comments, (char)(' ' + number % FUMEN_COMMENT_BASE));
    }
    if (status == DF_OK)
        status = comments->status;
    if (status != DF_OK)
        return status;
    if (length > 0)
        comments->length =
            begin + fumen_read_unescape(comments->bytes + begin, comments->length - begin);
    df_text_put_char(comments, '\0');
    if (comments->status != DF_OK)
        return comments->status;
    df_text_free(&reader->shown);
    df_text_put(&reader->shown, comments->bytes + begin);
    reader->has_comment = true;
    return reader->shown.status;
}

/* Lets the quiz of the page before go on. */
static df_status fumen_read_go_on(fumen_reader *reader, const df_fumen_page *before)
{
    if (reader->has_comment || !df_fumen_go_on(&reader->shown, before))
        return DF_OK;
    df_text_put_bytes(&reader->comments, reader->shown.bytes, reader->shown.length);
    df_text_put_char(&reader->comments, '\0');
    reader->has_comment = true;
    return reader->shown.status != DF_OK ? reader->shown.status : reader->comments.status;
}

/* Reads a page; its squares are what the page before has left. */
static df_status read_page(fumen_reader *reader, df_fumen_page *page)
{
    unsigned number = 0;
    df_status status = read_squares(reader, page);
    if (status == DF_OK)
        status = fumen_read_take(reader, 3, &number);
    if (status != DF_OK)
        return status;
    const unsigned squares = FUMEN_SQUARES - reader->top;
    const unsigned flags = number / (squares * 32);
    if (flags > FUMEN_ALL_FLAGS)
        return fumen_read_complain(reader, reader->number,
                                   reader->top == 0
                                       ? "no such piece and flags; use a number below 245760"
                                       : "no such piece and flags; use a number below 225280");
    page->rise = (flags & FUMEN_RISE) != 0;
    page->mirror = (flags & FUMEN_MIRROR) != 0;
    page->lock = (flags & FUMEN_NO_LOCK) == 0;
    status = fumen_read_piece(reader, page, number % (squares * 32));
    if (status == DF_OK && (flags & FUMEN_COMMENT) != 0)
        status = fumen_read_comment(reader);
    return status;
}

static df_status fumen_read_add_page(fumen_reader *reader, const df_fumen_page *page)
{
    const df_status status = ARRAY_RESERVE(reader->pages, reader->capacity, reader->count, 1);
    if (status == DF_OK)
        reader->pages[reader->count++] = *page;
    return status;
}

static df_status read_pages(fumen_reader *reader)
{
    df_fumen_page left = {0};
    df_text_put_char(&reader->comments, '\0');
    do {
        df_fumen_page page = {0};
        memcpy(page.square, left.square, sizeof page.square);
        memcpy(page.garbage, left.garbage, sizeof page.garbage);
        reader->has_comment = false;
        df_status status = read_page(reader, &page);
        if (status == DF_OK)
            status = fumen_read_go_on(reader, &left);
        /* Its place is known once all comments are read. */
        page.comment = reader->has_comment ? "" : NULL;
        if (status == DF_OK)
            status = fumen_read_add_page(reader, &page);
        if (status != DF_OK)
            return status;
        left = page;
        df_fumen_step(&left);
    } while (reader->same > 0 || !fumen_read_has_ended(reader));
    return DF_OK;
}

/* Puts the comments behind the pages, in one allocation with them. */
static df_status fumen_read_give_comments(fumen_reader *reader)
{
    const df_text *comments = &reader->comments;
    const size_t size = reader->count * sizeof reader->pages[0];
    df_fumen_page *pages = realloc(reader->pages, size + comments->length);
    if (pages == NULL)
        return DF_ERROR_MEMORY;
    reader->pages = pages;
    char *at = (char *)pages + size;
    memcpy(at, comments->bytes, comments->length);
    for (size_t i = 0; i < reader->count; i++) {
        at += pages[i].comment != NULL ? strlen(at) + 1 : 0;
        pages[i].comment = at;
    }
    return DF_OK;
}

/* Reads the number of pages behind the fumen, at most SIZE_MAX; false if there is none. */
static bool fumen_read_number(fumen_reader *reader, size_t *number)
{
    const size_t begin = reader->next;
    *number = 0;
    for (; reader->next < reader->length; reader->next++) {
        const char c = reader->text[reader->next];
        if (c < '0' || c > '9')
            break;
        const size_t digit = (size_t)(c - '0');
        *number = *number > (SIZE_MAX - digit) / 10 ? SIZE_MAX : 10 * *number + digit;
    }
    return reader->next > begin;
}

/* Leaves the pages that '#2' or '#2:5' names. */
static df_status fumen_read_choose(fumen_reader *reader)
{
    size_t size = 0, first = 1, last = reader->count;
    if (!has_more(reader) ||
        fumen_read_at(reader->text, reader->length, reader->next, &size) != '#')
        return DF_OK;
    const size_t place = reader->next += size;
    if (!fumen_read_number(reader, &first))
        return DF_OK;
    if (has_more(reader) && reader->text[reader->next] == ':') {
        reader->next++;
        if (!fumen_read_number(reader, &last))
            last = reader->count;
    }
    if (first < 1 || first > last || last > reader->count) {
        fumen_read_complain(reader, place, "the fumen has ");
        df_error_append(reader->error,
                        "%zu page%s; name one or more of them, such as #1 or #1:%zu",
                        reader->count, reader->count == 1 ? "" : "s", reader->count);
        return DF_ERROR_INPUT;
    }
    reader->count = last - first + 1;
    memmove(reader->pages, reader->pages + first - 1, reader->count * sizeof reader->pages[0]);
    return DF_OK;
}

df_status df_fumen_read(df_fumen_page **pages, size_t *count, const char *text, size_t length,
                        df_error *error)
{
    fumen_reader reader = {.text = text, .length = length, .error = error};
    df_status status = fumen_read_find_digits(&reader);
    if (status == DF_OK)
        status = read_pages(&reader);
    if (status == DF_OK)
        status = fumen_read_give_comments(&reader);
    if (status == DF_OK)
        status = fumen_read_choose(&reader);
    df_text_free(&reader.comments);
    df_text_free(&reader.shown);
    if (status != DF_OK) {
        df_fumen_free(reader.pages);
        return status;
    }
    *pages = reader.pages;
    *count = reader.count;
    return DF_OK;
}

#include "dropforge/fumen.h"

#include <string.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "fumen.h"

typedef struct fumen_reader {
    const char *text;
    size_t length;
    size_t next;   /* of the text, not yet read */
    size_t number; /* where the number began that was read last */
    unsigned same; /* how many pages are still to come without any difference */
    df_fumen_page *pages;
    size_t count;
    size_t capacity;
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

/* Finds the '115@' with its letter and begins after it. */
static df_status fumen_read_find_digits(fumen_reader *reader)
{
    static const char versions[] = "vmd";
    size_t older = SIZE_MAX;
    for (size_t i = 0; i + 5 <= reader->length; i++) {
        const char *at = reader->text + i;
        if (memchr(versions, at[0], 3) == NULL || at[4] != '@')
            continue;
        if (memcmp(at + 1, "115", 3) == 0) {
            reader->next = i + 5;
            return DF_OK;
        }
        if (older == SIZE_MAX && memcmp(at + 1, "11", 2) == 0)
            older = i;
    }
    if (older != SIZE_MAX)
        return fumen_read_complain(reader, older,
                                   "a fumen of another version; save it anew as version 115");
    return fumen_read_complain(reader, 0, "no fumen; begin it with 'v115@'");
}

/* Skips separators between digits; false at the end. */
static bool has_more(fumen_reader *reader)
{
    static const char between[] = "? \t\r\n";
    while (reader->next < reader->length &&
           memchr(between, reader->text[reader->next], sizeof between - 1) != NULL)
        reader->next++;
    return reader->next < reader->length;
}

/* Reads a number of `digits` digits, the lowest first. */
static df_status fumen_read_take(fumen_reader *reader, unsigned digits, unsigned *number)
{
    unsigned value = 0;
    for (unsigned i = 0; i < digits; i++) {
        if (!has_more(reader))
            return fumen_read_complain(reader, reader->next,
                                       "the fumen ends within a page; copy all of it");
        const char *digit =
            memchr(FUMEN_DIGITS, reader->text[reader->next], sizeof FUMEN_DIGITS - 1);
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
        reader->next++;
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
    for (unsigned place = 0; place < FUMEN_SQUARES;) {
        unsigned number = 0;
        const df_status status = fumen_read_take(reader, 2, &number);
        if (status != DF_OK)
            return status;
        const unsigned difference = number / FUMEN_SQUARES;
        const unsigned run = number % FUMEN_SQUARES + 1;
        if (run > FUMEN_SQUARES - place)
            return fumen_read_complain(
                reader, reader->number,
                "squares beyond the end of the playfield; make the run shorter");
        if (difference == FUMEN_SAME && run == FUMEN_SQUARES)
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
    const unsigned place = number / 32;
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

static df_status pass_comment(fumen_reader *reader)
{
    unsigned length = 0, ignored = 0;
    df_status status = fumen_read_take(reader, 2, &length);
    for (unsigned i = 0; status == DF_OK && i < length; i += 4)
        status = fumen_read_take(reader, 5, &ignored);
    return status;
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
    const unsigned flags = number / (FUMEN_SQUARES * 32);
    if (flags > FUMEN_ALL_FLAGS)
        return fumen_read_complain(reader, reader->number,
                                   "no such piece and flags; use a number below 245760");
    page->rise = (flags & FUMEN_RISE) != 0;
    page->mirror = (flags & FUMEN_MIRROR) != 0;
    page->lock = (flags & FUMEN_NO_LOCK) == 0;
    status = fumen_read_piece(reader, page, number % (FUMEN_SQUARES * 32));
    if (status == DF_OK && (flags & FUMEN_COMMENT) != 0)
        status = pass_comment(reader);
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
    do {
        df_fumen_page page = {0};
        memcpy(page.square, left.square, sizeof page.square);
        memcpy(page.garbage, left.garbage, sizeof page.garbage);
        df_status status = read_page(reader, &page);
        if (status == DF_OK)
            status = fumen_read_add_page(reader, &page);
        if (status != DF_OK)
            return status;
        left = page;
        df_fumen_step(&left);
    } while (reader->same > 0 || has_more(reader));
    return DF_OK;
}

df_status df_fumen_read(df_fumen_page **pages, size_t *count, const char *text, size_t length,
                        df_error *error)
{
    fumen_reader reader = {.text = text, .length = length, .error = error};
    df_status status = fumen_read_find_digits(&reader);
    if (status == DF_OK)
        status = read_pages(&reader);
    if (status != DF_OK) {
        df_fumen_free(reader.pages);
        return status;
    }
    *pages = reader.pages;
    *count = reader.count;
    return DF_OK;
}

#include "omino/shape/image.h"
#include "rows.h"

#include <string.h>

#include "core/base/digits.h"
#include "core/base/error.h"
#include "core/base/scan.h"

/* A row of a code: a dot and a digit for four columns. */
enum { ROW_SIZE = 1 + DF_OMINO_MAX_SQUARES / 4 };

/* Writes the row of squares begin … end - 1 as a number, from its high digit, after a dot
 * unless it is the first row. Returns its length. */
static size_t code_write_row(char row[ROW_SIZE], const df_square *squares, unsigned begin,
                             unsigned end)
{
    size_t length = 0;
    if (begin > 0)
        row[length++] = '.';
    for (unsigned place = squares[end - 1].x / 4u + 1; place-- > 0;) {
        unsigned digit = 0;
        for (; end > begin && squares[end - 1].x / 4u == place; end--)
            digit |= 1u << squares[end - 1].x % 4u;
        row[length++] = hex_digit_lower(digit);
    }
    return length;
}

void df_omino_code_write(df_text *text, const df_omino *omino)
{
    char row[ROW_SIZE];
    for (unsigned begin = 0, end; begin < omino->size; begin = end) {
        end = omino_row_end(omino, begin);
        df_text_put_bytes(text, row, code_write_row(row, omino->squares, begin, end));
    }
}

bool df_omino_code_fit(const df_omino *omino, char *bytes, size_t capacity)
{
    char row[ROW_SIZE];
    size_t used = 0;
    for (unsigned begin = 0, end; begin < omino->size && used < capacity; begin = end) {
        end = omino_row_end(omino, begin);
        const size_t length = code_write_row(row, omino->squares, begin, end);
        if (used + length < capacity)
            memcpy(bytes + used, row, length);
        used += length;
    }
    const bool fits = used < capacity;
    bytes[fits ? used : 0] = '\0';
    return fits;
}

void df_omino_drawing_write(df_text *text, const df_omino *omino)
{
    unsigned end = omino->size;
    for (unsigned y = omino->height; y-- > 0;) {
        unsigned begin = end;
        while (begin > 0 && omino->squares[begin - 1].y == y)
            begin--;
        unsigned at = begin;
        for (unsigned x = 0; x < omino->width; x++) {
            const bool square = at < end && omino->squares[at].x == x;
            df_text_put_char(text, square ? '#' : '.');
            at += square;
        }
        if (y > 0)
            df_text_put_char(text, '/');
        end = begin;
    }
}

/* The squares read so far, and where each of them stands in the text. */
typedef struct code_reading {
    const char *text;
    size_t length;
    df_error *error;
    size_t count;
    df_square squares[DF_OMINO_MAX_SQUARES];
    size_t place[DF_OMINO_MAX_SQUARES];
} code_reading;

/* Writes the error of a reader that stops at the byte at `place`; returns false. */
static bool code_refuse(const code_reading *self, size_t place, const char *what)
{
    df_error_set_at(self->error, 1, place + 1, "%s", what);
    return false;
}

static bool refuse_byte(const code_reading *self, size_t place, const char *what)
{
    df_error_set_at(self->error, 1, place + 1, "'%c%s", self->text[place], what);
    return false;
}

static bool code_add_square(code_reading *self, size_t x, size_t y, size_t place)
{
    if (self->count == DF_OMINO_MAX_SQUARES)
        return code_refuse(self, place, "more than 1024 squares; take a smaller polyomino");
    if (x > UINT16_MAX || y > UINT16_MAX)
        return code_refuse(self, place, "a square too far away; begin nearer to the corner");
    self->squares[self->count] = (df_square){(uint16_t)x, (uint16_t)y};
    self->place[self->count++] = place;
    return true;
}

/* Reads a drawing. Its rows come from the top, so they are turned over at the end. */
static bool code_read_drawing(code_reading *self)
{
    size_t x = 0, y = 0;
    for (size_t i = 0; i < self->length; i++) {
        const char c = self->text[i];
        if (c == '/') {
            x = 0;
            y++;
            continue;
        }
        if (c != '#' && c != '.')
            return refuse_byte(self, i,
                               "' is no part of a drawing; draw with '#', '.' and '/'");
        if (c == '#' && !code_add_square(self, x, y, i))
            return false;
        x++;
    }
    for (size_t i = 0; i < self->count; i++)
        self->squares[i].y = (uint16_t)(self->squares[self->count - 1].y - self->squares[i].y);
    return true;
}

/* Reads the digits begin … end - 1; the last one stands for the columns 0 … 3. */
static bool code_read_row(code_reading *self, size_t begin, size_t end, size_t y)
{
    if (begin == end)
        return code_refuse(self, begin,
                           "a row without digits; write 7.2, rows from the bottom up");
    for (size_t i = begin; i < end; i++) {
        const int digit = df_hex_digit(self->text[i]);
        if (digit < 0)
            return refuse_byte(self, i,
                               "' is no part of a code; write rows in digits 0-9a-f, with dots "
                               "between them, or a drawing with '#', '.' and '/'");
        for (size_t bit = 0; bit < 4; bit++) {
            if ((digit >> bit & 1) != 0 &&
                !code_add_square(self, 4 * (end - 1 - i) + bit, y, i))
                return false;
        }
    }
    return true;
}

static bool read_code(code_reading *self)
{
    /* No other capital digit is also the name of another polyomino. */
    if (self->length == 1 && self->text[0] == 'F')
        return code_refuse(
            self, 0,
            "'F' might be the pentomino F5; write F5 for it, or f for the tetromino I");
    size_t begin = 0;
    for (size_t y = 0;; y++) {
        const char *dot =
            begin < self->length ? memchr(self->text + begin, '.', self->length - begin) : NULL;
        const size_t end = dot != NULL ? (size_t)(dot - self->text) : self->length;
        if (!code_read_row(self, begin, end, y))
            return false;
        if (dot == NULL)
            return true;
        begin = end + 1;
    }
}

static bool are_beside(df_square a, df_square b)
{
    const int x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y == 1;
}

/* Returns the place of the first square that is not connected with square 0. */
static size_t find_loose(const code_reading *self)
{
    bool seen[DF_OMINO_MAX_SQUARES] = {true};
    uint16_t reached[DF_OMINO_MAX_SQUARES] = {0};
    size_t count = 1, first = 0;
    for (size_t done = 0; done < count; done++) {
        for (size_t i = 0; i < self->count; i++) {
            if (seen[i] || !are_beside(self->squares[reached[done]], self->squares[i]))
                continue;
            seen[i] = true;
            reached[count++] = (uint16_t)i;
        }
    }
    while (first + 1 < self->count && seen[first])
        first++;
    return self->place[first];
}

df_status df_omino_code_read(df_omino *omino, const char *text, size_t length, df_error *error)
{
    code_reading self = {.text = text, .length = length, .error = error};
    const bool drawn =
        length > 0 && (memchr(text, '#', length) != NULL || memchr(text, '/', length) != NULL);
    if (!(drawn ? code_read_drawing(&self) : read_code(&self)))
        return DF_ERROR_INPUT;
    if (self.count == 0) {
        (void)code_refuse(&self, 0, "no square; write a code such as 7.2, or draw .#./###");
        return DF_ERROR_INPUT;
    }
    /* No square can occur twice, so only one reason to refuse them is left. */
    if (df_omino_from_squares(omino, self.squares, self.count) != DF_OK) {
        (void)code_refuse(
            &self, find_loose(&self),
            "a square that does not hang together with the first; join it by a side");
        return DF_ERROR_INPUT;
    }
    return DF_OK;
}

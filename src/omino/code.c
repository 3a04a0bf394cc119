#include "omino/code.h"

#include <string.h>

#include "core/mishap.h"
#include "core/scan.h"

/* Where a code is written: a few bytes, which are emptied into a text if there is one. */
typedef struct code_sink {
    df_text *text;
    char *bytes;
    size_t room;
    size_t used; /* without a text: so many bytes there would be, had they room */
} code_sink;

static void empty(code_sink *sink)
{
    df_text_put_bytes(sink->text, sink->bytes, sink->used);
    sink->used = 0;
}

static void put(code_sink *sink, char character)
{
    if (sink->used == sink->room && sink->text != NULL)
        empty(sink);
    if (sink->used < sink->room)
        sink->bytes[sink->used] = character;
    sink->used++;
}

/* Puts the row of squares begin … end - 1 as a number, from its high digit. */
static void put_row(code_sink *sink, const df_square *squares, unsigned begin, unsigned end)
{
    for (unsigned place = squares[end - 1].x / 4u + 1; place-- > 0;) {
        unsigned digit = 0;
        for (; end > begin && squares[end - 1].x / 4u == place; end--)
            digit |= 1u << squares[end - 1].x % 4u;
        put(sink, "0123456789abcdef"[digit]);
    }
}

static void put_code(code_sink *sink, const df_omino *omino)
{
    unsigned begin = 0;
    while (begin < omino->size) {
        unsigned end = begin + 1;
        while (end < omino->size && omino->squares[end].y == omino->squares[begin].y)
            end++;
        if (begin > 0)
            put(sink, '.');
        put_row(sink, omino->squares, begin, end);
        begin = end;
    }
}

void df_omino_code_write(df_text *text, const df_omino *omino)
{
    char bytes[128];
    code_sink sink = {.text = text, .bytes = bytes, .room = sizeof bytes};
    put_code(&sink, omino);
    empty(&sink);
}

bool df_omino_code_fit(const df_omino *omino, char *bytes, size_t room)
{
    code_sink sink = {.bytes = bytes, .room = room};
    put_code(&sink, omino);
    const bool fits = sink.used < room;
    bytes[fits ? sink.used : 0] = '\0';
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

/* What has been read so far, and where each square stands in the text. */
typedef struct code_reading {
    const char *text;
    size_t length;
    df_mishap *mishap;
    size_t count;
    df_square squares[DF_OMINO_MAX_SQUARES];
    size_t place[DF_OMINO_MAX_SQUARES];
} code_reading;

/* The answer of a reader that stops at the byte at `place`. */
static bool refuse(const code_reading *self, size_t place, const char *what)
{
    df_mishap_begin(self->mishap, 1, place + 1, what);
    return false;
}

static bool refuse_byte(const code_reading *self, size_t place, const char *what)
{
    df_mishap_begin(self->mishap, 1, place + 1, "'");
    df_mishap_put_bytes(self->mishap, self->text + place, 1);
    df_mishap_put(self->mishap, what);
    return false;
}

static bool add_square(code_reading *self, size_t x, size_t y, size_t place)
{
    if (self->count == DF_OMINO_MAX_SQUARES)
        return refuse(self, place, "more than 1024 squares; take a smaller polyomino");
    if (x > UINT16_MAX || y > UINT16_MAX)
        return refuse(self, place, "a square too far away; begin nearer to the corner");
    self->squares[self->count] = (df_square){(uint16_t)x, (uint16_t)y};
    self->place[self->count++] = place;
    return true;
}

/* The rows are to be turned over when all have been read: they come from the top. */
static bool read_drawing(code_reading *self)
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
        if (c == '#' && !add_square(self, x, y, i))
            return false;
        x++;
    }
    for (size_t i = 0; i < self->count; i++)
        self->squares[i].y = (uint16_t)(self->squares[self->count - 1].y - self->squares[i].y);
    return true;
}

/* Reads the digits begin … end - 1, the last of which is that of columns 0 … 3. */
static bool read_row(code_reading *self, size_t begin, size_t end, size_t y)
{
    if (begin == end)
        return refuse(self, begin, "a row without digits; write 7.2, rows from the bottom up");
    for (size_t i = begin; i < end; i++) {
        const int digit = df_hex_digit(self->text[i]);
        if (digit < 0)
            return refuse_byte(self, i,
                               "' is no part of a code; write rows in digits 0-9a-f, with dots "
                               "between them, or a drawing with '#', '.' and '/'");
        for (size_t bit = 0; bit < 4; bit++) {
            if ((digit >> bit & 1) != 0 && !add_square(self, 4 * (end - 1 - i) + bit, y, i))
                return false;
        }
    }
    return true;
}

static bool read_code(code_reading *self)
{
    /* Of all capitals only this one is the name of another polyomino too. */
    if (self->length == 1 && self->text[0] == 'F')
        return refuse(self, 0, "'F' might be a pentomino; write it as 4.7.2, or f for the I");
    size_t begin = 0;
    for (size_t y = 0;; y++) {
        const char *dot =
            begin < self->length ? memchr(self->text + begin, '.', self->length - begin) : NULL;
        const size_t end = dot != NULL ? (size_t)(dot - self->text) : self->length;
        if (!read_row(self, begin, end, y))
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

/* The place of the first square that does not hang together with the first of all. */
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

df_status df_omino_code_read(df_omino *omino, const char *text, size_t length,
                             df_mishap *mishap)
{
    code_reading self = {.text = text, .length = length, .mishap = mishap};
    const bool drawn =
        length > 0 && (memchr(text, '#', length) != NULL || memchr(text, '/', length) != NULL);
    if (!(drawn ? read_drawing(&self) : read_code(&self)))
        return DF_ERROR_INPUT;
    if (self.count == 0) {
        (void)refuse(&self, 0, "no square; write a code such as 7.2, or draw .#./###");
        return DF_ERROR_INPUT;
    }
    /* No square stands there twice, so there is one reason left to refuse them. */
    if (df_omino_from_squares(omino, self.squares, self.count) != DF_OK) {
        (void)refuse(&self, find_loose(&self),
                     "a square that does not hang together with the first; join it by a side");
        return DF_ERROR_INPUT;
    }
    return DF_OK;
}

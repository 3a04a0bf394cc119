/* Patterns of queues: letters, and draws from sets of pieces in brackets. */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "dropforge/clear.h"

#define ALL_PIECES ((1U << DF_TETROMINOES) - 1)

enum { CODE_BITS = 3 };

/* Draws `count` different pieces of a set, in every order. */
typedef struct pattern_draw {
    unsigned pieces; /* bits */
    unsigned count;
} pattern_draw;

/* A sequence of draws, and the reader of its text. */
typedef struct pattern_reader {
    const char *at;
    const char *end;
    const char *line_begin;
    size_t line;
    pattern_draw draws[DF_CLEAR_PATTERN_MAX_LENGTH];
    size_t draw_count;
    size_t length; /* of the queues, no more than `most` */
    size_t most;
    bool is_cut;    /* longer queues are cut there */
    bool any_order; /* only the ascending order of the pieces of a queue is made */
    df_clear_pattern made;
    size_t capacity;
    df_error *error;
} pattern_reader;

unsigned df_clear_pattern_piece(const df_clear_pattern *pattern, uint64_t code, size_t i)
{
    return (unsigned)(code >> (CODE_BITS * (pattern->length - 1 - i)) & 7);
}

void df_clear_pattern_free(df_clear_pattern *pattern)
{
    free(pattern->codes);
    *pattern = (df_clear_pattern){0};
}

/* Returns the next byte; NUL at the end of the text. */
static char pattern_peek(const pattern_reader *self)
{
    return self->at < self->end ? *self->at : '\0';
}

/* Reports what is wrong at the place of the reader. */
static df_status pattern_refuse(const pattern_reader *self, const char *what)
{
    return df_error_set_at(self->error, self->line, (size_t)(self->at - self->line_begin) + 1,
                           "%s", what);
}

/* Returns the bit of a piece, or 0. */
static unsigned pattern_find_piece(char letter)
{
    static const char letters[] = "IOTSZJLiotszjl"; /* as DF_I … DF_L */
    const char *found = letter != '\0' ? strchr(letters, letter) : NULL;
    return found != NULL ? 1U << (found - letters) % DF_TETROMINOES : 0;
}

/* Reads the pieces between brackets, the first of which has been read. */
static df_status pattern_read_set(pattern_reader *self, unsigned *pieces)
{
    const bool is_complement = pattern_peek(self) == '^';
    self->at += is_complement ? 1 : 0;
    *pieces = 0;
    for (; pattern_peek(self) != ']'; self->at++) {
        const char letter = pattern_peek(self);
        const unsigned piece = pattern_find_piece(letter);
        if (piece == 0 && (letter == ' ' || letter == ','))
            continue;
        if (piece == 0)
            return pattern_refuse(self, "expected a letter of IOTSZJL, or ']' at the end");
        if ((*pieces & piece) != 0)
            return pattern_refuse(self, "this piece stands twice in the brackets; remove one");
        *pieces |= piece;
    }
    *pieces ^= is_complement ? ALL_PIECES : 0;
    if (*pieces == 0)
        return pattern_refuse(self, "no piece is left between the brackets; name one");
    self->at++;
    return DF_OK;
}

static unsigned pattern_count_bits(unsigned bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* Reads how many pieces are drawn of a set: 'p3', '!' for all, or nothing for one. */
static df_status pattern_read_count(pattern_reader *self, pattern_draw *draw)
{
    const unsigned max = pattern_count_bits(draw->pieces);
    draw->count = 1;
    if (pattern_peek(self) == '!') {
        self->at++;
        draw->count = max;
    } else if (pattern_peek(self) == 'p' || pattern_peek(self) == 'P') {
        self->at++;
        const char digit = pattern_peek(self);
        const char after = self->end - self->at > 1 ? self->at[1] : '\0';
        if (digit < '1' || digit > '7' || (unsigned)(digit - '0') > max ||
            (after >= '0' && after <= '9')) {
            const df_status refused =
                pattern_refuse(self, "expected a number of different pieces from 1 to ");
            df_error_append(self->error, "%u", max);
            return refused;
        }
        self->at++;
        draw->count = (unsigned)(digit - '0');
    }
    return DF_OK;
}

static df_status pattern_read_draw(pattern_reader *self)
{
    const char begin = pattern_peek(self);
    pattern_draw draw = {.pieces = pattern_find_piece(begin), .count = 1};
    df_status status = DF_OK;
    if (draw.pieces != 0) {
        self->at++;
    } else if (begin == '*' || begin == '[') {
        draw.pieces = ALL_PIECES;
        self->at++;
        if (begin == '[')
            status = pattern_read_set(self, &draw.pieces);
        if (status == DF_OK)
            status = pattern_read_count(self, &draw);
    } else {
        status = pattern_refuse(self, begin == '\0'
                                          ? "this byte is not text"
                                          : "expected a letter of IOTSZJL, '*', or pieces in "
                                            "brackets such as [TIO]p2");
    }
    const size_t left = self->most - self->length;
    if (status == DF_OK && draw.count > left && !self->is_cut)
        status = pattern_refuse(self, "the queue becomes longer than 20 pieces; shorten it");
    if (status != DF_OK || left == 0)
        return status;
    /* In any order the pieces that would be cut off count as much as the others. */
    if (draw.count > left && self->any_order)
        return pattern_refuse(self, "the queue becomes longer than 20 pieces; shorten it");
    draw.count = draw.count < left ? draw.count : (unsigned)left;
    self->draws[self->draw_count++] = draw;
    self->length += draw.count;
    return DF_OK;
}

/* Returns how many queues the draws make, or a number above all that are allowed. */
static uint64_t pattern_count_queues(const pattern_reader *self)
{
    uint64_t product = 1;
    for (size_t i = 0; i < self->draw_count; i++) {
        const pattern_draw *draw = &self->draws[i];
        const unsigned from = pattern_count_bits(draw->pieces);
        uint64_t choices = 1;
        for (unsigned k = 0; k < draw->count; k++)
            choices = self->any_order ? choices * (from - k) / (k + 1) : choices * (from - k);
        product *= choices;
        if (product > DF_CLEAR_PATTERN_MAX_QUEUES)
            break;
    }
    return product;
}

/* Returns a code with its pieces in ascending order. */
static uint64_t pattern_sort(uint64_t code, size_t length)
{
    unsigned counts[1U << CODE_BITS] = {0};
    uint64_t sorted = 0;
    for (size_t i = 0; i < length; i++, code >>= CODE_BITS)
        counts[code & 7]++;
    for (unsigned p = 0; p < DF_TETROMINOES; p++) {
        for (; counts[p] > 0; counts[p]--)
            sorted = sorted << CODE_BITS | p;
    }
    return sorted;
}

static df_status pattern_add_queue(pattern_reader *self, uint64_t code)
{
    df_clear_pattern *made = &self->made;
    const df_status status = ARRAY_RESERVE(made->codes, self->capacity, made->count, 1);
    if (status == DF_OK)
        made->codes[made->count++] = self->any_order ? pattern_sort(code, made->length) : code;
    return status;
}

/* Adds all queues that begin with `code`: `left` pieces are still drawn of `pieces`, and then
 * those of the draws from `next` on. */
static df_status pattern_expand(pattern_reader *self, uint64_t code, unsigned pieces,
                                unsigned left, size_t next)
{
    if (left == 0 && next == self->draw_count)
        return pattern_add_queue(self, code);
    if (left == 0) {
        const pattern_draw *draw = &self->draws[next];
        return pattern_expand(self, code, draw->pieces, draw->count, next + 1);
    }
    df_status status = DF_OK;
    for (unsigned p = 0; status == DF_OK && p < DF_TETROMINOES; p++) {
        if ((pieces >> p & 1) != 0)
            status = pattern_expand(self, code << CODE_BITS | p,
                                    self->any_order ? pieces & ~((2U << p) - 1)
                                                    : pieces & ~(1U << p),
                                    left - 1, next);
    }
    return status;
}

static void pattern_skip_blanks(pattern_reader *self)
{
    while (pattern_peek(self) == ' ' || pattern_peek(self) == '\t' ||
           pattern_peek(self) == '\r' || pattern_peek(self) == ',')
        self->at++;
}

/* True at the end of a pattern: ';', the end of the line or the text, or a comment. */
static bool pattern_has_ended(const pattern_reader *self)
{
    return self->at == self->end || *self->at == ';' || *self->at == '\n' || *self->at == '#';
}

/* Reads the piece, if any, between two brackets of a quiz. */
static df_status pattern_read_bracket(pattern_reader *self, char begin, char end)
{
    if (pattern_peek(self) != begin)
        return pattern_refuse(self,
                              "a quiz begins with #Q=[hold](current), such as #Q=[S](Z)IJ");
    self->at++;
    const df_status status = pattern_peek(self) != end ? pattern_read_draw(self) : DF_OK;
    if (status == DF_OK && pattern_peek(self) != end)
        return pattern_refuse(self, "a quiz has one piece in hold and one current piece");
    self->at += status == DF_OK ? 1 : 0;
    return status;
}

/* Reads the beginning of a quiz, if there is one. Its pieces are a queue: whoever has one in
 * hold can drop the same pieces as one who gets it first. */
static df_status pattern_begin_quiz(pattern_reader *self)
{
    if (self->end - self->at < 3 || memcmp(self->at, "#Q=", 3) != 0)
        return DF_OK;
    self->at += 3;
    const df_status status = pattern_read_bracket(self, '[', ']');
    return status == DF_OK ? pattern_read_bracket(self, '(', ')') : status;
}

/* Reads a pattern up to its end. */
static df_status pattern_read_one(pattern_reader *self)
{
    self->draw_count = 0;
    self->length = 0;
    pattern_skip_blanks(self);
    df_status status = pattern_begin_quiz(self);
    for (pattern_skip_blanks(self); status == DF_OK && !pattern_has_ended(self);
         pattern_skip_blanks(self))
        status = pattern_read_draw(self);
    if (status != DF_OK || self->length == 0)
        return status;
    if (self->made.count > 0 && self->made.length != self->length)
        return pattern_refuse(self, "this pattern makes queues of another length than those "
                                    "before it; give all the same length");
    self->made.length = self->length;
    if (pattern_count_queues(self) > DF_CLEAR_PATTERN_MAX_QUEUES - self->made.count) {
        (void)pattern_refuse(self, "these are more than 20000000 queues; name the first pieces "
                                   "to split them");
        return DF_ERROR_LIMIT;
    }
    return pattern_expand(self, 0, 0, 0, 0);
}

static df_status pattern_read_all(pattern_reader *self)
{
    df_status status = DF_OK;
    while (status == DF_OK && self->at < self->end) {
        status = pattern_read_one(self);
        while (status == DF_OK && pattern_peek(self) == '#' && self->at < self->end) {
            const char *end = memchr(self->at, '\n', (size_t)(self->end - self->at));
            self->at = end != NULL ? end : self->end;
        }
        if (status == DF_OK && self->at < self->end && *self->at++ == '\n') {
            self->line++;
            self->line_begin = self->at;
        }
    }
    if (status == DF_OK && self->made.count == 0)
        return pattern_refuse(self, "there is no queue; give one, such as *p7 or [TI]!,*p5");
    return status;
}

static int pattern_compare_codes(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

bool df_clear_pattern_has(const df_clear_pattern *pattern, const uint16_t *queue)
{
    uint64_t code = 0;
    for (size_t i = 0; i < pattern->length; i++)
        code = code << CODE_BITS | queue[i];
    return pattern->count > 0 && bsearch(&code, pattern->codes, pattern->count, sizeof code,
                                         pattern_compare_codes) != NULL;
}

static void pattern_leave_unique(df_clear_pattern *made)
{
    size_t kept = 0;
    qsort(made->codes, made->count, sizeof made->codes[0], pattern_compare_codes);
    for (size_t i = 0; i < made->count; i++) {
        if (i == 0 || made->codes[i] != made->codes[kept - 1])
            made->codes[kept++] = made->codes[i];
    }
    made->count = kept;
}

static df_status pattern_read(df_clear_pattern *pattern, pattern_reader *self)
{
    const df_status status = pattern_read_all(self);
    if (status != DF_OK) {
        df_clear_pattern_free(&self->made);
        return status;
    }
    pattern_leave_unique(&self->made);
    *pattern = self->made;
    return DF_OK;
}

df_status df_clear_pattern_read(df_clear_pattern *pattern, const char *text, size_t length,
                                size_t most, bool any_order, df_error *error)
{
    pattern_reader self = {.at = text,
                           .end = text + length,
                           .line_begin = text,
                           .line = 1,
                           .most = most > 0 ? most : DF_CLEAR_PATTERN_MAX_LENGTH,
                           .is_cut = most > 0,
                           .any_order = any_order,
                           .error = error};
    if (self.most > DF_CLEAR_PATTERN_MAX_LENGTH)
        return DF_ERROR_ARGUMENT;
    return pattern_read(pattern, &self);
}

/* Patterns of queues: letters, and draws from sets of pieces in brackets. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "clear_settings.h"
#include "cli/base/file.h"
#include "cli/base/message.h"
#include "cli/piece/piece_letters.h"

#define ALL_PIECES ((1U << DF_TETROMINOES) - 1)

enum { MAX_QUEUES = 20000000 };

/* Draws `count` different pieces of a set, in every order. */
typedef struct pattern_draw {
    unsigned pieces; /* bits */
    unsigned count;
} pattern_draw;

/* A sequence of draws, and the reader of its text. */
typedef struct pattern_reader {
    const char *name; /* of the file, or NULL: the operand */
    size_t line;
    const char *begin;
    const char *at;
    pattern_draw draws[CLEAR_MAX_LENGTH];
    size_t draw_count;
    size_t length;
    clear_queues *queues;
    size_t capacity;
} pattern_reader;

unsigned clear_queues_piece(const clear_queues *queues, uint64_t code, size_t i)
{
    return (unsigned)(code >> (CLEAR_CODE_BITS * (queues->length - 1 - i)) & 7);
}

/* Reports what is wrong at the place of the reader. Returns the exit code. */
static int pattern_refuse(const pattern_reader *self, const char *what)
{
    const size_t place = (size_t)(self->at - self->begin) + 1;
    if (self->name != NULL)
        return message("%s:%zu:%zu: %s", self->name, self->line, place, what);
    return message_usage("clear", "the pattern is wrong at character %zu: %s", place, what);
}

static void pattern_skip_blanks(pattern_reader *self)
{
    while (*self->at == ' ' || *self->at == '\t' || *self->at == '\r' || *self->at == ',')
        self->at++;
}

/* Returns the bit of a piece, or 0. */
static unsigned pattern_find_piece(char letter)
{
    const int piece = piece_letter_number(piece_letter(letter));
    return piece >= 0 ? 1U << piece : 0;
}

/* Reads the pieces between brackets, the first of which has been read. */
static int pattern_read_set(pattern_reader *self, unsigned *pieces)
{
    const bool is_complement = *self->at == '^';
    self->at += is_complement ? 1 : 0;
    *pieces = 0;
    for (; *self->at != ']'; self->at++) {
        const unsigned piece = pattern_find_piece(*self->at);
        if (piece == 0 && (*self->at == ' ' || *self->at == ','))
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
    return -1;
}

static unsigned pattern_count_bits(unsigned bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* Reads how many pieces are drawn of a set: 'p3', '!' for all, or nothing for one. */
static int pattern_read_count(pattern_reader *self, pattern_draw *draw)
{
    const unsigned most = pattern_count_bits(draw->pieces);
    draw->count = 1;
    if (*self->at == '!') {
        self->at++;
        draw->count = most;
    } else if (*self->at == 'p' || *self->at == 'P') {
        self->at++;
        if (*self->at < '1' || *self->at > '7' || (unsigned)(*self->at - '0') > most ||
            isdigit((unsigned char)self->at[1]))
            return pattern_refuse(self, "expected a number from 1 to that of the pieces to "
                                        "draw from");
        draw->count = (unsigned)(*self->at++ - '0');
    }
    return -1;
}

static int pattern_read_draw(pattern_reader *self)
{
    pattern_draw draw = {.pieces = pattern_find_piece(*self->at), .count = 1};
    int status = -1;
    if (draw.pieces != 0) {
        self->at++;
    } else if (*self->at == '*' || *self->at == '[') {
        draw.pieces = ALL_PIECES;
        if (*self->at++ == '[')
            status = pattern_read_set(self, &draw.pieces);
        if (status < 0)
            status = pattern_read_count(self, &draw);
    } else {
        status = pattern_refuse(self, "expected a letter of IOTSZJL, '*', or pieces in "
                                      "brackets such as [TIO]p2");
    }
    if (status < 0 && self->length + draw.count > CLEAR_MAX_LENGTH)
        status = pattern_refuse(self, "the queue becomes longer than 20 pieces; shorten it");
    if (status < 0) {
        self->draws[self->draw_count++] = draw;
        self->length += draw.count;
    }
    return status;
}

static int pattern_add_queue(pattern_reader *self, uint64_t code)
{
    clear_queues *queues = self->queues;
    if (queues->count == self->capacity) {
        const size_t capacity = self->capacity < 64 ? 64 : self->capacity * 2;
        if (queues->count >= MAX_QUEUES)
            return pattern_refuse(self, "these are more than 20000000 queues; name the first "
                                        "pieces to split them");
        uint64_t *codes = realloc(queues->codes, capacity * sizeof codes[0]);
        if (codes == NULL)
            return message("out of memory");
        queues->codes = codes;
        self->capacity = capacity;
    }
    queues->codes[queues->count++] = code;
    return -1;
}

/* Adds all queues that begin with `code`: `left` pieces are still drawn of `pieces`, and then
 * those of the draws from `next` on. */
static int pattern_expand(pattern_reader *self, uint64_t code, unsigned pieces, unsigned left,
                          size_t next)
{
    if (left == 0 && next == self->draw_count)
        return pattern_add_queue(self, code);
    if (left == 0) {
        const pattern_draw *draw = &self->draws[next];
        return pattern_expand(self, code, draw->pieces, draw->count, next + 1);
    }
    int status = -1;
    for (unsigned p = 0; status < 0 && p < DF_TETROMINOES; p++) {
        if ((pieces >> p & 1) != 0)
            status = pattern_expand(self, code << CLEAR_CODE_BITS | p, pieces & ~(1U << p),
                                    left - 1, next);
    }
    return status;
}

/* Reads a pattern up to ';', the end of the line or a comment. */
static int pattern_read_one(pattern_reader *self)
{
    self->draw_count = 0;
    self->length = 0;
    int status = -1;
    for (pattern_skip_blanks(self);
         status < 0 && *self->at != '\0' && strchr(";\n#", *self->at) == NULL;
         pattern_skip_blanks(self))
        status = pattern_read_draw(self);
    if (status >= 0 || self->length == 0)
        return status;
    if (self->queues->count > 0 && self->queues->length != self->length)
        return pattern_refuse(self, "this pattern makes queues of another length than those "
                                    "before it; give all the same length");
    self->queues->length = self->length;
    return pattern_expand(self, 0, 0, 0, 0);
}

static int pattern_read_all(pattern_reader *self)
{
    int status = -1;
    while (status < 0 && *self->at != '\0') {
        status = pattern_read_one(self);
        if (status < 0 && *self->at == '#')
            self->at += strcspn(self->at, "\n");
        if (status < 0 && *self->at == '\n') {
            self->line++;
            self->begin = self->at + 1;
        }
        if (status < 0 && *self->at != '\0')
            self->at++;
    }
    if (status < 0 && self->queues->count == 0)
        return pattern_refuse(self, "there is no queue; give one, such as *p7 or [TI]!,*p5");
    return status;
}

static int pattern_compare_codes(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void pattern_leave_unique(clear_queues *queues)
{
    size_t kept = 0;
    qsort(queues->codes, queues->count, sizeof queues->codes[0], pattern_compare_codes);
    for (size_t i = 0; i < queues->count; i++) {
        if (i == 0 || queues->codes[i] != queues->codes[kept - 1])
            queues->codes[kept++] = queues->codes[i];
    }
    queues->count = kept;
}

int clear_queues_read(const char *pattern, clear_queues *queues)
{
    const bool is_file = strpbrk(pattern, "./") != NULL || strcmp(pattern, "-") == 0;
    char *bytes = NULL;
    size_t length = 0;
    *queues = (clear_queues){0};
    int status = is_file ? file_read_text(pattern, &bytes, &length) : -1;
    if (status >= 0)
        return status;
    pattern_reader self = {.name = is_file ? input_name(pattern) : NULL,
                           .line = 1,
                           .begin = is_file ? bytes : pattern,
                           .queues = queues};
    self.at = self.begin;
    if (is_file && strlen(bytes) < length) {
        self.at += strlen(bytes);
        status = pattern_refuse(&self, "this byte is not text");
    }
    if (status < 0)
        status = pattern_read_all(&self);
    if (status < 0)
        pattern_leave_unique(queues);
    free(bytes);
    if (status >= 0) {
        free(queues->codes);
        *queues = (clear_queues){0};
    }
    return status;
}

#include "tile_split.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/message.h"

enum { MAX_NODES = 1 << 20, MAX_SQUARES = 1 << 12 };

typedef struct splitter {
    const board_drawing *drawing;
    bool is_page;
    const df_piece_set *set;
    bool *taken;   /* squares of pieces that are known, row by row from the bottom */
    bool *region;  /* the connected equal letters to divide */
    size_t *stack; /* squares of the region that have been found */
    size_t size;   /* how many they are */
    df_drop *pieces;
    size_t count;
    df_drop *found; /* the pieces of the first way to divide the region */
    size_t tried;   /* pieces in it now */
    unsigned ways;  /* up to 2 */
    unsigned nodes;
} splitter;

/* Squares are numbered row by row from the bottom. */
static char letter_at(const splitter *self, size_t square)
{
    const board_drawing *drawing = self->drawing;
    return drawing
        ->rows[drawing->height - 1 - square / drawing->width][square % drawing->width];
}

static int tile_split_complain(const splitter *self, size_t square, const char *what,
                               const char *todo)
{
    const unsigned width = self->drawing->width;
    const unsigned x = (unsigned)(square % width), y = (unsigned)(square / width);
    if (self->is_page)
        return message("%s: row %u from the bottom, column %u: %s; %s", self->drawing->name,
                       y + 1, x + 1, what, todo);
    return message("%s:%u:%u: %s; %s", self->drawing->name, self->drawing->height - y, x + 1,
                   what, todo);
}

static void add_square(splitter *self, char letter, size_t square)
{
    if (self->region[square] || letter_at(self, square) != letter)
        return;
    self->region[square] = true;
    self->stack[self->size++] = square;
}

/* Finds all squares that are connected to this one by equal letters. */
static void find_region(splitter *self, size_t square)
{
    const size_t width = self->drawing->width, end = width * self->drawing->height;
    const char letter = letter_at(self, square);
    self->size = 0;
    add_square(self, letter, square);
    for (size_t i = 0; i < self->size; i++) {
        const size_t at = self->stack[i];
        if (at % width > 0)
            add_square(self, letter, at - 1);
        if ((at + 1) % width > 0)
            add_square(self, letter, at + 1);
        if (at >= width)
            add_square(self, letter, at - width);
        if (at + width < end)
            add_square(self, letter, at + width);
    }
}

/* True if a shape lies in the region with the first square of its lowest row here. */
static bool find_drop(const splitter *self, const df_shape *shape, size_t square, df_drop *drop)
{
    const unsigned width = self->drawing->width;
    unsigned first = 0;
    while ((shape->row[0] >> first & 1) == 0)
        first++;
    const unsigned x = (unsigned)(square % width), y = (unsigned)(square / width);
    if (x < first || x - first + shape->width > width ||
        y + shape->height > self->drawing->height)
        return false;
    for (unsigned row = 0; row < shape->height; row++) {
        for (unsigned column = 0; column < shape->width; column++) {
            if ((shape->row[row] >> column & 1) != 0 &&
                !self->region[(size_t)(y + row) * width + x - first + column])
                return false;
        }
    }
    drop->x = (uint8_t)(x - first);
    drop->y = (uint16_t)y;
    return true;
}

static void tile_split_mark(const splitter *self, const df_drop *drop, bool *squares,
                            bool value)
{
    const df_shape *shape = &self->set->pieces[drop->piece].shape[drop->orientation];
    for (unsigned row = 0; row < shape->height; row++) {
        for (unsigned column = 0; column < shape->width; column++) {
            if ((shape->row[row] >> column & 1) != 0)
                squares[(size_t)(drop->y + row) * self->drawing->width + drop->x + column] =
                    value;
        }
    }
}

/* Puts pieces `from` … `to` - 1 onto the first square of the region from `square` on that is
 * left, and so on; keeps the first way and looks for a second one. */
static void tile_split_divide(splitter *self, size_t square, unsigned from, unsigned to)
{
    const size_t squares = (size_t)self->drawing->width * self->drawing->height;
    while (square < squares && !self->region[square])
        square++;
    if (square == squares) {
        for (size_t i = 0; self->ways == 0 && i < self->tried; i++)
            self->found[i] = self->pieces[self->count + i];
        self->ways++;
        return;
    }
    for (unsigned piece = from; piece < to; piece++) {
        const df_piece *kind = &self->set->pieces[piece];
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            df_drop drop = {.piece = (uint16_t)piece, .orientation = (uint8_t)o};
            if (kind->same_as[o] != o || !find_drop(self, &kind->shape[o], square, &drop))
                continue;
            if (self->ways > 1 || self->nodes++ > MAX_NODES)
                return;
            self->pieces[self->count + self->tried++] = drop;
            tile_split_mark(self, &drop, self->region, false);
            tile_split_divide(self, square + 1, from, to);
            tile_split_mark(self, &drop, self->region, true);
            self->tried--;
        }
    }
}

static int split_region(splitter *self, size_t square)
{
    static const char redraw[] = "give a drawing with another letter for each piece";
    const char letter = letter_at(self, square);
    char what[80];
    find_region(self, square);
    self->ways = 0;
    self->nodes = 0;
    unsigned from = 0, to = (unsigned)self->set->count;
    bool is_one = false;
    for (unsigned piece = from; piece < to; piece++)
        is_one = is_one || self->set->pieces[piece].size == self->size;
    const int named = df_piece_set_find(self->set, &letter, 1);
    if (!is_one && named >= 0) {
        from = (unsigned)named;
        to = from + 1;
    }
    snprintf(what, sizeof what, "the %zu squares of '%c' here are no piece", self->size,
             letter);
    if (!is_one && (named < 0 || self->size > MAX_SQUARES))
        return tile_split_complain(self, square, what, redraw);
    tile_split_divide(self, square, from, to);
    if (self->ways == 1 && self->nodes <= MAX_NODES) {
        size_t left = self->size;
        for (size_t i = 0; left > 0; i++) {
            left -= self->set->pieces[self->found[i].piece].size;
            tile_split_mark(self, &self->found[i], self->taken, true);
            self->pieces[self->count++] = self->found[i];
        }
        for (size_t i = 0; i < self->size; i++)
            self->region[self->stack[i]] = false;
        return -1;
    }
    if (self->ways > 0 || self->nodes > MAX_NODES)
        snprintf(what, sizeof what, "the %zu squares of '%c' here can be several pieces",
                 self->size, letter);
    return tile_split_complain(self, square, what, redraw);
}

int tile_split(const board_drawing *drawing, bool is_page, const df_piece_set *set,
               df_drop **pieces, size_t *count)
{
    const size_t squares = (size_t)drawing->width * drawing->height;
    splitter self = {.drawing = drawing, .is_page = is_page, .set = set};
    self.taken = calloc(squares, sizeof self.taken[0]);
    self.region = calloc(squares, sizeof self.region[0]);
    self.stack = calloc(squares, sizeof self.stack[0]);
    self.pieces = calloc(squares, sizeof self.pieces[0]);
    self.found = calloc(squares, sizeof self.found[0]);
    const bool has_memory = self.taken != NULL && self.region != NULL && self.stack != NULL &&
                            self.pieces != NULL && self.found != NULL;
    int status = has_memory ? -1 : message("out of memory");
    for (size_t square = 0; square < squares && status < 0; square++) {
        const char letter = letter_at(&self, square);
        if (letter == '.' || letter == '_')
            status = tile_split_complain(&self, square, "an empty square", "a tiling has none");
        else if (!self.taken[square])
            status = split_region(&self, square);
    }
    if (status < 0) {
        *pieces = self.pieces;
        *count = self.count;
        self.pieces = NULL;
    }
    free(self.taken);
    free(self.region);
    free(self.stack);
    free(self.pieces);
    free(self.found);
    return status;
}

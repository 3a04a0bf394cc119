#include "tile_split.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "message.h"

enum { MOST_NODES = 1 << 20, MOST_SQUARES = 1 << 12 };

typedef struct splitter {
    const board_drawing *drawing;
    bool is_page;
    const df_piece_set *set;
    bool *taken;   /* squares of pieces that are known, row by row from the bottom */
    bool *region;  /* the connected equal letters that are divided now */
    size_t *stack; /* squares of the region that have been found */
    size_t size;   /* how many they are */
    df_drop *pieces;
    size_t count;
    df_drop *found; /* the pieces of the first way to divide the region */
    size_t tried;   /* pieces that are in it just now */
    unsigned ways;  /* up to 2 */
    unsigned nodes;
} splitter;

static char letter_at(const splitter *own, unsigned x, unsigned y)
{
    return own->drawing->rows[own->drawing->height - 1 - y][x];
}

static int complain(const splitter *own, size_t square, const char *what, const char *todo)
{
    const unsigned width = own->drawing->width;
    const unsigned x = (unsigned)(square % width), y = (unsigned)(square / width);
    if (own->is_page)
        return message("%s: row %u from the bottom, column %u: %s; %s", own->drawing->name,
                       y + 1, x + 1, what, todo);
    return message("%s:%u:%u: %s; %s", own->drawing->name, own->drawing->height - y, x + 1,
                   what, todo);
}

static void add_square(splitter *own, char letter, unsigned x, unsigned y)
{
    const size_t square = (size_t)y * own->drawing->width + x;
    if (own->region[square] || letter_at(own, x, y) != letter)
        return;
    own->region[square] = true;
    own->stack[own->size++] = square;
}

/* Finds all squares that are connected to this one by equal letters. */
static void find_region(splitter *own, size_t square)
{
    const unsigned width = own->drawing->width, height = own->drawing->height;
    const char letter = letter_at(own, (unsigned)(square % width), (unsigned)(square / width));
    own->size = 0;
    add_square(own, letter, (unsigned)(square % width), (unsigned)(square / width));
    for (size_t i = 0; i < own->size; i++) {
        const unsigned x = (unsigned)(own->stack[i] % width);
        const unsigned y = (unsigned)(own->stack[i] / width);
        if (x > 0)
            add_square(own, letter, x - 1, y);
        if (x + 1 < width)
            add_square(own, letter, x + 1, y);
        if (y > 0)
            add_square(own, letter, x, y - 1);
        if (y + 1 < height)
            add_square(own, letter, x, y + 1);
    }
}

/* Whether a shape lies in the region when the first square of its lowest row is here. */
static bool find_drop(const splitter *own, const df_shape *shape, size_t square, df_drop *drop)
{
    const unsigned width = own->drawing->width;
    unsigned first = 0;
    while ((shape->row[0] >> first & 1) == 0)
        first++;
    const unsigned x = (unsigned)(square % width), y = (unsigned)(square / width);
    if (x < first || x - first + shape->width > width ||
        y + shape->height > own->drawing->height)
        return false;
    for (unsigned row = 0; row < shape->height; row++) {
        for (unsigned column = 0; column < shape->width; column++) {
            if ((shape->row[row] >> column & 1) != 0 &&
                !own->region[(size_t)(y + row) * width + x - first + column])
                return false;
        }
    }
    drop->x = (uint8_t)(x - first);
    drop->y = (uint16_t)y;
    return true;
}

static void mark(const splitter *own, const df_drop *drop, bool *squares, bool value)
{
    const df_shape *shape = &own->set->pieces[drop->piece].shape[drop->orientation];
    for (unsigned row = 0; row < shape->height; row++) {
        for (unsigned column = 0; column < shape->width; column++) {
            if ((shape->row[row] >> column & 1) != 0)
                squares[(size_t)(drop->y + row) * own->drawing->width + drop->x + column] =
                    value;
        }
    }
}

/* Puts pieces `from` … `to` - 1 onto the first square of the region from `square` on that is
 * left, and so on; keeps the first way and looks for a second one. */
static void divide(splitter *own, size_t square, unsigned from, unsigned to)
{
    const size_t squares = (size_t)own->drawing->width * own->drawing->height;
    while (square < squares && !own->region[square])
        square++;
    if (square == squares) {
        for (size_t i = 0; own->ways == 0 && i < own->tried; i++)
            own->found[i] = own->pieces[own->count + i];
        own->ways++;
        return;
    }
    for (unsigned piece = from; piece < to; piece++) {
        const df_piece *kind = &own->set->pieces[piece];
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            df_drop drop = {.piece = (uint16_t)piece, .orientation = (uint8_t)o};
            if (kind->same_as[o] != o || !find_drop(own, &kind->shape[o], square, &drop))
                continue;
            if (own->ways > 1 || own->nodes++ > MOST_NODES)
                return;
            own->pieces[own->count + own->tried++] = drop;
            mark(own, &drop, own->region, false);
            divide(own, square + 1, from, to);
            mark(own, &drop, own->region, true);
            own->tried--;
        }
    }
}

/* The index of the piece that has this name, or -1. */
static int find_piece(const df_piece_set *set, char letter)
{
    return df_piece_set_find(set, &letter, 1);
}

static int split_region(splitter *own, size_t square)
{
    static const char redraw[] = "give a drawing with another letter for each piece";
    const unsigned width = own->drawing->width;
    const char letter = letter_at(own, (unsigned)(square % width), (unsigned)(square / width));
    char what[80];
    find_region(own, square);
    own->ways = 0;
    own->nodes = 0;
    unsigned from = 0, to = (unsigned)own->set->count;
    bool is_one = false;
    for (unsigned piece = from; piece < to; piece++)
        is_one = is_one || own->set->pieces[piece].size == own->size;
    const int named = find_piece(own->set, letter);
    if (!is_one && named >= 0) {
        from = (unsigned)named;
        to = from + 1;
    }
    snprintf(what, sizeof what, "the %zu squares of '%c' here are no piece", own->size, letter);
    if (!is_one && (named < 0 || own->size > MOST_SQUARES))
        return complain(own, square, what, redraw);
    divide(own, square, from, to);
    if (own->ways == 1 && own->nodes <= MOST_NODES) {
        size_t left = own->size;
        for (size_t i = 0; left > 0; i++) {
            left -= own->set->pieces[own->found[i].piece].size;
            mark(own, &own->found[i], own->taken, true);
            own->pieces[own->count++] = own->found[i];
        }
        for (size_t i = 0; i < own->size; i++)
            own->region[own->stack[i]] = false;
        return -1;
    }
    if (own->ways > 0 || own->nodes > MOST_NODES)
        snprintf(what, sizeof what, "the %zu squares of '%c' here can be several pieces",
                 own->size, letter);
    return complain(own, square, what, redraw);
}

int tile_split(const board_drawing *drawing, bool is_page, const df_piece_set *set,
               df_drop **pieces, size_t *count)
{
    const size_t squares = (size_t)drawing->width * drawing->height;
    splitter own = {.drawing = drawing, .is_page = is_page, .set = set};
    own.taken = calloc(squares, sizeof own.taken[0]);
    own.region = calloc(squares, sizeof own.region[0]);
    own.stack = calloc(squares, sizeof own.stack[0]);
    own.pieces = calloc(squares, sizeof own.pieces[0]);
    own.found = calloc(squares, sizeof own.found[0]);
    const bool has_memory = own.taken != NULL && own.region != NULL && own.stack != NULL &&
                            own.pieces != NULL && own.found != NULL;
    int status = has_memory ? -1 : message("out of memory");
    for (size_t square = 0; square < squares && status < 0; square++) {
        const char letter = letter_at(&own, (unsigned)(square % drawing->width),
                                      (unsigned)(square / drawing->width));
        if (letter == '.' || letter == '_')
            status = complain(&own, square, "an empty square", "a tiling has none");
        else if (!own.taken[square])
            status = split_region(&own, square);
    }
    if (status < 0) {
        *pieces = own.pieces;
        *count = own.count;
        own.pieces = NULL;
    }
    free(own.taken);
    free(own.region);
    free(own.stack);
    free(own.pieces);
    free(own.found);
    return status;
}

#include "dissect_state.h"

#include <string.h>

#include "core/base/bits.h"

enum { UNREACHABLE = 255 };

/* A state in the open. Pieces that are complete are 0; the others are numbered from 1 in the
 * order of their first columns. */
typedef struct frontier {
    unsigned pieces;
    uint8_t piece[DISSECT_MAX_WIDTH];
    uint8_t size[DISSECT_MAX_WIDTH + 2];   /* squares of each piece so far */
    uint32_t apart[DISSECT_MAX_WIDTH + 2]; /* pieces that have touched: sets of bits */
} frontier;

/* A key that is being written. */
typedef struct key_bits {
    uint64_t *words; /* the next one */
    uint64_t part;   /* what is not a word yet */
    unsigned in_part;
} key_bits;

static inline void key_put(key_bits *key, uint64_t value, unsigned bits)
{
    key->part |= value << key->in_part;
    key->in_part += bits;
    if (key->in_part >= 64) {
        *key->words++ = key->part;
        key->in_part -= 64;
        key->part = key->in_part > 0 ? value >> (bits - key->in_part) : 0;
    }
}

static inline unsigned key_take(const uint64_t *words, unsigned *at, unsigned bits)
{
    const unsigned word = *at / 64, shift = *at % 64;
    uint64_t value = words[word] >> shift;
    if (shift + bits > 64)
        value |= words[word + 1] << (64 - shift);
    *at += bits;
    return (unsigned)value & ((1u << bits) - 1);
}

bool df_dissect_board_begin(dissect_board *board)
{
    if (board->width > DISSECT_MAX_WIDTH || board->size > DF_TILE_DISSECTION_MAX_SIZE)
        return false;
    board->digit_bits = 1;
    while ((2 * board->size) >> board->digit_bits != 0)
        board->digit_bits++;
    /* Where all columns have pieces of their own, all neighbours but those at the step of the
     * frontier are known to be apart. With fewer pieces there are fewer pairs. */
    const unsigned width = board->width;
    const unsigned pairs = width * (width - 1) / 2, known = width > 2 ? width - 2 : 0;
    const unsigned fewer = width > 1 ? (width - 1) * (width - 2) / 2 : 0;
    const unsigned most = pairs - known > fewer ? pairs - known : fewer;
    board->key_words = (width * board->digit_bits + most + 63) / 64;
    return board->key_words <= DISSECT_KEY_WORDS;
}

/* Returns how many free squares a path from column i to column j has at least. The frontier is
 * one row lower before `column` than from it on. */
static uint8_t dissect_need(const dissect_board *board, unsigned row, unsigned column,
                            unsigned i, unsigned j)
{
    if (i >= column)
        return (uint8_t)(j - i + 1);
    if (i + 1 == column && j >= column)
        return (uint8_t)(j - i);
    if (row + 1 >= board->height)
        return UNREACHABLE;
    return (uint8_t)(j >= column ? j - i + 2 : j - i + 1);
}

dissect_place df_dissect_place(const dissect_board *board, unsigned row, unsigned column)
{
    dissect_place place = {.row = row, .column = column};
    for (unsigned i = 0; i < board->width; i++) {
        for (unsigned j = i + 1; j < board->width; j++)
            place.need[i][j] = dissect_need(board, row, column, i, j);
    }
    return place;
}

/* True if the squares of column i and the next one are side by side. */
static inline bool frontier_is_level(const dissect_place *place, unsigned i)
{
    return i + 1 != place->column;
}

/* Notes that pieces are apart if there are two. */
static inline void frontier_part(uint32_t *apart, unsigned a, unsigned b)
{
    if (a != 0 && b != 0 && a != b) {
        apart[a] |= UINT32_C(1) << b;
        apart[b] |= UINT32_C(1) << a;
    }
}

/* Returns the pieces after `a` of which the key says if they are apart from it. */
static inline uint32_t frontier_unknown(const frontier *self, unsigned a, uint32_t apart)
{
    return ((UINT32_C(1) << (self->pieces + 1)) - (UINT32_C(2) << a)) & ~apart;
}

/* A digit for each column: 0, or the size of a piece that begins, or that one goes on; and for
 * these if there is more of the piece to the right. Pieces between two columns of another one
 * stay there, so that pieces go on as brackets close. */
static void frontier_unpack(const dissect_board *board, const dissect_place *place,
                            const uint64_t *key, frontier *self)
{
    const unsigned goes_on = 2 * board->size - 1;
    unsigned at = 0, depth = 0;
    uint8_t open[DISSECT_MAX_WIDTH];
    self->pieces = 0;
    for (unsigned i = 0; i < board->width; i++) {
        const unsigned digit = key_take(key, &at, board->digit_bits);
        if (digit == 0) {
            self->piece[i] = 0;
        } else if (digit < goes_on) {
            const uint8_t piece = (uint8_t)++self->pieces;
            self->piece[i] = piece;
            self->size[piece] = (uint8_t)((digit + 1) / 2);
            self->apart[piece] = 0;
            if (digit % 2 == 0)
                open[depth++] = piece;
        } else {
            self->piece[i] = open[depth - 1];
            depth -= digit == goes_on;
        }
        if (i > 0 && frontier_is_level(place, i - 1))
            frontier_part(self->apart, self->piece[i - 1], self->piece[i]);
    }
    for (unsigned a = 1; a < self->pieces; a++) {
        uint32_t unknown = frontier_unknown(self, a, self->apart[a]);
        for (; unknown != 0; unknown &= unknown - 1) {
            const unsigned b = bits_lowest(unknown);
            const uint32_t bit = key_take(key, &at, 1);
            self->apart[a] |= bit << b;
            self->apart[b] |= bit << a;
        }
    }
}

/* Finds the pairs of pieces that may become one: which together with the free squares between
 * them are not too large. A path of free squares and other pieces from one to the other has no
 * fewer squares, since a piece has squares in all columns between two of its columns. */
static void frontier_find_pairs(const dissect_board *board, const dissect_place *place,
                                const frontier *self, uint32_t *pairs)
{
    for (unsigned a = 1; a <= self->pieces; a++)
        pairs[a] = 0;
    for (unsigned i = 0; i + 1 < board->width; i++) {
        const unsigned a = self->piece[i];
        if (a == 0)
            continue;
        const unsigned room = board->size - self->size[a];
        for (unsigned j = i + 1; j < board->width; j++) {
            const unsigned b = self->piece[j];
            if (b == a || place->need[i][j] >= room)
                break;
            if (b != 0 && place->need[i][j] + self->size[b] <= room) {
                pairs[a] |= UINT32_C(1) << b;
                pairs[b] |= UINT32_C(1) << a;
            }
        }
    }
}

/* Returns a number of pieces that those of the frontier end in at least. Only pieces of one
 * component of `joins` can become one. To make g pieces of m takes m - g squares, so that with
 * S squares so far S + m - g <= g · size. */
static unsigned frontier_count_ends(const dissect_board *board, const frontier *self,
                                    const uint32_t *joins)
{
    unsigned ends = 0;
    uint32_t left = (UINT32_C(1) << (self->pieces + 1)) - 2;
    while (left != 0) {
        uint32_t fresh = left & (~left + 1);
        unsigned squares = 0, members = 0;
        left ^= fresh;
        while (fresh != 0) {
            const unsigned a = bits_lowest(fresh);
            const uint32_t more = joins[a] & left;
            squares += self->size[a];
            members++;
            fresh = (fresh & (fresh - 1)) | more;
            left &= ~more;
        }
        ends += (squares + members + board->size) / (board->size + 1);
    }
    return ends;
}

/* True if there are not too many pieces already. */
static bool frontier_fits(const dissect_board *board, const dissect_place *place,
                          const frontier *self, const uint32_t *pairs)
{
    if (board->no_bound)
        return true;
    const unsigned filled = place->row * board->width + place->column;
    unsigned squares = 0;
    for (unsigned a = 1; a <= self->pieces; a++)
        squares += self->size[a];
    const unsigned complete = (filled - squares) / board->size;
    const unsigned most = board->width * board->height / board->size;
    if (complete + self->pieces <= most)
        return true;
    uint32_t joins[DISSECT_MAX_WIDTH + 2];
    for (unsigned a = 1; a <= self->pieces; a++)
        joins[a] = pairs[a] & ~self->apart[a];
    return complete + frontier_count_ends(board, self, joins) <= most;
}

/* Numbers the pieces in the order of their first columns. */
static void frontier_renumber(const dissect_board *board, frontier *self)
{
    uint8_t number[DISSECT_MAX_WIDTH + 2] = {0}, old[DISSECT_MAX_WIDTH + 2];
    unsigned pieces = 0;
    bool is_ordered = true;
    for (unsigned i = 0; i < board->width; i++) {
        const unsigned piece = self->piece[i];
        if (piece != 0 && number[piece] == 0) {
            number[piece] = (uint8_t)++pieces;
            old[pieces] = (uint8_t)piece;
            is_ordered = is_ordered && piece == pieces;
        }
        self->piece[i] = number[piece];
    }
    self->pieces = pieces;
    if (is_ordered)
        return;
    const frontier from = *self;
    for (unsigned a = 1; a <= pieces; a++) {
        self->size[a] = from.size[old[a]];
        uint32_t apart = 0;
        for (unsigned b = 1; b <= pieces; b++)
            apart |= (from.apart[old[a]] >> old[b] & 1) << b;
        self->apart[a] = apart;
    }
}

/* Writes the state; that two pieces are apart only where they could become one. */
static void frontier_pack(const dissect_board *board, const dissect_place *place,
                          const frontier *self, const uint32_t *pairs, uint64_t *key)
{
    key_bits bits = {.words = key};
    uint8_t last[DISSECT_MAX_WIDTH + 2];
    for (unsigned i = 0; i < board->width; i++)
        last[self->piece[i]] = (uint8_t)i;
    unsigned begun = 0;
    uint32_t known[DISSECT_MAX_WIDTH + 2] = {0};
    for (unsigned i = 0; i < board->width; i++) {
        const unsigned piece = self->piece[i];
        unsigned digit = 0;
        if (i > 0 && frontier_is_level(place, i - 1))
            frontier_part(known, self->piece[i - 1], piece);
        if (piece > begun) {
            begun = piece;
            digit = 2u * self->size[piece] - (last[piece] == i);
        } else if (piece != 0) {
            digit = 2 * board->size - (last[piece] == i);
        }
        key_put(&bits, digit, board->digit_bits);
    }
    for (unsigned a = 1; a < self->pieces; a++) {
        uint32_t unknown = frontier_unknown(self, a, known[a]);
        for (const uint32_t apart = pairs[a] & self->apart[a]; unknown != 0;
             unknown &= unknown - 1)
            key_put(&bits, apart >> bits_lowest(unknown) & 1, 1);
    }
    for (; bits.words < key + board->key_words; bits.part = 0)
        *bits.words++ = bits.part;
}

/* Where the last row is being filled, squares of it do not matter any more, but for the last
 * one. Returns false if a piece ends there that is not complete. */
static bool frontier_drop_last_row(const dissect_board *board, const dissect_place *place,
                                   frontier *self)
{
    const unsigned end = place->row >= board->height       ? board->width
                         : place->row + 1 == board->height ? place->column
                                                           : 0;
    const unsigned kept = place->row >= board->height || end == 0 ? end : end - 1;
    for (unsigned i = 0; i < kept; i++) {
        const unsigned piece = self->piece[i];
        self->piece[i] = 0;
        if (piece != 0 && memchr(self->piece, (int)piece, board->width) == NULL)
            return false;
    }
    return true;
}

/* Completes a step to `to` after the square of `from` has been given to `piece`. Returns false
 * if the state leads nowhere. */
static bool frontier_end_step(const dissect_board *board, const dissect_place *to,
                              frontier *self, unsigned piece, uint64_t *key)
{
    if (self->size[piece] == board->size) {
        for (unsigned i = 0; i < board->width; i++)
            self->piece[i] = self->piece[i] == piece ? 0 : self->piece[i];
    }
    if (!frontier_drop_last_row(board, to, self))
        return false;
    uint32_t pairs[DISSECT_MAX_WIDTH + 2];
    frontier_renumber(board, self);
    frontier_find_pairs(board, to, self, pairs);
    if (!frontier_fits(board, to, self, pairs))
        return false;
    frontier_pack(board, to, self, pairs, key);
    if (to->column != 0 || board->no_fold)
        return true;
    frontier mirrored = *self;
    for (unsigned i = 0; i < board->width; i++)
        mirrored.piece[i] = self->piece[board->width - 1 - i];
    uint64_t other[DISSECT_KEY_WORDS];
    frontier_renumber(board, &mirrored);
    frontier_find_pairs(board, to, &mirrored, pairs);
    frontier_pack(board, to, &mirrored, pairs, other);
    for (unsigned i = 0; i < board->key_words; i++) {
        if (key[i] != other[i]) {
            if (other[i] > key[i])
                memcpy(key, other, board->key_words * sizeof key[0]);
            break;
        }
    }
    return true;
}

/* Makes one piece of two and the square between them. */
static void frontier_join(const dissect_board *board, frontier *self, unsigned left,
                          unsigned up)
{
    self->size[left] = (uint8_t)(self->size[left] + self->size[up] + 1);
    self->apart[left] |= self->apart[up];
    for (unsigned i = 0; i < board->width; i++)
        self->piece[i] = self->piece[i] == up ? (uint8_t)left : self->piece[i];
    for (unsigned a = 1; a <= self->pieces; a++)
        self->apart[a] |= (self->apart[a] >> up & 1) << left;
}

unsigned df_dissect_step(const dissect_board *board, const dissect_place *from,
                         const dissect_place *to, const uint64_t *key,
                         uint64_t next[DISSECT_STEPS][DISSECT_KEY_WORDS])
{
    frontier before;
    frontier_unpack(board, from, key, &before);
    const unsigned column = from->column;
    const unsigned up = before.piece[column], left = column > 0 ? before.piece[column - 1] : 0;
    /* The square begins a piece, or belongs to that to its left, above it, or both. */
    const unsigned owners[] = {before.pieces + 1, left, up != left ? up : 0};
    /* A piece above that is nowhere else cannot be completed without the square. */
    before.piece[column] = 0;
    const bool up_ends = up != 0 && memchr(before.piece, (int)up, board->width) == NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned piece = owners[i];
        if (piece == 0 || (up_ends && piece != up))
            continue;
        frontier after = before;
        if (i == 0) {
            after.pieces++;
            after.size[piece] = 0;
            after.apart[piece] = 0;
        }
        after.size[piece]++;
        after.piece[column] = (uint8_t)piece;
        frontier_part(after.apart, piece, left);
        frontier_part(after.apart, piece, up);
        count += frontier_end_step(board, to, &after, piece, next[count]);
    }
    if (left != 0 && up != 0 && left != up && (before.apart[left] >> up & 1) == 0 &&
        before.size[left] + before.size[up] + 1u <= board->size) {
        frontier_join(board, &before, left, up);
        before.piece[column] = (uint8_t)left;
        count += frontier_end_step(board, to, &before, left, next[count]);
    }
    return count;
}

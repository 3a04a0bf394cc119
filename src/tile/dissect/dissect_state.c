#include "dissect_state.h"

#include <string.h>

#include "dissect_entry.h"
#include "dissect_frontier.h"

enum { UNREACHABLE = 255 };

bool df_dissect_board_begin(dissect_board *board)
{
    if (board->width > DISSECT_MAX_WIDTH || board->size > DF_TILE_DISSECTION_MAX_SIZE)
        return false;
    /* A piece of s squares has columns at most s - 1 apart, and s < size. */
    const unsigned distance =
        board->size < 2 ? 0 : unsigned_min(board->width - 1, board->size - 2);
    board->digit_bits = 1;
    while ((board->size - 1 + distance) >> board->digit_bits != 0)
        board->digit_bits++;
    unsigned pairs = 0;
    for (unsigned column = 0; column < board->width; column++)
        pairs = unsigned_max(pairs, df_dissect_place(board, 0, column).pairs);
    board->word_digits = 64 / board->digit_bits;
    board->key_pairs = board->width / board->word_digits * 64 +
                       board->width % board->word_digits * board->digit_bits;
    board->key_bytes = (board->key_pairs + pairs + 7) / 8;
    board->key_words = (unsigned)entry_words(board->key_bytes);
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
        for (unsigned j = i + 1; j < board->width; j++) {
            place.need[i][j] = dissect_need(board, row, column, i, j);
            const bool is_level = i + 1 == j && j != column;
            if (!is_level && place.need[i][j] + 2u <= board->size) {
                place.pair[i][j] = (uint8_t)place.pairs;
                place.left[place.pairs] = (uint8_t)i;
                place.right[place.pairs++] = (uint8_t)j;
            }
        }
    }
    return place;
}

static inline void frontier_part(frontier *self, unsigned a, unsigned b)
{
    self->apart[a] = (uint16_t)(self->apart[a] | 1u << b);
    self->apart[b] = (uint16_t)(self->apart[b] | 1u << a);
}

/* A key has a digit for each column: the size of the piece that begins there, 0 if it is
 * complete, or how far back its column before is; and a bit for each pair of columns. */
static void frontier_unpack(const dissect_board *board, const dissect_place *place,
                            const uint64_t *key, frontier *self)
{
    const unsigned digit_mask = (1u << board->digit_bits) - 1;
    memset(self, 0, sizeof *self);
    for (unsigned i = 0, word = 0; i < board->width; word++) {
        const unsigned end = unsigned_min(board->width, i + board->word_digits);
        for (uint64_t digits = key[word]; i < end; i++, digits >>= board->digit_bits) {
            const unsigned digit = (unsigned)digits & digit_mask;
            const unsigned piece =
                digit < board->size ? i : self->piece[i + board->size - 1 - digit];
            const unsigned size = digit < board->size ? digit : 0;
            self->piece[i] = (uint8_t)piece;
            self->size[i] = (uint8_t)size;
            self->columns[piece] = (uint16_t)(self->columns[piece] | 1u << i);
            self->pieces = (uint16_t)(self->pieces | (unsigned)(size != 0) << i);
        }
    }
    uint64_t ignored = bits_low(board->key_pairs % 64);
    for (unsigned word = board->key_pairs / 64; word < board->key_words; word++, ignored = 0) {
        for (uint64_t bits = key[word] & ~ignored; bits != 0; bits &= bits - 1) {
            const unsigned pair = word * 64 + bits_lowest(bits) - board->key_pairs;
            frontier_part(self, self->piece[place->left[pair]],
                          self->piece[place->right[pair]]);
        }
    }
}

bool df_dissect_key_is_valid(const dissect_board *board, const dissect_place *place,
                             const uint64_t *key)
{
    const unsigned digit_mask = (1u << board->digit_bits) - 1;
    uint8_t size[DISSECT_MAX_WIDTH], first[DISSECT_MAX_WIDTH];
    for (unsigned i = 0; i < board->width; i++) {
        const unsigned shift = i % board->word_digits * board->digit_bits;
        const unsigned digit = (unsigned)(key[i / board->word_digits] >> shift) & digit_mask;
        const unsigned back = digit < board->size ? 0 : digit - board->size + 1;
        if (back > i)
            return false;
        first[i] = back == 0 ? (uint8_t)i : first[i - back];
        size[i] = back == 0 ? (uint8_t)digit : size[i - back];
        /* The piece has a square in each of its columns. */
        if (back > 0 && size[i] < i - first[i] + 1u)
            return false;
    }
    for (unsigned bit = board->key_pairs; bit < board->key_words * 64; bit++) {
        const unsigned pair = bit - board->key_pairs;
        if ((key[bit / 64] >> bit % 64 & 1) == 0)
            continue;
        if (pair >= place->pairs)
            return false;
        const unsigned a = place->left[pair], b = place->right[pair];
        if (first[a] == first[b] || size[a] == 0 || size[b] == 0)
            return false;
    }
    return true;
}

/* True if two pieces have touched. */
static inline bool frontier_is_apart(const frontier *self, const dissect_place *place,
                                     unsigned a, unsigned b)
{
    return (self->apart[a] >> b & 1) != 0 ||
           (frontier_beside(self, place, a) & self->columns[b]) != 0;
}

/* Gives the columns of a piece to another one, or to a new one. */
static void frontier_rename(frontier *self, unsigned piece, unsigned name)
{
    for (unsigned columns = self->columns[piece]; columns != 0; columns &= columns - 1)
        self->piece[bits_lowest(columns)] = (uint8_t)name;
    for (unsigned others = self->apart[piece]; others != 0; others &= others - 1) {
        uint16_t *apart = &self->apart[bits_lowest(others)];
        *apart = (uint16_t)((*apart & ~(1u << piece)) | 1u << name);
    }
    self->columns[name] = (uint16_t)(self->columns[name] | self->columns[piece]);
    self->apart[name] = (uint16_t)(self->apart[name] | self->apart[piece]);
    self->pieces = (uint16_t)((self->pieces & ~(1u << piece)) | 1u << name);
    self->size[piece] = 0;
    self->columns[piece] = 0;
    self->apart[piece] = 0;
}

/* Takes the square of a column off the frontier. Returns the piece that it leaves, by the name
 * that this has now. This must be elsewhere, too. */
static inline unsigned frontier_leave(frontier *self, unsigned column)
{
    unsigned piece = self->piece[column];
    self->columns[piece] = (uint16_t)(self->columns[piece] & ~(1u << column));
    if (piece == column) {
        const unsigned name = bits_lowest(self->columns[piece]);
        const uint8_t size = self->size[piece];
        self->columns[name] = 0;
        frontier_rename(self, piece, name);
        self->size[name] = size;
        piece = name;
    }
    self->piece[column] = (uint8_t)column;
    self->columns[column] = (uint16_t)(1u << column);
    return piece;
}

/* Makes all squares of a complete piece equal. */
static inline void frontier_complete(frontier *self, unsigned piece)
{
    for (unsigned columns = self->columns[piece]; columns != 0; columns &= columns - 1) {
        const unsigned i = bits_lowest(columns);
        self->piece[i] = (uint8_t)i;
        self->columns[i] = (uint16_t)(1u << i);
    }
    self->size[piece] = 0;
    self->pieces = (uint16_t)(self->pieces & ~(1u << piece));
}

/* Returns the pair of columns of two pieces, a < b, whose bit says if they are apart. */
static unsigned frontier_pair(const frontier *self, const dissect_place *place, unsigned a,
                              unsigned b)
{
    const unsigned i = bits_highest(self->columns[a] & ((1u << b) - 1));
    const unsigned last = bits_highest(self->columns[b]);
    const unsigned after = (unsigned)self->columns[a] >> last;
    if (after == 0)
        return place->pair[i][b];
    const unsigned j = last + bits_lowest(after);
    return place->need[last][j] < place->need[i][b] ? place->pair[last][j] : place->pair[i][b];
}

/* Keeps of what is apart only what neighbours do not show, and where pieces could meet. */
static void frontier_forget(const dissect_board *board, const dissect_place *place,
                            frontier *self)
{
    uint16_t kept[DISSECT_MAX_WIDTH] = {0};
    for (unsigned left = self->pieces; left != 0; left &= left - 1) {
        const unsigned a = bits_lowest(left);
        unsigned others = self->apart[a] & self->pieces & ~((2u << a) - 1);
        if (others == 0)
            continue;
        const unsigned beside = frontier_beside(self, place, a);
        for (; others != 0; others &= others - 1) {
            const unsigned b = bits_lowest(others);
            if ((self->columns[b] & beside) == 0 &&
                df_dissect_may_meet(board, place, self, a, b))
                kept[a] = (uint16_t)(kept[a] | 1u << b);
        }
    }
    memcpy(self->apart, kept, sizeof kept);
}

/* Writes the state. */
static void frontier_pack(const dissect_board *board, const dissect_place *place,
                          const frontier *self, uint64_t *key)
{
    uint8_t before[DISSECT_MAX_WIDTH];
    for (unsigned word = 0; word < board->key_words; word++)
        key[word] = 0;
    for (unsigned i = 0, word = 0; i < board->width; word++) {
        const unsigned end = unsigned_min(board->width, i + board->word_digits);
        uint64_t digits = 0;
        for (unsigned shift = 0; i < end; i++, shift += board->digit_bits) {
            const unsigned piece = self->piece[i];
            const unsigned digit =
                piece == i ? self->size[i] : board->size - 1u + i - before[piece];
            before[piece] = (uint8_t)i;
            digits |= (uint64_t)digit << shift;
        }
        key[word] = digits;
    }
    for (unsigned left = self->pieces; left != 0; left &= left - 1) {
        const unsigned a = bits_lowest(left);
        for (unsigned others = self->apart[a]; others != 0; others &= others - 1) {
            const unsigned at =
                board->key_pairs + frontier_pair(self, place, a, bits_lowest(others));
            key[at / 64] |= UINT64_C(1) << at % 64;
        }
    }
}

/* Where the last row is being filled, squares of it do not matter any more, but for the last
 * one. Returns false if a piece ends there that is not complete. */
static bool frontier_drop_last_row(const dissect_board *board, const dissect_place *place,
                                   frontier *self)
{
    const unsigned end = place->row >= board->height ? board->width + 1 : place->column;
    for (unsigned i = 0; i + 1 < end; i++) {
        const unsigned piece = self->piece[i];
        if (self->size[piece] != 0 && self->columns[piece] == 1u << i)
            return false;
        if (self->size[piece] != 0)
            (void)frontier_leave(self, i);
    }
    return true;
}

static void frontier_mirror(const frontier *self, unsigned width, frontier *mirrored)
{
    memset(mirrored, 0, sizeof *mirrored);
    for (unsigned i = 0; i < width; i++) {
        const unsigned name = width - 1 - bits_highest(self->columns[self->piece[i]]);
        mirrored->piece[width - 1 - i] = (uint8_t)name;
        mirrored->columns[name] = (uint16_t)(mirrored->columns[name] | 1u << (width - 1 - i));
    }
    for (unsigned left = self->pieces; left != 0; left &= left - 1) {
        const unsigned a = bits_lowest(left);
        const unsigned name = mirrored->piece[width - 1 - a];
        mirrored->size[name] = self->size[a];
        mirrored->pieces = (uint16_t)(mirrored->pieces | 1u << name);
        for (unsigned others = self->apart[a]; others != 0; others &= others - 1) {
            const unsigned b = mirrored->piece[width - 1 - bits_lowest(others)];
            const unsigned first = unsigned_min(name, b), bit = 1u << unsigned_max(name, b);
            mirrored->apart[first] = (uint16_t)(mirrored->apart[first] | bit);
        }
    }
}

/* Replaces the key by that of the mirror image if this one, the larger, stands for both: they
 * lead to equally many dissections, and the larger one makes fewer states. */
static void frontier_fold(const dissect_board *board, const dissect_place *place,
                          const frontier *self, uint64_t *key)
{
    frontier mirrored;
    uint64_t other[DISSECT_KEY_WORDS];
    frontier_mirror(self, board->width, &mirrored);
    frontier_pack(board, place, &mirrored, other);
    for (unsigned i = 0; i < board->key_words; i++) {
        if (key[i] != other[i]) {
            if (other[i] > key[i])
                memcpy(key, other, board->key_words * sizeof key[0]);
            break;
        }
    }
}

/* Completes a step to `to` after `piece` has grown. False if the state leads nowhere. */
static bool frontier_end_step(const dissect_board *board, const dissect_place *to,
                              frontier *self, unsigned piece, uint64_t *key)
{
    if (self->size[piece] == board->size)
        frontier_complete(self, piece);
    if (to->row + 1 >= board->height && !frontier_drop_last_row(board, to, self))
        return false;
    if (!df_dissect_fits(board, to, self))
        return false;
    frontier_forget(board, to, self);
    frontier_pack(board, to, self, key);
    if (to->column == 0)
        frontier_fold(board, to, self, key);
    return true;
}

/* Makes one piece of two and a square between them. */
static unsigned frontier_join(frontier *self, unsigned a, unsigned b)
{
    const unsigned first = unsigned_min(a, b), other = unsigned_max(a, b);
    self->size[first] = (uint8_t)(self->size[first] + self->size[other] + 1);
    frontier_rename(self, other, first);
    return first;
}

/* Gives the square of a column, which no piece has, to one. */
static inline void frontier_enter(frontier *self, unsigned column, unsigned piece)
{
    self->columns[column] = 0;
    self->columns[piece] = (uint16_t)(self->columns[piece] | 1u << column);
    self->pieces = (uint16_t)(self->pieces | 1u << piece);
    self->piece[column] = (uint8_t)piece;
    self->size[piece]++;
}

unsigned df_dissect_step(const dissect_board *board, const dissect_place *from,
                         const dissect_place *to, const uint64_t *key,
                         uint64_t next[DISSECT_STEPS][DISSECT_KEY_WORDS])
{
    frontier before, after;
    frontier_unpack(board, from, key, &before);
    const unsigned column = from->column;
    unsigned up = before.piece[column];
    const unsigned left = column > 0 ? before.piece[column - 1] : up;
    const bool has_up = before.size[up] != 0;
    const bool has_left = left != up && before.size[left] != 0;
    unsigned count = 0;
    if (has_up) {
        /* The square will be below the one on its right. */
        const unsigned right = column + 1 < board->width ? before.piece[column + 1] : up;
        if (right != up && before.size[right] != 0)
            frontier_part(&before, up, right);
        /* It belongs to the piece above it, or joins this with that on its left. */
        after = before;
        after.size[up]++;
        if (has_left)
            frontier_part(&after, left, up);
        count += frontier_end_step(board, to, &after, up, next[count]);
        if (has_left && before.size[left] + before.size[up] < board->size &&
            !frontier_is_apart(&before, from, left, up)) {
            after = before;
            const unsigned piece = frontier_join(&after, left, up);
            count += frontier_end_step(board, to, &after, piece, next[count]);
        }
        /* A piece above that is nowhere else cannot be completed without the square. */
        if (before.columns[up] == 1u << column)
            return count;
        up = frontier_leave(&before, column);
    }
    /* The square begins a piece, or belongs to that on its left. */
    if (has_left) {
        after = before;
        frontier_enter(&after, column, left);
        if (has_up)
            frontier_part(&after, left, up);
        count += frontier_end_step(board, to, &after, left, next[count]);
        frontier_part(&before, column, left);
    }
    frontier_enter(&before, column, column);
    if (has_up)
        frontier_part(&before, column, up);
    return count + frontier_end_step(board, to, &before, column, next[count]);
}

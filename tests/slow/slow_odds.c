#include "slow_odds.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/key_index.h"
#include "tests/support/support.h"

enum { MAX_PIECES = 11, NO_PIECE = DF_TETROMINOES, ROWS_ABOVE = 4 };

/* What a player sees. */
typedef struct game {
    uint64_t board; /* its squares, row by row from the bottom */
    unsigned rows;  /* that are left */
    unsigned held;
    unsigned seen; /* pieces of the queue, the falling one first */
    unsigned queue[MAX_PIECES];
    unsigned come; /* pieces that have come in all */
    unsigned bag;
    bool may_hold;
} game;

struct slow_odds {
    const df_clear_request *request;
    bool hold;
    unsigned length, shown;
    memory_budget memory;
    key_index games; /* the value of each */
    budget_array values;
    key_index boards; /* with each piece: the boards after its drops, up to 0 */
    budget_array first;
    budget_array next;
    size_t next_count;
    df_field *field; /* with rows above, where pieces turn */
};

static uint64_t find_value(slow_odds *self, game at);

static unsigned new_bag(unsigned bag)
{
    return bag != 0 ? bag : (1U << DF_TETROMINOES) - 1;
}

/* A board and its rows as a word, which is never 0. */
static uint64_t pack(uint64_t board, unsigned rows)
{
    return board | (uint64_t)(rows + 1) << 40;
}

/* Adds the boards after each drop of a piece from which the rest can be cleared at all. */
static void add_next(slow_odds *self, uint64_t board, unsigned rows, unsigned piece);

/* Returns where the boards after the drops of a piece begin. */
static size_t list_next(slow_odds *self, uint64_t board, unsigned rows, unsigned piece)
{
    const uint64_t key[2] = {pack(board, rows), piece};
    uint32_t number = df_key_index_find(&self->boards, key);
    if (number != KEY_INDEX_NONE)
        return ((const size_t *)self->first.data)[number];
    add_next(self, board, rows, piece);
    return ((const size_t *)self->first.data)[df_key_index_find(&self->boards, key)];
}

static uint64_t next_board(const slow_odds *self, size_t at)
{
    return ((const uint64_t *)self->next.data)[at];
}

static bool can_clear(slow_odds *self, uint64_t board, unsigned rows)
{
    bool can = rows == 0;
    for (unsigned piece = 0; piece < DF_TETROMINOES && !can; piece++)
        can = next_board(self, list_next(self, board, rows, piece)) != 0;
    return can;
}

static void draw(const slow_odds *self, uint64_t board)
{
    const unsigned width = self->field->width;
    for (unsigned i = 0; i < width * self->request->rows; i++)
        assert_status(df_field_set(self->field, i % width, i / width, board >> i & 1), DF_OK);
}

static void add_next(slow_odds *self, uint64_t board, unsigned rows, unsigned piece)
{
    df_drop drops[SLOW_CLEAR_MAX_LIST];
    uint64_t after[SLOW_CLEAR_MAX_LIST];
    size_t count = 0;
    draw(self, board);
    const size_t all = slow_clear_list(self->request, NULL, piece, self->field, rows, drops);
    for (size_t i = 0; i < all; i++) {
        draw(self, board);
        const unsigned left = rows - slow_clear_put(self->field, self->request, &drops[i]);
        uint64_t squares = 0;
        for (unsigned y = left; y-- > 0;)
            squares = squares << self->field->width | self->field->row[y];
        after[count++] = pack(squares, left);
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (can_clear(self, after[i] & bits_low(40), (unsigned)(after[i] >> 40) - 1))
            after[kept++] = after[i];
    }
    uint32_t number = 0;
    const uint64_t key[2] = {pack(board, rows), piece};
    assert_status(df_key_index_add(&self->boards, &self->memory, key, &number), DF_OK);
    assert_status(df_budget_array_reserve(&self->first, &self->memory, number + 1), DF_OK);
    assert_status(
        df_budget_array_reserve(&self->next, &self->memory, self->next_count + kept + 1),
        DF_OK);
    ((size_t *)self->first.data)[number] = self->next_count;
    for (size_t i = 0; i < kept; i++)
        ((uint64_t *)self->next.data)[self->next_count++] = after[i];
    ((uint64_t *)self->next.data)[self->next_count++] = 0;
}

/* Takes the falling piece out of the queue. */
static unsigned take_piece(game *at)
{
    const unsigned piece = at->queue[0];
    at->seen--;
    memmove(at->queue, at->queue + 1, at->seen * sizeof at->queue[0]);
    return piece;
}

/* Returns the largest value of any drop of the falling piece. */
static uint64_t drop_falling(slow_odds *self, game at)
{
    uint64_t best = 0;
    const unsigned piece = take_piece(&at);
    size_t i = list_next(self, at.board, at.rows, piece);
    at.may_hold = true;
    for (uint64_t next; (next = next_board(self, i)) != 0; i++) {
        at.board = next & bits_low(40);
        at.rows = (unsigned)(next >> 40) - 1;
        const uint64_t value = find_value(self, at);
        best = value > best ? value : best;
    }
    return best;
}

/* Returns the value if the held piece changes places with the falling one, or else with the
 * next one. */
static uint64_t hold_falling(slow_odds *self, game at)
{
    const unsigned held = at.held;
    at.may_hold = false;
    at.held = at.seen > 0 ? take_piece(&at) : NO_PIECE;
    if (held != NO_PIECE) {
        memmove(at.queue + 1, at.queue, at.seen * sizeof at.queue[0]);
        at.queue[0] = held;
        at.seen++;
    }
    return find_value(self, at);
}

/* Returns the sum over the pieces that may be shown now, or the best that a player can do. */
static uint64_t play(slow_odds *self, game at)
{
    const bool is_over = at.rows == 0;
    if ((is_over || at.seen < self->shown) && at.come < self->length) {
        uint64_t sum = 0;
        for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
            game after = at;
            if ((new_bag(at.bag) >> piece & 1) == 0)
                continue;
            after.queue[after.seen++] = piece;
            after.come++;
            after.bag = new_bag(at.bag) & ~(1U << piece);
            sum += find_value(self, after);
        }
        return sum;
    }
    if (is_over)
        return 1;
    uint64_t best = at.seen > 0 ? drop_falling(self, at) : 0;
    if (at.may_hold && self->hold && (at.seen > 0 || at.held != NO_PIECE)) {
        const uint64_t other = hold_falling(self, at);
        best = other > best ? other : best;
    }
    return best;
}

/* Returns how many of the games that may follow clear. */
static uint64_t find_value(slow_odds *self, game at)
{
    if (at.rows == 0) {
        at.seen = 0;
        at.held = NO_PIECE;
    }
    uint64_t queue = 1;
    for (unsigned i = 0; i < at.seen; i++)
        queue = queue << 3 | at.queue[i];
    const uint64_t key[2] = {pack(at.board, at.rows) | (uint64_t)at.held << 48 |
                                 (uint64_t)self->shown << 52 | (uint64_t)self->hold << 56,
                             queue << 16 | (uint64_t)at.come << 8 | (uint64_t)at.bag << 1 |
                                 at.may_hold};
    uint32_t number = df_key_index_find(&self->games, key);
    if (number != KEY_INDEX_NONE)
        return ((const uint64_t *)self->values.data)[number];
    const uint64_t value = play(self, at);
    assert_status(df_key_index_add(&self->games, &self->memory, key, &number), DF_OK);
    assert_status(df_budget_array_reserve(&self->values, &self->memory, number + 1), DF_OK);
    ((uint64_t *)self->values.data)[number] = value;
    return value;
}

slow_odds *slow_odds_create(const df_clear_request *request)
{
    slow_odds *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->request = request;
    self->memory = memory_budget_of(UINT64_C(1) << 34);
    self->games = self->boards = key_index_of(2);
    self->values.size = self->next.size = sizeof(uint64_t);
    self->first.size = sizeof(size_t);
    assert_status(
        df_field_create(&self->field, request->field->width, request->rows + ROWS_ABOVE),
        DF_OK);
    return self;
}

void slow_odds_free(slow_odds *self)
{
    df_key_index_free(&self->games, &self->memory);
    df_key_index_free(&self->boards, &self->memory);
    df_budget_array_free(&self->values, &self->memory);
    df_budget_array_free(&self->first, &self->memory);
    df_budget_array_free(&self->next, &self->memory);
    df_field_free(self->field);
    free(self);
}

uint64_t slow_odds_find(slow_odds *self, bool hold, unsigned shown, const uint16_t *queue,
                        size_t count, uint64_t *total)
{
    self->hold = hold;
    self->shown = shown;
    self->length = self->field->width * self->request->rows / 4 + (hold ? 1 : 0);
    game at = {.rows = self->request->rows, .held = NO_PIECE, .may_hold = true};
    for (; at.come < count && at.come < self->length; at.come++) {
        at.queue[at.seen++] = queue[at.come];
        at.bag = new_bag(at.bag) & ~(1U << queue[at.come]);
    }
    game over = at;
    over.rows = 0;
    *total = find_value(self, over);
    return find_value(self, at);
}

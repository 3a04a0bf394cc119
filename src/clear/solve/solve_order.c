#include "solve_order.h"

#include <string.h>

/* More entries than these found next to nothing more. */
enum { CACHE_SIZE = 1 << 14, CACHE_PIECE_BITS = 4 };

df_status df_solve_order_create(solve_order *made, const solve_board *board,
                                memory_budget *memory)
{
    made->board = board;
    for (unsigned y = 0; y <= board->play.layout.rows; y += 2)
        made->even_rows |= board->play.layout.row << (board->play.layout.width * y);
    made->cache = df_budget_take(memory, CACHE_SIZE, sizeof made->cache[0]);
    made->ways = df_budget_take(memory, (size_t)1 << board->drops, sizeof made->ways[0]);
    if (made->cache == NULL || made->ways == NULL) {
        df_solve_order_free(made, memory);
        return memory->status;
    }
    for (size_t i = 0; i < CACHE_SIZE; i++)
        made->cache[i].key = UINT64_MAX;
    return DF_OK;
}

void df_solve_order_free(solve_order *self, memory_budget *memory)
{
    df_budget_free(memory, self->cache, CACHE_SIZE, sizeof self->cache[0]);
    if (self->ways != NULL)
        df_budget_free(memory, self->ways, (size_t)1 << self->board->drops,
                       sizeof self->ways[0]);
    self->cache = NULL;
    self->ways = NULL;
}

/* Leaves the bits of the first places, of all that has such bits. */
static void order_keep(solve_order *self, unsigned kept)
{
    const unsigned bits = (1U << kept) - 1;
    for (unsigned p = 0; p < DF_CLEAR_SOLVER_MAX_KINDS; p++)
        self->of_piece[p] &= (uint16_t)bits;
    self->open &= bits;
    self->gapped &= bits;
    self->inner &= bits * UINT64_C(0x0001000100010001);
}

void df_solve_order_go_on(solve_order *self, unsigned kept)
{
    order_keep(self, kept);
    for (unsigned i = kept; i < self->count; i++) {
        const solve_place *place = &self->board->places[self->places[i]];
        uint16_t *of_piece = &self->of_piece[place->piece];
        self->gaps[i] = place->gaps;
        self->squares[i] = place->squares;
        self->below[i] = place->below;
        self->before[i] = 0;
        self->inner |= place->inner << i;
        self->open |= (unsigned)place->open << i;
        self->gapped |= (unsigned)(place->gaps != 0) << i;
        *of_piece = (uint16_t)(*of_piece | 1U << i);
    }
    for (unsigned rest = self->gapped; rest != 0; rest &= rest - 1) {
        const unsigned i = bits_lowest(rest);
        uint64_t before = 0;
        for (unsigned gaps = self->gaps[i] >> 1; gaps != 0; gaps &= gaps - 1)
            before |= self->inner >> INNER_STRIDE * bits_lowest(gaps);
        self->before[i] = (uint16_t)before;
    }
}

void df_solve_order_begin(solve_order *self)
{
    df_solve_order_go_on(self, 0);
}

static inline solve_standing order_stand(const solve_order *self, uint64_t squares)
{
    const clear_board *layout = &self->board->play.layout;
    solve_standing at = {.squares = squares, .settled = squares};
    /* Adding one to a full row carries into the row above; so every other row is added to. */
    const uint64_t even = squares & self->even_rows, odd = squares & ~self->even_rows;
    const uint64_t starts = self->board->row_starts;
    const uint64_t carried = ((even + (starts & self->even_rows)) & ~self->even_rows) |
                             ((odd + (starts & ~self->even_rows)) & self->even_rows);
    if (carried != 0) {
        for (unsigned y = 0; y < layout->rows; y++) {
            const uint64_t row = layout->row << (layout->width * y);
            at.cleared |= (unsigned)((squares & row) == row) << y;
        }
        at.settled = df_clear_board_settle(layout, squares);
    }
    at.support = at.settled << layout->width | layout->row;
    return at;
}

solve_standing df_solve_order_stand(const solve_order *self, uint64_t squares)
{
    return order_stand(self, squares);
}

/* Returns the landings of a piece, from the cache if they are there. */
static const solve_landings *order_find_landings(solve_order *self, uint64_t settled,
                                                 unsigned piece)
{
    const uint64_t key = settled << CACHE_PIECE_BITS | piece;
    uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
    solve_landings *entry = &self->cache[hash & (CACHE_SIZE - 1)];
    if (entry->key != key) {
        entry->key = key;
        df_clear_land(&self->board->play, settled, (uint16_t)piece, entry->at);
    }
    return entry;
}

/* True if the piece can be shifted into the place from beside it, where it falls from above. */
static bool order_slides(const solve_order *self, const solve_standing *at, uint64_t squares)
{
    const clear_board *layout = &self->board->play.layout;
    const uint64_t first = self->board->row_starts, last = first << (layout->width - 1);
    for (uint64_t moved = squares; (moved & first) == 0 && (moved >> 1 & at->settled) == 0;) {
        moved >>= 1;
        if ((moved & at->shadow) == 0)
            return true;
    }
    for (uint64_t moved = squares; (moved & last) == 0 && (moved << 1 & at->settled) == 0;) {
        moved <<= 1;
        if ((moved & at->shadow) == 0)
            return true;
    }
    return false;
}

static inline bool order_fits(solve_order *self, solve_standing *at, unsigned index)
{
    const solve_board *board = self->board;
    const clear_board *layout = &board->play.layout;
    if ((self->gaps[index] & ~at->cleared) != 0)
        return false;
    const uint64_t squares =
        at->cleared == 0
            ? self->squares[index]
            : board->settled[(size_t)self->places[index] << layout->rows | at->cleared];
    if ((squares & at->support) == 0)
        return false;
    if (at->shadow == 0)
        at->shadow = clear_board_shadow(layout, at->settled);
    if ((squares & at->shadow) == 0 && (self->open >> index & 1) != 0)
        return true;
    const solve_place *place = &board->places[self->places[index]];
    if (!clear_is_moved(&board->play, place->piece))
        return false;
    if ((self->open >> index & 1) != 0 && order_slides(self, at, squares))
        return true;
    const unsigned corner = bits_lowest(squares) / layout->width * layout->width + place->x;
    const solve_landings *landings = order_find_landings(self, at->settled, place->piece);
    return (landings->at[place->shape - layout->first[place->piece]] >> corner & 1) != 0;
}

/* Leaves out what does not lead to all places. */
static void order_leave_dead_ends(unsigned all, uint16_t *next)
{
    for (unsigned taken = all; taken-- > 0;) {
        for (unsigned rest = next[taken]; rest != 0; rest &= rest - 1) {
            const unsigned place = rest & (~rest + 1), after = taken | place;
            if (after != all && next[after] == 0)
                next[taken] = (uint16_t)(next[taken] & ~place);
        }
    }
}

bool df_solve_order_find_sets(solve_order *self, uint64_t *squares, uint16_t *next,
                              uint64_t *steps)
{
    const unsigned all = (1U << self->count) - 1;
    memset(squares, 0xff, ((size_t)all + 1) * sizeof squares[0]);
    memset(next, 0, ((size_t)all + 1) * sizeof next[0]);
    squares[0] = self->board->start;
    for (unsigned taken = 0; taken < all; taken++) {
        if (squares[taken] == UINT64_MAX)
            continue;
        ++*steps;
        solve_standing at = order_stand(self, squares[taken]);
        for (unsigned rest = all & ~taken; rest != 0; rest &= rest - 1) {
            const unsigned i = bits_lowest(rest);
            if (!order_fits(self, &at, i))
                continue;
            next[taken] = (uint16_t)(next[taken] | 1U << i);
            squares[taken | 1U << i] = at.squares | self->squares[i];
        }
    }
    order_leave_dead_ends(all, next);
    return squares[all] != UINT64_MAX;
}

static inline bool order_has(const uint32_t *sets, unsigned taken)
{
    return (sets[taken / 32] >> taken % 32 & 1) != 0;
}

static inline void order_flip(uint32_t *sets, unsigned taken)
{
    sets[taken / 32] ^= UINT32_C(1) << taken % 32;
}

/* Returns the piece that arrives after `depth` drops, or CLEAR_NO_PIECE. */
static inline uint16_t order_arriving(const solve_order *self, unsigned depth)
{
    return depth + 1 < self->length ? self->queue[depth + 1] : CLEAR_NO_PIECE;
}

/* True if the piece that arrives can be dropped instead of another one in hand. */
static inline bool order_can_hold(const solve_order *self, uint16_t hand, uint16_t next)
{
    return self->hold && next != CLEAR_NO_PIECE && next != hand;
}

/* True if it may be possible to take the place: what its gaps need has been taken, and there is
 * something below it. That is quickly checked, and leaves little. */
static inline bool order_may_fit(const solve_order *self, unsigned taken, uint64_t squares,
                                 unsigned index)
{
    return (self->before[index] & ~taken) == 0 &&
           (self->below[index] & (squares | SOLVE_FLOOR)) != 0;
}

static bool order_may_finish(solve_order *self, unsigned taken, uint64_t squares,
                             unsigned depth, uint16_t hand);

static inline bool order_may_try(solve_order *self, unsigned taken, uint64_t squares,
                                 unsigned depth, uint16_t piece, uint16_t hand)
{
    for (unsigned rest = self->of_piece[piece] & ~taken; rest != 0; rest &= rest - 1) {
        const unsigned i = bits_lowest(rest);
        if (order_may_fit(self, taken, squares, i) &&
            order_may_finish(self, taken | 1U << i, squares | self->squares[i], depth + 1,
                             hand))
            return true;
    }
    return false;
}

/* True if order_may_fit allows to take all places; false leaves the set among the dead ones. */
static bool order_may_finish(solve_order *self, unsigned taken, uint64_t squares,
                             unsigned depth, uint16_t hand)
{
    if (depth == self->count)
        return true;
    if (order_has(self->dead, taken))
        return false;
    order_flip(self->dead, taken);
    self->nodes++;
    const uint16_t next = order_arriving(self, depth);
    if ((hand != CLEAR_NO_PIECE && order_may_try(self, taken, squares, depth, hand, next)) ||
        (order_can_hold(self, hand, next) &&
         order_may_try(self, taken, squares, depth, next, hand))) {
        order_flip(self->dead, taken);
        return true;
    }
    return false;
}

/* True if a place can be taken, on the way to a set that is not dead. `at` has its squares and,
 * once they have been needed, the rest. */
static inline bool order_leads_on(solve_order *self, solve_standing *at, unsigned taken,
                                  unsigned index)
{
    if (!order_may_fit(self, taken, at->squares, index) ||
        order_has(self->dead, taken | 1U << index))
        return false;
    if (at->support == 0)
        *at = order_stand(self, at->squares);
    return order_fits(self, at, index);
}

static bool order_visit(solve_order *self, unsigned taken, uint64_t squares, unsigned depth,
                        uint16_t hand);

/* Tries to go on with the places of one piece. */
static bool order_try(solve_order *self, solve_standing *at, unsigned taken, unsigned depth,
                      uint16_t piece, uint16_t hand)
{
    for (unsigned rest = self->of_piece[piece] & ~taken; rest != 0; rest &= rest - 1) {
        const unsigned i = bits_lowest(rest);
        if (!order_leads_on(self, at, taken, i))
            continue;
        const uint64_t squares = at->squares | self->squares[i];
        if (order_visit(self, taken | 1U << i, squares, depth + 1, hand)) {
            self->path[depth] = (uint8_t)i;
            return true;
        }
    }
    return false;
}

/* True if the queue can go on to all places; false leaves the set, which was not dead, among
 * the dead ones. */
static bool order_visit(solve_order *self, unsigned taken, uint64_t squares, unsigned depth,
                        uint16_t hand)
{
    if (depth == self->count)
        return true;
    order_flip(self->dead, taken);
    self->nodes++;
    const uint16_t next = order_arriving(self, depth);
    solve_standing at = {.squares = squares};
    self->arriving[depth] = false;
    bool exists = hand != CLEAR_NO_PIECE && order_try(self, &at, taken, depth, hand, next);
    if (!exists && order_can_hold(self, hand, next)) {
        self->arriving[depth] = true;
        exists = order_try(self, &at, taken, depth, next, hand);
    }
    if (exists)
        order_flip(self->dead, taken);
    return exists;
}

/* Returns the bytes of the sets of a tiling, as bits. */
static size_t order_sets_size(const solve_order *self)
{
    return ((UINT32_C(1) << self->count) + 31) / 32 * sizeof self->dead[0];
}

bool df_solve_order_exists(solve_order *self)
{
    if (self->length == 0)
        return false;
    memset(self->dead, 0, order_sets_size(self));
    return order_may_finish(self, 0, self->board->start, 0, self->queue[0]) &&
           order_visit(self, 0, self->board->start, 0, self->queue[0]);
}

static uint64_t order_count_from(solve_order *self, unsigned taken, uint64_t squares,
                                 unsigned depth, uint16_t hand);

static uint64_t order_count_piece(solve_order *self, solve_standing *at, unsigned taken,
                                  unsigned depth, uint16_t piece, uint16_t hand)
{
    uint64_t ways = 0;
    for (unsigned rest = self->of_piece[piece] & ~taken; rest != 0; rest &= rest - 1) {
        const unsigned i = bits_lowest(rest);
        if (order_leads_on(self, at, taken, i))
            ways += order_count_from(self, taken | 1U << i, at->squares | self->squares[i],
                                     depth + 1, hand);
    }
    return ways;
}

static uint64_t order_count_from(solve_order *self, unsigned taken, uint64_t squares,
                                 unsigned depth, uint16_t hand)
{
    if (depth == self->count)
        return 1;
    if (order_has(self->counted, taken))
        return self->ways[taken];
    self->nodes++;
    const uint16_t next = order_arriving(self, depth);
    solve_standing at = {.squares = squares};
    uint64_t sum = 0;
    if (hand != CLEAR_NO_PIECE)
        sum = order_count_piece(self, &at, taken, depth, hand, next);
    if (order_can_hold(self, hand, next))
        sum += order_count_piece(self, &at, taken, depth, next, hand);
    order_flip(self->counted, taken);
    self->ways[taken] = sum;
    return sum;
}

uint64_t df_solve_order_count(solve_order *self)
{
    if (self->length == 0 || order_has(self->dead, 0))
        return 0;
    memset(self->counted, 0, order_sets_size(self));
    return order_count_from(self, 0, self->board->start, 0, self->queue[0]);
}

void df_solve_order_describe(const solve_order *self, df_clear_solution *solution)
{
    const solve_board *board = self->board;
    const clear_board *layout = &board->play.layout;
    uint64_t squares = board->start;
    bool held = false;
    solution->count = self->count;
    for (unsigned k = 0; k < self->count; k++) {
        const uint16_t index = self->places[self->path[k]];
        const solve_place *place = &board->places[index];
        const solve_standing at = order_stand(self, squares);
        const uint64_t settled = board->settled[(size_t)index << layout->rows | at.cleared];
        const unsigned corner = bits_lowest(settled) / layout->width * layout->width + place->x;
        solution->squares[k] = place->squares;
        solution->drops[k].drop =
            df_clear_drop_at(layout, &layout->shapes[place->shape], at.settled, corner);
        /* As df_clear_find: a piece that is put aside stays in hand from then on, and changing
         * places with an equal piece is no use of hold. */
        const bool differ = k + 1 >= self->length || self->queue[k + 1] != place->piece;
        solution->drops[k].hold = self->arriving[k] ? !held : held && differ;
        held = held || self->arriving[k];
        squares |= place->squares;
    }
}

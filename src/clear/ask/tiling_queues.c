#include "tiling_queues.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/board/mover.h"
#include "tilings.h"

df_status df_tiling_queues_create(tiling_queues *made, solve_order *order,
                                  const queue_tree *tree, unsigned kinds, unsigned drops,
                                  bool hold, memory_budget *memory)
{
    tiling_queues self = {.order = order,
                          .tree = tree,
                          .memory = memory,
                          .kinds = kinds,
                          .hold = hold,
                          .sets = (size_t)1 << drops};
    self.squares = df_budget_take(memory, self.sets, sizeof self.squares[0]);
    self.next = df_budget_take(memory, self.sets, sizeof self.next[0]);
    self.spun = df_budget_take(memory, self.sets, sizeof self.spun[0]);
    self.stamps = df_budget_take(memory, 2 * self.sets, sizeof self.stamps[0]);
    self.states_of = df_budget_take(memory, 2 * self.sets, sizeof self.states_of[0]);
    if (self.squares == NULL || self.next == NULL || self.spun == NULL || self.stamps == NULL ||
        self.states_of == NULL) {
        df_tiling_queues_free(&self);
        return memory->status;
    }
    *made = self;
    return DF_OK;
}

void df_tiling_queues_free(tiling_queues *self)
{
    memory_budget *memory = self->memory;
    df_budget_free(memory, self->squares, self->sets, sizeof self->squares[0]);
    df_budget_free(memory, self->next, self->sets, sizeof self->next[0]);
    df_budget_free(memory, self->spun, self->sets, sizeof self->spun[0]);
    df_budget_free(memory, self->stamps, 2 * self->sets, sizeof self->stamps[0]);
    df_budget_free(memory, self->states_of, 2 * self->sets, sizeof self->states_of[0]);
    if (memory != NULL)
        memory->left += self->state_capacity * sizeof self->states[0];
    free(self->states);
    *self = (tiling_queues){0};
}

/* Returns the spin by which a place of the tiling can be taken now, *rows is the number of rows
 * that clear then; DF_SPIN_NONE if it is no T or clears none. Full comes before mini. */
static df_spin spins_find(const solve_order *order, const solve_standing *at, unsigned index,
                          unsigned *rows)
{
    const solve_board *board = order->board;
    const clear_board *layout = &board->play.layout;
    const uint16_t number = order->places[index];
    const solve_place *place = &board->places[number];
    const unsigned cleared = df_clear_board_cleared(layout, at->settled);
    const uint64_t after = df_clear_board_settle(layout, at->squares | place->squares);
    *rows = df_clear_board_cleared(layout, after) - cleared;
    if (*rows == 0 || board->play.movers == NULL || !board->play.movers[place->piece].spins)
        return DF_SPIN_NONE;
    const df_mover *mover = &board->play.movers[place->piece];
    uint64_t row[DF_CLEAR_SOLVER_MAX_ROWS];
    for (unsigned y = cleared; y < layout->rows; y++)
        row[y - cleared] = at->settled >> (layout->width * y) & layout->row;
    int x = 0, y = 0;
    df_mover_spawn(mover, CLEAR_SPAWN_ROW, &x, &y);
    df_moves_find(board->play.moves, mover, row, layout->rows - cleared, x, y);
    const uint64_t settled = board->settled[(size_t)number << layout->rows | at->cleared];
    const unsigned corner = bits_lowest(settled) / layout->width * layout->width + place->x;
    const df_drop drop =
        df_clear_drop_at(layout, &layout->shapes[place->shape], at->settled, corner);
    const df_place end = {.orientation = drop.orientation, .x = drop.x, .y = drop.y};
    return df_spins_best(df_moves_spins(board->play.moves, row, layout->rows - cleared, &end));
}

/* Finds the places that are taken by a wanted spin after each set. */
static void queues_find_spins(tiling_queues *self, unsigned all)
{
    const solve_order *order = self->order;
    memset(self->spun, 0, ((size_t)all + 1) * sizeof self->spun[0]);
    for (unsigned taken = 0; taken < all; taken++) {
        if (self->next[taken] == 0)
            continue;
        const solve_standing at = df_solve_order_stand(order, self->squares[taken]);
        for (unsigned rest = self->next[taken]; rest != 0; rest &= rest - 1) {
            const unsigned i = bits_lowest(rest);
            unsigned rows;
            const df_spin spin = spins_find(order, &at, i, &rows);
            if (df_spins_fit(self->spins, spin, rows))
                self->spun[taken] = (uint16_t)(self->spun[taken] | 1U << i);
        }
    }
}

bool df_tiling_queues_find_sets(tiling_queues *self)
{
    const unsigned all = (1U << self->order->count) - 1;
    if (!df_solve_order_find_sets(self->order, self->squares, self->next, &self->steps) ||
        all == 0)
        return false;
    if (self->spins != DF_CLEAR_NO_SPIN)
        queues_find_spins(self, all);
    return true;
}

/* Returns the places that a state can take. */
static inline unsigned queues_next(const tiling_queues *self, unsigned taken)
{
    return self->next[taken & ((1U << self->order->count) - 1)];
}

/* Returns the state after one more place is taken. */
static inline unsigned queues_take(const tiling_queues *self, unsigned taken, unsigned place)
{
    const unsigned count = self->order->count, set = taken & ((1U << count) - 1);
    const bool spun = self->spins != DF_CLEAR_NO_SPIN && (self->spun[set] >> place & 1) != 0;
    return taken | 1U << place | (spun ? 1U << count : 0);
}

/* True if a state, after the last drop, is what is wanted. */
static inline bool queues_suffice(const tiling_queues *self, unsigned taken)
{
    return self->spins == DF_CLEAR_NO_SPIN || (taken >> self->order->count & 1) != 0;
}

/* Adds the states after the places of a piece. */
static void queues_drop(tiling_queues *self, const tiling_state *from, uint16_t piece,
                        uint16_t hand)
{
    for (unsigned rest = queues_next(self, from->taken) & self->order->of_piece[piece];
         rest != 0; rest &= rest - 1) {
        const unsigned taken = queues_take(self, from->taken, bits_lowest(rest));
        if (self->stamps[taken] == self->stamp) {
            self->states[self->states_of[taken]].ways += from->ways;
            continue;
        }
        self->stamps[taken] = self->stamp;
        self->states_of[taken] = (uint32_t)self->state_count;
        self->states[self->state_count++] =
            (tiling_state){.ways = from->ways, .taken = (uint16_t)taken, .hand = hand};
    }
}

/* Makes the states after a drop of the piece in hand or of `next`, from states begin … end,
 * and puts them behind these. */
static void queues_make_states(tiling_queues *self, size_t begin, size_t end, uint16_t next)
{
    self->stamp++;
    for (size_t i = begin; i < end && self->status == DF_OK; i++) {
        self->status =
            ARRAY_RESERVE_WITHIN(self->states, self->state_capacity, self->state_count,
                                 2 * DF_CLEAR_SOLVER_MAX_DROPS, &self->memory->left);
        if (self->status != DF_OK)
            return;
        const tiling_state from = self->states[i];
        queues_drop(self, &from, from.hand, next);
        if (self->hold && next != from.hand)
            queues_drop(self, &from, next, from.hand);
    }
}

/* Marks the queues of a node if dropping a piece as the last one takes all places. */
static void queues_finish(tiling_queues *self, size_t begin, size_t end, const queue_node *node,
                          bool arriving, uint16_t piece)
{
    uint64_t ways = 0;
    for (size_t i = begin; i < end; i++) {
        const tiling_state *from = &self->states[i];
        const uint16_t last = arriving ? piece : from->hand;
        const unsigned rest = queues_next(self, from->taken) & self->order->of_piece[last];
        if (rest != 0 && (!arriving || last != from->hand) &&
            queues_suffice(self, queues_take(self, from->taken, bits_lowest(rest))))
            ways += from->ways;
    }
    if (ways == 0)
        return;
    self->ways += ways * (node->end - node->begin);
    for (uint32_t q = node->begin; q < node->end; q++)
        self->marks[q / 64] |= UINT64_C(1) << q % 64;
}

/* Goes on from a node with states begin … end: `depth` places are taken, and depth + 1 pieces
 * of the queue have arrived. */
static void queues_walk(tiling_queues *self, uint32_t at, size_t begin, size_t end,
                        unsigned depth)
{
    const queue_node *node = &self->tree->nodes[at];
    const bool is_last = depth + 1 == self->order->count;
    self->steps += end - begin;
    if (is_last)
        queues_finish(self, begin, end, node, false, 0);
    for (unsigned p = 0; p < self->kinds && self->status == DF_OK; p++) {
        const uint32_t child = node->children[p];
        if (child == 0)
            continue;
        if (is_last) {
            if (self->hold)
                queues_finish(self, begin, end, &self->tree->nodes[child], true, (uint16_t)p);
            continue;
        }
        queues_make_states(self, begin, end, (uint16_t)p);
        if (self->state_count > end)
            queues_walk(self, child, end, self->state_count, depth + 1);
        self->state_count = end;
    }
}

df_status df_tiling_queues_mark(tiling_queues *self)
{
    self->ways = 0;
    self->stamp = 0;
    memset(self->stamps, 0, ((size_t)2 << self->order->count) * sizeof self->stamps[0]);
    for (unsigned p = 0; p < self->kinds && self->status == DF_OK; p++) {
        const uint32_t child = self->tree->nodes[0].children[p];
        self->status =
            ARRAY_RESERVE_WITHIN(self->states, self->state_capacity, 0, 1, &self->memory->left);
        if (child == 0 || self->status != DF_OK)
            continue;
        self->states[0] = (tiling_state){.ways = 1, .hand = (uint16_t)p};
        self->state_count = 1;
        queues_walk(self, child, 0, 1, 0);
    }
    return self->status;
}

/* A walk along one queue; self->stamps marks the states that lead nowhere. */
static bool queues_follow(tiling_queues *self, unsigned taken, unsigned depth, uint16_t hand,
                          size_t *spin)
{
    solve_order *order = self->order;
    if (depth == order->count)
        return queues_suffice(self, taken);
    if (self->stamps[taken] != 0)
        return false;
    self->stamps[taken] = 1;
    const uint16_t next = depth + 1 < order->length ? order->queue[depth + 1] : CLEAR_NO_PIECE;
    for (unsigned arriving = 0; arriving < 2; arriving++) {
        const uint16_t piece = arriving != 0 ? next : hand;
        if (piece == CLEAR_NO_PIECE || (arriving != 0 && (!self->hold || next == hand)))
            continue;
        for (unsigned rest = queues_next(self, taken) & order->of_piece[piece]; rest != 0;
             rest &= rest - 1) {
            const unsigned place = bits_lowest(rest), after = queues_take(self, taken, place);
            if (!queues_follow(self, after, depth + 1, arriving != 0 ? hand : next, spin))
                continue;
            order->path[depth] = (uint8_t)place;
            order->arriving[depth] = arriving != 0;
            if (after >> order->count != taken >> order->count)
                *spin = depth;
            return true;
        }
    }
    return false;
}

bool df_tiling_queues_find_path(tiling_queues *self, size_t *spin)
{
    memset(self->stamps, 0, ((size_t)2 << self->order->count) * sizeof self->stamps[0]);
    return queues_follow(self, 0, 0, self->order->queue[0], spin);
}

static bool tree_is_sorted(const df_clear_queues *queues, size_t kinds)
{
    const size_t length = queues->length;
    for (size_t q = 0; q < queues->count; q++) {
        const uint16_t *queue = queues->pieces + q * length;
        for (size_t i = 0; i < length; i++) {
            if (queue[i] >= kinds)
                return false;
        }
        if (q == 0)
            continue;
        const uint16_t *before = queue - length;
        size_t i = 0;
        while (i < length && queue[i] == before[i])
            i++;
        if (i == length || queue[i] < before[i])
            return false;
    }
    return queues->count < UINT32_MAX;
}

static df_status tree_add_queue(queue_tree *self, const uint16_t *queue, uint32_t number,
                                size_t depth, memory_budget *memory)
{
    uint32_t node = 0;
    self->nodes[0].end = number + 1;
    for (size_t i = 0; i < depth; i++) {
        uint32_t child = self->nodes[node].children[queue[i]];
        if (child == 0) {
            df_status status = self->count < UINT32_MAX ? DF_OK : DF_ERROR_LIMIT;
            if (status == DF_OK)
                status = ARRAY_RESERVE_WITHIN(self->nodes, self->capacity, self->count, 1,
                                              &memory->left);
            if (status != DF_OK)
                return status;
            child = (uint32_t)self->count++;
            self->nodes[child] = (queue_node){.begin = number};
            self->nodes[node].children[queue[i]] = child;
        }
        node = child;
        self->nodes[node].end = number + 1;
    }
    return DF_OK;
}

df_status df_queue_tree_create(queue_tree *made, const df_clear_queues *queues, size_t depth,
                               size_t kinds, memory_budget *memory)
{
    queue_tree self = {0};
    if (!tree_is_sorted(queues, kinds))
        return DF_ERROR_ARGUMENT;
    df_status status = ARRAY_RESERVE_WITHIN(self.nodes, self.capacity, 0, 1, &memory->left);
    if (status != DF_OK)
        return status;
    self.nodes[self.count++] = (queue_node){0};
    depth = depth < queues->length ? depth : queues->length;
    for (size_t q = 0; q < queues->count && status == DF_OK; q++)
        status = tree_add_queue(&self, queues->pieces + q * queues->length, (uint32_t)q, depth,
                                memory);
    if (status != DF_OK) {
        df_queue_tree_free(&self, memory);
        return status;
    }
    *made = self;
    return DF_OK;
}

void df_queue_tree_free(queue_tree *self, memory_budget *memory)
{
    memory->left += self->capacity * sizeof self->nodes[0];
    free(self->nodes);
    *self = (queue_tree){0};
}

df_spin df_spins_best(unsigned spins)
{
    return (spins >> DF_SPIN_FULL & 1) != 0   ? DF_SPIN_FULL
           : (spins >> DF_SPIN_MINI & 1) != 0 ? DF_SPIN_MINI
                                              : DF_SPIN_NONE;
}

bool df_spins_fit(df_clear_spins wanted, df_spin spin, unsigned rows)
{
    switch (wanted) {
    case DF_CLEAR_NO_SPIN:
        return true;
    case DF_CLEAR_ANY_SPIN:
        return spin != DF_SPIN_NONE;
    case DF_CLEAR_SPIN_SINGLE:
    case DF_CLEAR_SPIN_DOUBLE:
    case DF_CLEAR_SPIN_TRIPLE:
        break;
    }
    return spin == DF_SPIN_FULL && rows >= (unsigned)(wanted - DF_CLEAR_SPIN_SINGLE) + 1;
}

typedef struct orders_search {
    const solve_order *order;
    tiling_queues *sets;
    memory_budget *memory;
    df_clear_order_visit *visit;
    void *context;
    uint16_t pieces[DF_CLEAR_SOLVER_MAX_DROPS];
    uint16_t *taken; /* a stack of sets */
    size_t count, capacity;
    df_status status;
} orders_search;

/* Puts the sets after a piece on the stack. */
static void orders_take_piece(orders_search *self, size_t begin, size_t end, unsigned piece)
{
    tiling_queues *sets = self->sets;
    sets->stamp++;
    for (size_t i = begin; i < end && self->status == DF_OK; i++) {
        self->status = ARRAY_RESERVE_WITHIN(self->taken, self->capacity, self->count,
                                            DF_CLEAR_SOLVER_MAX_DROPS, &self->memory->left);
        if (self->status != DF_OK)
            return;
        unsigned rest = sets->next[self->taken[i]] & self->order->of_piece[piece];
        for (; rest != 0; rest &= rest - 1) {
            const unsigned taken = self->taken[i] | 1U << bits_lowest(rest);
            if (sets->stamps[taken] != sets->stamp)
                self->taken[self->count++] = (uint16_t)taken;
            sets->stamps[taken] = sets->stamp;
        }
    }
}

/* Goes on from sets begin … end of `depth` places. */
static void orders_walk(orders_search *self, size_t begin, size_t end, unsigned depth)
{
    if (depth == self->order->count) {
        self->status = self->visit(self->context, self->pieces, depth);
        return;
    }
    for (unsigned p = 0; p < self->sets->kinds && self->status == DF_OK; p++) {
        if (self->order->of_piece[p] == 0)
            continue;
        self->pieces[depth] = (uint16_t)p;
        orders_take_piece(self, begin, end, p);
        if (self->count > end && self->status == DF_OK)
            orders_walk(self, end, self->count, depth + 1);
        self->count = end;
    }
}

df_status df_orders_find(tiling_queues *sets, df_clear_order_visit *visit, void *context)
{
    memory_budget *memory = sets->memory;
    orders_search self = {.order = sets->order,
                          .sets = sets,
                          .memory = memory,
                          .visit = visit,
                          .context = context};
    self.status = ARRAY_RESERVE_WITHIN(self.taken, self.capacity, 0, 1, &memory->left);
    if (self.status == DF_OK) {
        sets->stamp = 0;
        memset(sets->stamps, 0, sets->sets * sizeof sets->stamps[0]);
        self.taken[self.count++] = 0;
        orders_walk(&self, 0, 1, 0);
    }
    memory->left += self.capacity * sizeof self.taken[0];
    free(self.taken);
    return self.status;
}

df_status df_clear_solver_orders(df_clear_solver *solver, const df_clear_solution *solution,
                                 df_clear_order_visit *visit, void *context)
{
    tiling_queues sets;
    if (!df_tilings_take(solver, solution))
        return DF_ERROR_ARGUMENT;
    df_status status =
        df_tiling_queues_create(&sets, &solver->order, NULL, (unsigned)solver->set->count,
                                (unsigned)solution->count, false, &solver->memory);
    if (status != DF_OK)
        return status;
    df_solve_order_begin(&solver->order);
    if (df_tiling_queues_find_sets(&sets))
        status = df_orders_find(&sets, visit, context);
    df_tiling_queues_free(&sets);
    return status;
}

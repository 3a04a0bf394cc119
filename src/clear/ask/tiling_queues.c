#include "tiling_queues.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "spins.h"

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
            const df_spin spin = df_spins_find(order, &at, i, &rows);
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

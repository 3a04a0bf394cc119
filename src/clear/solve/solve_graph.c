#include "solver.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/key_index.h"

/* The bits a before a. */
#define RELATION_DIAGONAL UINT64_C(0x8040201008040201)

enum { ORDER_UNKNOWN = -2, ORDER_CYCLIC = -1 };

/* The partial orders of rows that occur, each transitively closed, and what they become when a
 * relation is added. */
typedef struct row_orders {
    key_index items;
    int32_t *sums; /* relation_count for each item */
    size_t sums_capacity;
} row_orders;

typedef struct graph_slot {
    uint64_t full;
    uint32_t order;
    uint32_t node;
} graph_slot;

/* The slot of an empty place in the table; SOLVE_NO_NODE is a node that cannot be completed. */
#define GRAPH_FREE_SLOT (UINT32_MAX - 1)

typedef struct graph_maker {
    const solve_board *board;
    memory_budget *memory;
    uint64_t all; /* squares */
    row_orders orders;
    graph_slot *slots;
    size_t slot_count; /* a power of two */
    size_t slots_used;
    solve_graph made;
    size_t full_capacity, begin_capacity, edges_capacity;
    size_t edges;
    solve_edge *waiting; /* the edges of nodes in work, as a stack */
    size_t waiting_count, waiting_capacity;
    df_status status;
} graph_maker;

/* Returns the transitive closure. */
static uint64_t graph_close_order(uint64_t order)
{
    for (unsigned b = 0; b < DF_CLEAR_SOLVER_MAX_ROWS; b++) {
        const uint64_t after = order >> (RELATION_STRIDE * b) & 0xff;
        for (unsigned a = 0; a < DF_CLEAR_SOLVER_MAX_ROWS; a++) {
            if ((order >> (RELATION_STRIDE * a + b) & 1) != 0)
                order |= after << (RELATION_STRIDE * a);
        }
    }
    return order;
}

/* Returns the index of an order, which is added if it is new. */
static int32_t graph_index_order(graph_maker *self, uint64_t order)
{
    row_orders *orders = &self->orders;
    const size_t known = orders->items.count, width = self->board->relation_count;
    uint32_t index = 0;
    self->status = df_key_index_add(&orders->items, self->memory, &order, &index);
    if (self->status == DF_OK && index == known)
        self->status = ARRAY_RESERVE_WITHIN(orders->sums, orders->sums_capacity, known * width,
                                            width, &self->memory->left);
    if (self->status != DF_OK)
        return ORDER_CYCLIC;
    for (size_t i = 0; i < width && index == known; i++)
        orders->sums[known * width + i] = ORDER_UNKNOWN;
    return (int32_t)index;
}

/* Returns the order with a relation added, or ORDER_CYCLIC. */
static int32_t graph_add_relation(graph_maker *self, uint32_t order, unsigned relation)
{
    if (relation == 0)
        return (int32_t)order;
    const size_t at = order * self->board->relation_count + relation;
    if (self->orders.sums[at] == ORDER_UNKNOWN) {
        const uint64_t sum = graph_close_order(*key_index_key(&self->orders.items, order) |
                                               self->board->relations[relation]);
        const int32_t index =
            (sum & RELATION_DIAGONAL) != 0 ? ORDER_CYCLIC : graph_index_order(self, sum);
        self->orders.sums[at] = index;
    }
    return self->orders.sums[at];
}

static graph_slot *graph_find_slot(graph_slot *slots, size_t count, uint64_t full,
                                   uint32_t order)
{
    /* Twice, since in the last columns the lowest bits of `full` are the same everywhere. */
    uint64_t hash =
        (full + (uint64_t)order * UINT64_C(0xbf58476d1ce4e5b9)) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0x94d049bb133111eb);
    hash ^= hash >> 32;
    for (size_t i = (size_t)hash & (count - 1);; i = (i + 1) & (count - 1)) {
        if (slots[i].node == GRAPH_FREE_SLOT ||
            (slots[i].full == full && slots[i].order == order))
            return &slots[i];
    }
}

/* Makes the table twice as large, or makes it at all. */
static df_status graph_grow_slots(graph_maker *self)
{
    const size_t count = self->slot_count == 0 ? 1024 : self->slot_count * 2;
    graph_slot *slots = df_budget_take(self->memory, count, sizeof slots[0]);
    if (slots == NULL)
        return self->memory->status;
    for (size_t i = 0; i < count; i++)
        slots[i].node = GRAPH_FREE_SLOT;
    for (size_t i = 0; i < self->slot_count; i++) {
        const graph_slot *old = &self->slots[i];
        if (old->node != GRAPH_FREE_SLOT)
            *graph_find_slot(slots, count, old->full, old->order) = *old;
    }
    df_budget_free(self->memory, self->slots, self->slot_count, sizeof slots[0]);
    self->slots = slots;
    self->slot_count = count;
    return DF_OK;
}

static df_status graph_keep_node(graph_maker *self, uint64_t full, uint32_t order,
                                 uint32_t node)
{
    df_status status = DF_OK;
    if (self->slots_used >= self->slot_count / 2)
        status = graph_grow_slots(self);
    if (status == DF_OK) {
        *graph_find_slot(self->slots, self->slot_count, full, order) =
            (graph_slot){.full = full, .order = order, .node = node};
        self->slots_used++;
    }
    return status;
}

/* Makes a node of the waiting edges from `first` on. */
static uint32_t graph_add_node(graph_maker *self, uint64_t full, size_t first)
{
    solve_graph *made = &self->made;
    uint64_t *left = &self->memory->left;
    const size_t count = self->waiting_count - first;
    if (made->nodes >= GRAPH_FREE_SLOT || self->edges > UINT32_MAX - count) {
        self->status = DF_ERROR_LIMIT;
        return SOLVE_NO_NODE;
    }
    self->status = ARRAY_RESERVE_WITHIN(made->full, self->full_capacity, made->nodes, 1, left);
    if (self->status == DF_OK)
        self->status =
            ARRAY_RESERVE_WITHIN(made->begin, self->begin_capacity, made->nodes, 2, left);
    if (self->status == DF_OK)
        self->status =
            ARRAY_RESERVE_WITHIN(made->edges, self->edges_capacity, self->edges, count, left);
    if (self->status != DF_OK)
        return SOLVE_NO_NODE;
    if (count > 0)
        memcpy(made->edges + self->edges, self->waiting + first,
               count * sizeof self->waiting[0]);
    made->full[made->nodes] = full;
    made->begin[made->nodes] = (uint32_t)self->edges;
    self->edges += count;
    made->begin[made->nodes + 1] = (uint32_t)self->edges;
    self->waiting_count = first;
    return (uint32_t)made->nodes++;
}

/* Returns the node of a state; SOLVE_NO_NODE if it cannot be completed, or after a failure. */
static uint32_t graph_visit(graph_maker *self, uint64_t full, uint32_t order)
{
    if (full == self->all)
        return 0;
    const graph_slot *slot = graph_find_slot(self->slots, self->slot_count, full, order);
    if (slot->node != GRAPH_FREE_SLOT)
        return slot->node;
    const size_t first = self->waiting_count;
    const unsigned square = bits_lowest(~full);
    for (size_t i = self->board->begin[square]; i < self->board->begin[square + 1]; i++) {
        const solve_place *place = &self->board->places[i];
        if ((place->columns & full) != 0)
            continue;
        const int32_t next = graph_add_relation(self, order, place->relation);
        if (next == ORDER_CYCLIC && self->status == DF_OK)
            continue;
        const uint32_t child = self->status == DF_OK
                                   ? graph_visit(self, full | place->columns, (uint32_t)next)
                                   : SOLVE_NO_NODE;
        if (self->status == DF_OK && child != SOLVE_NO_NODE)
            self->status = ARRAY_RESERVE_WITHIN(self->waiting, self->waiting_capacity,
                                                self->waiting_count, 1, &self->memory->left);
        if (self->status != DF_OK)
            return SOLVE_NO_NODE;
        if (child != SOLVE_NO_NODE)
            self->waiting[self->waiting_count++] =
                (solve_edge){.child = child, .place = (uint16_t)i, .piece = place->piece};
    }
    const uint32_t node =
        self->waiting_count > first ? graph_add_node(self, full, first) : SOLVE_NO_NODE;
    if (self->status == DF_OK)
        self->status = graph_keep_node(self, full, order, node);
    return node;
}

df_status df_solve_graph_create(solve_graph *made, const solve_board *board,
                                memory_budget *memory)
{
    graph_maker self = {.board = board, .memory = memory, .all = board->play.layout.full};
    self.orders.items = key_index_of(1);
    self.made.root = SOLVE_NO_NODE;
    self.status = graph_grow_slots(&self);
    if (self.status == DF_OK)
        (void)graph_index_order(&self, 0);
    if (self.status == DF_OK)
        (void)graph_add_node(&self, self.all, 0);
    if (self.status == DF_OK && board->drops > 0)
        self.made.root = graph_visit(&self, board->start_columns, 0);
    df_budget_free(memory, self.slots, self.slot_count, sizeof self.slots[0]);
    df_key_index_free(&self.orders.items, memory);
    free(self.orders.sums);
    free(self.waiting);
    if (self.status != DF_OK) {
        df_solve_graph_free(&self.made);
        return self.status;
    }
    *made = self.made;
    return DF_OK;
}

void df_solve_graph_free(solve_graph *self)
{
    free(self->full);
    free(self->begin);
    free(self->edges);
    *self = (solve_graph){0};
}

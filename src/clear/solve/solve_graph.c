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

typedef struct graph_maker {
    const solve_board *board;
    memory_budget *memory;
    uint64_t all; /* squares */
    row_orders orders;
    /* The states that have been visited, by their full squares and orders, and the node of
     * each; SOLVE_NO_NODE is one that cannot be completed. */
    key_index states;
    uint32_t *node_of;
    size_t node_capacity;
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

/* Remembers the node of a state that is new. */
static df_status graph_keep_node(graph_maker *self, const uint64_t state[2], uint32_t node)
{
    uint32_t index = 0;
    df_status status = df_key_index_add(&self->states, self->memory, state, &index);
    if (status == DF_OK)
        status = ARRAY_RESERVE_WITHIN(self->node_of, self->node_capacity, index, 1,
                                      &self->memory->left);
    if (status == DF_OK)
        self->node_of[index] = node;
    return status;
}

/* Makes a node of the waiting edges from `first` on. */
static uint32_t graph_add_node(graph_maker *self, uint64_t full, size_t first)
{
    solve_graph *made = &self->made;
    uint64_t *left = &self->memory->left;
    const size_t count = self->waiting_count - first;
    if (made->nodes >= SOLVE_NO_NODE || self->edges > UINT32_MAX - count) {
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
    const uint64_t state[2] = {full, order};
    const uint32_t known = df_key_index_find(&self->states, state);
    if (known != KEY_INDEX_NONE)
        return self->node_of[known];
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
        self->status = graph_keep_node(self, state, node);
    return node;
}

df_status df_solve_graph_create(solve_graph *made, const solve_board *board,
                                memory_budget *memory)
{
    graph_maker self = {.board = board, .memory = memory, .all = board->play.layout.full};
    self.orders.items = key_index_of(1);
    self.made.root = SOLVE_NO_NODE;
    self.states = key_index_of(2);
    (void)graph_index_order(&self, 0);
    if (self.status == DF_OK)
        (void)graph_add_node(&self, self.all, 0);
    if (self.status == DF_OK && board->drops > 0)
        self.made.root = graph_visit(&self, board->start_columns, 0);
    df_key_index_free(&self.states, memory);
    memory->left += self.node_capacity * sizeof self.node_of[0];
    free(self.node_of);
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

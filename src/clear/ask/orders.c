/* The orders of pieces that build a solution: sets of places that can be taken, followed by
 * pieces instead of places. */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "tiling_queues.h"
#include "tilings.h"

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

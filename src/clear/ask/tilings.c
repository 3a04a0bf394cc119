#include "tilings.h"

#include "core/base/key_set.h"

typedef struct tilings_search {
    const tilings_request *request;
    key_set dead; /* nodes of the graph with pieces that do not complete them */
    df_status status;
} tilings_search;

uint64_t df_tilings_count_pieces(const df_clear_queue_list *queues)
{
    uint64_t most = 0;
    for (size_t q = 0; q < queues->count; q++) {
        uint64_t pieces = 0;
        for (size_t i = 0; i < queues->length; i++) {
            const unsigned shift = COUNT_BITS * queues->pieces[q * queues->length + i];
            if ((pieces >> shift & COUNT_MAX) < COUNT_MAX)
                pieces += UINT64_C(1) << shift;
            if ((pieces >> shift & COUNT_MAX) > (most >> shift & COUNT_MAX))
                most += UINT64_C(1) << shift;
        }
    }
    return most;
}

/* Finds all tilings from a node with the pieces `left`; true if there are some. */
static bool tilings_walk(tilings_search *self, uint32_t node, uint64_t left, unsigned depth)
{
    const tilings_request *request = self->request;
    const solve_graph *graph = &request->solver->graph;
    solve_order *order = &request->solver->order;
    if (self->status != DF_OK || ++*request->steps > request->most_steps)
        return true;
    if (node == 0) {
        order->count = depth;
        self->status = request->visit(request->context);
        return true;
    }
    const uint64_t key[2] = {(uint64_t)node, left};
    if (df_key_set_has(&self->dead, key))
        return false;
    bool found = false;
    for (uint32_t e = graph->begin[node]; e < graph->begin[node + 1]; e++) {
        const solve_edge *edge = &graph->edges[e];
        if (!solve_count_has(left, edge->piece))
            continue;
        order->places[depth] = edge->place;
        found =
            tilings_walk(self, edge->child, left - solve_count_one(edge->piece), depth + 1) ||
            found;
    }
    if (!found && self->status == DF_OK)
        self->status = df_key_set_add(&self->dead, key);
    return found;
}

df_status df_tilings_find(const tilings_request *request)
{
    df_clear_solver *solver = request->solver;
    tilings_search self = {.request = request, .dead.left = &solver->memory.left};
    df_key_set_reset(&self.dead, 2);
    /* Without a graph that is too many steps. */
    if (solver->lacks_graph)
        *request->steps = request->most_steps + 1;
    if (solver->graph.root != SOLVE_NO_NODE)
        (void)tilings_walk(&self, solver->graph.root, request->pieces, 0);
    solver->memory.left += self.dead.allocated * sizeof self.dead.words[0];
    df_key_set_free(&self.dead);
    return self.status;
}

bool df_tilings_take(df_clear_solver *solver, const df_clear_solution *solution)
{
    const solve_board *board = &solver->board;
    solve_order *order = &solver->order;
    if (solution->count > DF_CLEAR_SOLVER_MAX_DROPS)
        return false;
    order->count = (unsigned)solution->count;
    for (size_t k = 0; k < solution->count; k++) {
        size_t i = 0;
        while (i < board->count && board->places[i].squares != solution->squares[k])
            i++;
        if (i == board->count)
            return false;
        order->places[k] = (uint16_t)i;
    }
    return true;
}

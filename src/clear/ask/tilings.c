#include "tilings.h"

#include "core/base/key_set.h"

typedef struct tilings_search {
    const tilings_request *request;
    key_set dead; /* nodes of the graph with pieces that do not complete them */
    df_status status;
} tilings_search;

uint64_t df_tilings_count_pieces(const df_clear_queues *queues)
{
    uint64_t most = 0;
    for (size_t q = 0; q < queues->count; q++) {
        uint64_t pieces = 0;
        for (size_t i = 0; i < queues->length; i++) {
            const unsigned piece = queues->pieces[q * queues->length + i];
            const unsigned shift = COUNT_BITS * piece;
            pieces = solve_count_add(pieces, piece);
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

typedef struct target_search {
    const tilings_request *request;
    uint64_t must, may;
    df_status status;
} target_search;

/* True if a place is within the squares that may be filled, and the rows that clear before it
 * can be filled. */
static bool target_fits(const target_search *self, const solve_place *place, uint64_t filled)
{
    const solve_board *board = &self->request->solver->board;
    const clear_board *layout = &board->play.layout;
    const uint64_t allowed = self->must | self->may;
    if ((place->squares & ~(allowed & ~filled)) != 0)
        return false;
    for (unsigned gaps = place->gaps; gaps != 0; gaps &= gaps - 1) {
        const uint64_t row = layout->row << (layout->width * bits_lowest(gaps));
        if ((row & ~(board->start | allowed)) != 0)
            return false;
    }
    return true;
}

static void target_walk(target_search *self, uint64_t filled, uint64_t left, unsigned depth)
{
    const tilings_request *request = self->request;
    const solve_board *board = &request->solver->board;
    solve_order *order = &request->solver->order;
    const uint64_t open = self->must & ~filled;
    ++*request->steps;
    if (open == 0) {
        order->count = depth;
        self->status = request->visit(request->context);
        return;
    }
    if (depth == request->most_drops)
        return;
    const uint64_t square = open & (0 - open);
    for (size_t i = 0; i < board->count && self->status == DF_OK; i++) {
        const solve_place *place = &board->places[i];
        if ((place->squares & square) == 0 || !solve_count_has(left, place->piece) ||
            !target_fits(self, place, filled))
            continue;
        order->places[depth] = (uint16_t)i;
        target_walk(self, filled | place->squares, left - solve_count_one(place->piece),
                    depth + 1);
    }
}

df_status df_tilings_fill(const tilings_request *request, const df_clear_queues *queues)
{
    target_search self = {.request = request, .must = queues->must, .may = queues->may};
    target_walk(&self, 0, request->pieces, 0);
    return self.status;
}

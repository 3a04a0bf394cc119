#include "solver.h"

#include <stdlib.h>

#include "clear/find/clear_atlas.h"
#include "core/base/error.h"
#include "core/board/drop.h"

/* A search for the solutions of one queue. */
typedef struct solver_search {
    df_clear_solver *solver;
    const df_clear_request *query;
    bool counts_ways;
    solver_visit *visit;
    void *context;
    solver_report report;
    bool stopped; /* by `max` or `nodes` */
} solver_search;

df_status df_solver_refuse_memory(const df_clear_solver *self, df_error *error)
{
    df_error_set(error, DF_ERROR_LIMIT,
                 "the solutions need more than the %s of memory they may use; take fewer rows",
                 df_error_memory(self->limit).text);
    df_error_advise(error, DF_OPTION_MEMORY, "%s", "");
    return DF_ERROR_LIMIT;
}

/* The graph of six rows takes more than this from that many drops on: it need not be tried. */
#define SOLVER_LARGE_GRAPH (UINT64_C(4) << 30)
enum { SOLVER_LARGE_ROWS = 6, SOLVER_LARGE_DROPS = 14 };

/* Makes the graph if it takes no more than half of the memory. */
static df_status solver_make_graph(df_clear_solver *self)
{
    const uint64_t left = self->memory.left;
    if (self->request.rows >= SOLVER_LARGE_ROWS && self->board.drops >= SOLVER_LARGE_DROPS &&
        left / 2 < SOLVER_LARGE_GRAPH) {
        self->lacks_graph = true;
        self->graph.root = SOLVE_NO_NODE;
        return DF_OK;
    }
    self->memory.left = left / 2;
    const df_status status = df_solve_graph_create(&self->graph, &self->board, &self->memory);
    if (status == DF_ERROR_LIMIT) {
        self->lacks_graph = true;
        self->graph.root = SOLVE_NO_NODE;
        self->memory.left = left;
        return DF_OK;
    }
    self->memory.left += left - left / 2;
    return status;
}

/* Makes the parts of a solver one by one. Without `fill` there is no graph of tilings. */
static df_status solver_make(df_clear_solver *self, const df_field *from, bool fill)
{
    df_field *field = NULL;
    df_status status = df_field_create(&field, from->width, from->height);
    self->request.field = field;
    if (status == DF_OK)
        status = df_field_copy(field, from);
    if (status == DF_OK)
        status = df_solve_board_create(&self->board, &self->request, &self->memory);
    if (status == DF_OK && self->board.drops > DF_CLEAR_SOLVER_MAX_DROPS)
        status = DF_ERROR_ARGUMENT;
    if (!fill)
        self->board.drops = 0;
    if (status == DF_OK)
        status = solver_make_graph(self);
    if (status == DF_OK)
        status = df_solve_order_create(&self->order, &self->board, &self->memory);
    return status;
}

df_status df_clear_solver_create(df_clear_solver **solver, const df_clear_request *request,
                                 bool is_open, unsigned *drops, df_error *error)
{
    df_clear_solver *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    self->set = request->set;
    self->request = (df_clear_request){.set = request->set,
                                       .rows = request->rows,
                                       .rules = request->rules,
                                       .memory = request->memory};
    self->limit = df_clear_memory(request);
    self->memory = memory_budget_of(self->limit);
    const df_status status = solver_make(self, request->field, !is_open);
    if (status == DF_ERROR_LIMIT)
        df_solver_refuse_memory(self, error);
    if (status != DF_OK) {
        df_clear_solver_free(self);
        return status;
    }
    *solver = self;
    if (drops != NULL)
        *drops = self->board.drops;
    return DF_OK;
}

void df_clear_solver_free(df_clear_solver *solver)
{
    if (solver == NULL)
        return;
    df_clear_atlas_free(solver->atlas);
    df_solve_order_free(&solver->order, &solver->memory);
    df_solve_graph_free(&solver->graph);
    df_solve_board_free(&solver->board, &solver->memory);
    df_field_free((df_field *)solver->request.field);
    free(solver);
}

static df_status solver_hand_out(solver_search *self)
{
    solve_order *order = &self->solver->order;
    df_clear_solution solution = {.ways = 0};
    if (self->counts_ways)
        solution.ways = df_solve_order_count(order);
    self->report.ways += solution.ways;
    self->report.solutions++;
    self->stopped = self->query->max > 0 && self->report.solutions >= self->query->max;
    if (self->visit == NULL)
        return DF_OK;
    df_solve_order_describe(order, &solution);
    return self->visit(self->context, &solution);
}

/* Looks for an order of a tiling. */
static df_status solver_take_tiling(void *context, const uint16_t *places, unsigned count,
                                    unsigned kept)
{
    solver_search *self = context;
    solve_order *order = &self->solver->order;
    order->count = count;
    for (unsigned i = kept; i < count; i++)
        order->places[i] = places[i];
    df_solve_order_go_on(order, kept);
    df_status status = df_solve_order_exists(order) ? solver_hand_out(self) : DF_OK;
    if (self->query->nodes > 0 && order->nodes >= self->query->nodes && !self->stopped) {
        self->stopped = true;
        self->report.outcome = DF_LIMIT;
    }
    /* Ends the joining; DF_ERROR_CANCELLED of a visit is returned before. */
    return status == DF_OK && self->stopped ? DF_ERROR_CANCELLED : status;
}

static df_status solver_run(solver_search *self, size_t length, df_error *error)
{
    df_clear_solver *solver = self->solver;
    const df_clear_request *query = self->query;
    solve_join_report joined = {0};
    const solve_join_request request = {.board = &solver->board,
                                        .graph = &solver->graph,
                                        .queue = query->queue,
                                        .length = length,
                                        .hold = query->hold,
                                        .nodes = query->nodes,
                                        .visit = solver_take_tiling,
                                        .context = self};
    solver->order.queue = query->queue;
    solver->order.length = length;
    solver->order.hold = query->hold;
    solver->order.nodes = 0;
    df_status status = DF_ERROR_LIMIT;
    if (!solver->lacks_graph)
        status = df_solve_join(&request, &joined, &solver->memory);
    /* Halves need much memory where there are many of them; single ways do not. */
    if (status == DF_ERROR_LIMIT && self->report.solutions == 0)
        status = df_solve_forward(solver, query, solver_take_tiling, self, &joined, error);
    if (status == DF_ERROR_CANCELLED && self->stopped)
        status = DF_OK;
    if (joined.limited)
        self->report.outcome = DF_LIMIT;
    self->report.tilings = joined.tilings;
    self->report.nodes = joined.nodes + solver->order.nodes;
    return status;
}

df_status df_solver_find(df_clear_solver *solver, const df_clear_request *query,
                         bool counts_ways, solver_visit *visit, void *context,
                         solver_report *report, df_error *error)
{
    solver_search self = {.solver = solver,
                          .query = query,
                          .counts_ways = counts_ways,
                          .visit = visit,
                          .context = context,
                          .report.outcome = DF_NONE};
    const size_t drops = solver->board.drops;
    for (size_t i = 0; i < query->count; i++) {
        if (query->queue[i] >= solver->set->count)
            return DF_ERROR_ARGUMENT;
    }
    /* With hold one piece more may arrive than are dropped. */
    const size_t most = drops + (query->hold ? 1 : 0);
    df_status status = DF_OK;
    if ((solver->graph.root != SOLVE_NO_NODE || solver->lacks_graph) && query->count >= drops)
        status = solver_run(&self, query->count < most ? query->count : most, error);
    if (status == DF_ERROR_LIMIT && error != NULL && error->text[0] == '\0')
        df_solver_refuse_memory(solver, error);
    if (status != DF_OK)
        return status;
    if (self.report.solutions > 0 && self.report.outcome != DF_LIMIT)
        self.report.outcome = DF_FOUND;
    *report = self.report;
    return DF_OK;
}

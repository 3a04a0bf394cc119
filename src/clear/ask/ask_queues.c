/* Many queues at once: all tilings of the board are found once, and each order of pieces that
 * builds one of them is a path in a tree. A queue clears if hold can make such a path of it.
 * Very many queues are answered by all boards that bags build, if there is no hold, or with
 * hard drops on an empty board by an atlas. */
#include <stdlib.h>
#include <string.h>

#include "ask_spread.h"
#include "choice_odds.h"
#include "clear/find/clear_atlas.h"
#include "core/base/array.h"
#include "core/board/mover.h"
#include "core/board/piece_list.h"
#include "tilings.h"

/* The steps that the tree is worth, together and for each queue: a search for one queue takes
 * at least as long as the latter. With very many queues the tree ends after ASK_MAX_STEPS. */
enum {
    ASK_STEPS = 200000,
    ASK_STEPS_A_QUEUE = 20000,
    ASK_MAX_STEPS = 100000000,
    ASK_WATCH_INTERVAL = 1024
};

/* The queues that are worth all boards that bags build without hold, which take half a minute
 * for ten columns and four rows; or an atlas, which takes a minute by hard drops; and how many
 * of them are answered between two looks at the watch. */
enum { ASK_ODDS_QUEUES = 1 << 17, ASK_ATLAS_QUEUES = 1 << 19, ASK_ATLAS_INTERVAL = 1 << 16 };

typedef struct ask_search {
    df_clear_solver *solver;
    const df_clear_queues *queues;
    unsigned kinds;  /* pieces of the set */
    uint64_t pieces; /* the most of each in any queue: counts */
    uint64_t steps;
    uint64_t most_steps;
    /* Node n of the tree has the children n * kinds + piece; 0: none. */
    uint32_t *children;
    size_t nodes, capacity;
    /* For each set of places taken: the board, and the places that may come next on the way to
     * all of them. */
    uint64_t *squares;
    uint16_t *next;
    uint64_t tilings;
    df_status status;
} ask_search;

static bool ask_watch(ask_search *self, uint64_t done)
{
    const df_progress progress = {.done = done, .of = self->queues->count};
    if (self->queues->watch != NULL &&
        !self->queues->watch(self->queues->watch_context, &progress))
        self->status = DF_ERROR_CANCELLED;
    return self->status == DF_OK;
}

/* Returns the child of a node of the tree, which is added if need be; 0 after a failure. */
static uint32_t ask_grow_tree(ask_search *self, uint32_t node, unsigned piece)
{
    const size_t at = (size_t)node * self->kinds + piece;
    if (node < self->nodes && self->children[at] != 0)
        return self->children[at];
    if (self->nodes >= UINT32_MAX)
        self->status = DF_ERROR_LIMIT;
    if (self->status == DF_OK)
        self->status =
            ARRAY_RESERVE_WITHIN(self->children, self->capacity, self->nodes * self->kinds,
                                 self->kinds, &self->solver->memory.left);
    if (self->status != DF_OK)
        return 0;
    memset(self->children + self->nodes * self->kinds, 0,
           self->kinds * sizeof self->children[0]);
    self->children[at] = (uint32_t)self->nodes++;
    return self->children[at];
}

/* Adds all orders of the pieces that are left to the tree. */
static void ask_add_orders(ask_search *self, unsigned taken, uint32_t node)
{
    const solve_order *order = &self->solver->order;
    if (++self->steps > self->most_steps || self->status != DF_OK)
        return;
    for (unsigned rest = self->next[taken]; rest != 0; rest &= rest - 1) {
        const unsigned i = bits_lowest(rest);
        const unsigned piece = self->solver->board.places[order->places[i]].piece;
        const uint32_t child = ask_grow_tree(self, node, piece);
        if (child != 0)
            ask_add_orders(self, taken | 1U << i, child);
    }
}

/* Adds the orders of a tiling to the tree. */
static df_status ask_take_tiling(void *context)
{
    ask_search *self = context;
    solve_order *order = &self->solver->order;
    if (++self->tilings % ASK_WATCH_INTERVAL == 0 && !ask_watch(self, 0))
        return self->status;
    df_solve_order_begin(order);
    if (df_solve_order_find_sets(order, self->squares, self->next, &self->steps))
        ask_add_orders(self, 0, 0);
    return self->status;
}

/* True if a queue from its drop `depth` on can follow the tree from a node. */
static bool ask_follow(const ask_search *self, const uint16_t *queue, unsigned depth,
                       uint16_t hand, uint32_t node)
{
    if (depth == self->solver->board.drops)
        return true;
    const uint32_t *children = self->children + (size_t)node * self->kinds;
    const uint16_t next = depth + 1 < self->queues->length ? queue[depth + 1] : CLEAR_NO_PIECE;
    if (hand != CLEAR_NO_PIECE && children[hand] != 0 &&
        ask_follow(self, queue, depth + 1, next, children[hand]))
        return true;
    return self->queues->hold && next != CLEAR_NO_PIECE && next != hand &&
           children[next] != 0 && ask_follow(self, queue, depth + 1, hand, children[next]);
}

/* Makes the tree; false if it is not worth its time, or too large. */
static bool ask_make_tree(ask_search *self)
{
    df_clear_solver *solver = self->solver;
    const size_t sets = (size_t)1 << solver->board.drops;
    self->squares = df_budget_take(&solver->memory, sets, sizeof self->squares[0]);
    self->next = df_budget_take(&solver->memory, sets, sizeof self->next[0]);
    if (self->squares == NULL || self->next == NULL)
        self->status = solver->memory.status;
    if (self->status == DF_OK)
        self->status = ARRAY_RESERVE_WITHIN(self->children, self->capacity, 0, self->kinds,
                                            &solver->memory.left);
    if (self->status == DF_OK) {
        memset(self->children, 0, self->kinds * sizeof self->children[0]);
        self->nodes = 1;
        const tilings_request request = {.solver = solver,
                                         .pieces = self->pieces,
                                         .visit = ask_take_tiling,
                                         .context = self,
                                         .steps = &self->steps,
                                         .most_steps = self->most_steps};
        self->status = df_tilings_find(&request);
    }
    df_budget_free(&solver->memory, self->squares, sets, sizeof self->squares[0]);
    df_budget_free(&solver->memory, self->next, sets, sizeof self->next[0]);
    if (self->steps > self->most_steps) {
        solver->large_pieces = self->pieces;
        solver->large_steps = self->most_steps;
    }
    return self->status == DF_OK && self->steps <= self->most_steps;
}

static bool ask_has_pieces(const df_clear_solver *solver, const df_clear_queues *queues)
{
    for (size_t i = 0; i < queues->count * queues->length; i++) {
        if (queues->pieces[i] >= solver->set->count)
            return false;
    }
    return true;
}

/* True if an atlas knows the board, and is made or worth its time. */
static bool ask_may_make_atlas(const ask_search *self)
{
    const df_clear_solver *solver = self->solver;
    const df_clear_request *request = &solver->request;
    return (solver->atlas != NULL || self->queues->count >= ASK_ATLAS_QUEUES) &&
           !solver->lacks_atlas && !df_rules_moves(request->rules) &&
           solver->board.start == 0 && request->field->width >= 4 &&
           request->field->width <= 10 && solver->board.drops <= ATLAS_MAX_DROPS &&
           df_piece_set_is_tetrominoes(solver->set);
}

static bool ask_watch_atlas(void *context, const df_progress *unused)
{
    (void)unused;
    return ask_watch(context, 0);
}

/* Makes the atlas unless it is there; false if it is too large, or after another failure. */
static bool ask_make_atlas(ask_search *self)
{
    df_clear_solver *solver = self->solver;
    if (solver->atlas != NULL)
        return true;
    const clear_atlas_options options = {.set = solver->set,
                                         .width = solver->request.field->width,
                                         .rows = solver->request.rows,
                                         .rules = solver->request.rules,
                                         .memory = solver->memory.left,
                                         .watch = ask_watch_atlas,
                                         .watch_context = self};
    const df_status status = df_clear_atlas_create(&solver->atlas, &options);
    solver->lacks_atlas = status == DF_ERROR_LIMIT;
    if (status == DF_OK)
        solver->memory.left = solver->atlas->graph.memory.left;
    else if (!solver->lacks_atlas)
        self->status = status;
    return status == DF_OK;
}

static void ask_read_atlas(ask_search *self, bool *clears)
{
    const df_clear_queues *queues = self->queues;
    for (size_t q = 0; q < queues->count && self->status == DF_OK; q++) {
        clears[q] = df_clear_atlas_ask(self->solver->atlas, queues->pieces + q * queues->length,
                                       queues->length, queues->hold);
        if (q % ASK_ATLAS_INTERVAL == 0)
            (void)ask_watch(self, q);
    }
}

df_status df_clear_solver_ask(df_clear_solver *solver, const df_clear_queues *queues,
                              bool *clears, df_error *error)
{
    if (!ask_has_pieces(solver, queues))
        return DF_ERROR_ARGUMENT;
    memset(clears, 0, queues->count * sizeof clears[0]);
    if ((solver->graph.root == SOLVE_NO_NODE && !solver->lacks_graph) ||
        queues->length < solver->board.drops || queues->count == 0)
        return DF_OK;
    ask_search self = {.solver = solver,
                       .queues = queues,
                       .kinds = (unsigned)solver->set->count,
                       .pieces = df_tilings_count_pieces(queues),
                       .most_steps = ASK_STEPS + queues->count * ASK_STEPS_A_QUEUE};
    if (self.most_steps > ASK_MAX_STEPS)
        self.most_steps = ASK_MAX_STEPS;
    if (queues->count >= ASK_ODDS_QUEUES && df_choice_has_odds(solver) &&
        df_choice_has_bags(queues)) {
        const df_status status = df_choice_ask_odds(solver, queues, clears);
        if (status != DF_ERROR_LIMIT)
            return status;
    }
    if (ask_may_make_atlas(&self) && ask_make_atlas(&self))
        ask_read_atlas(&self, clears);
    if (solver->atlas != NULL || self.status != DF_OK)
        return self.status;
    /* Unless the tree is known to be worth less than its time. */
    const bool has_tree =
        !solver->lacks_graph &&
        (solver->large_pieces != self.pieces || solver->large_steps < self.most_steps) &&
        ask_make_tree(&self);
    for (size_t q = 0; has_tree && q < queues->count; q++) {
        const uint16_t *queue = queues->pieces + q * queues->length;
        clears[q] = ask_follow(&self, queue, 0, queue[0], 0);
    }
    solver->memory.left += self.capacity * sizeof self.children[0];
    free(self.children);
    /* Without the tree, which may also have become too large, single queues are searched. */
    if (!has_tree && (self.status == DF_OK || self.status == DF_ERROR_LIMIT)) {
        self.status = df_spread_ask(solver, queues, clears);
    }
    if (self.status == DF_ERROR_LIMIT)
        df_solver_refuse_memory(solver, error);
    return self.status;
}

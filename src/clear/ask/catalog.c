/* The solutions of many queues. All tilings by their pieces are found once, if that takes less
 * time than a search for each queue. */
#include <stdlib.h>
#include <string.h>

#include "clear/solve/solver.h"
#include "core/base/array.h"
#include "core/base/key_index.h"
#include "set_cover.h"
#include "tiling_queues.h"
#include "tilings.h"

/* The steps that all tilings are worth, together and for each queue: a search for one queue
 * takes about as long as the latter. Fewer queues than CATALOG_FEW are searched at once. */
enum { CATALOG_STEPS = 200000, CATALOG_STEPS_A_QUEUE = 20000, CATALOG_FEW = 8 };

typedef struct catalog_maker {
    df_clear_solver *solver;
    const df_clear_queues *request;
    df_clear_catalog *made;
    unsigned drops; /* at most */
    size_t words;   /* for each item */
    size_t items_capacity, bits_capacity;
    key_index places; /* of the items, when queues are searched one by one */
    tiling_queues walk;
    bool given_up; /* all tilings take too many steps */
    size_t queue;  /* that is searched */
    df_status status;
} catalog_maker;

static bool catalog_watch(catalog_maker *self, uint64_t done)
{
    const df_clear_queues *request = self->request;
    const df_progress progress = {.done = done, .of = request->count};
    if (request->watch != NULL && !request->watch(request->watch_context, &progress))
        self->status = DF_ERROR_CANCELLED;
    return self->status == DF_OK;
}

/* Sorts the places of a solution, so that they do not depend on the order of the drops. */
static void catalog_sort_places(const df_clear_solution *solution, uint64_t *places)
{
    for (size_t i = 0; i < solution->count; i++) {
        size_t k = i;
        for (; k > 0 && places[k - 1] > solution->squares[i]; k--)
            places[k] = places[k - 1];
        places[k] = solution->squares[i];
    }
}

/* Adds an item whose bits are clear. */
static df_status catalog_add_item(catalog_maker *self, const df_clear_solution *solution)
{
    df_clear_catalog *made = self->made;
    uint64_t *left = &self->solver->memory.left;
    df_status status =
        ARRAY_RESERVE_WITHIN(made->items, self->items_capacity, made->count, 1, left);
    if (status == DF_OK)
        status = ARRAY_RESERVE_WITHIN(made->bits, self->bits_capacity,
                                      made->count * self->words, self->words, left);
    if (status != DF_OK)
        return status;
    memset(made->bits + made->count * self->words, 0, self->words * sizeof made->bits[0]);
    made->items[made->count++] = (df_clear_catalog_item){.solution = *solution};
    return DF_OK;
}

/* Adds a solution of the queue that is searched. */
static df_status catalog_take_solution(void *context, const df_clear_solution *solution)
{
    catalog_maker *self = context;
    uint64_t key[DF_CLEAR_SOLVER_MAX_DROPS];
    uint32_t at = 0;
    catalog_sort_places(solution, key);
    df_status status = df_key_index_add(&self->places, &self->solver->memory, key, &at);
    const bool is_new = at == self->made->count;
    if (status == DF_OK && is_new)
        status = catalog_add_item(self, solution);
    if (status != DF_OK)
        return status;
    df_clear_solution *item = &self->made->items[at].solution;
    item->ways = solution->ways + (is_new ? 0 : item->ways);
    self->made->bits[at * self->words + self->queue / 64] |= UINT64_C(1) << self->queue % 64;
    return DF_OK;
}

static void catalog_ask_one_by_one(catalog_maker *self, df_error *error)
{
    const df_clear_queues *request = self->request;
    const df_clear_queues *queues = request;
    for (self->queue = 0; self->queue < queues->count && catalog_watch(self, self->queue);
         self->queue++) {
        const df_clear_request query = {.queue = queues->pieces + self->queue * queues->length,
                                        .count = queues->length,
                                        .hold = request->hold,
                                        .max = request->max};
        solver_report report;
        self->status = df_solver_find(self->solver, &query, true, catalog_take_solution, self,
                                      &report, error);
        if (self->status == DF_OK && request->max > 0 && report.solutions >= request->max)
            self->made->limited = true;
    }
}

static size_t catalog_first_queue(const uint64_t *built)
{
    size_t word = 0;
    while (built[word] == 0)
        word++;
    return 64 * word + bits_lowest(built[word]);
}

static uint64_t catalog_count_pieces(const solve_order *order)
{
    uint64_t pieces = 0;
    for (unsigned i = 0; i < order->count; i++)
        pieces += solve_count_one(order->board->places[order->places[i]].piece);
    return pieces;
}

/* Marks the queues that have the pieces of the tiling, in whatever order, and finds an order
 * that builds it; `walk` has its sets. */
static void catalog_take_any_order(catalog_maker *self, df_clear_solution *solution)
{
    tiling_queues *walk = &self->walk;
    solve_order *order = &self->solver->order;
    const df_clear_queues *queues = self->request;
    const uint64_t pieces = catalog_count_pieces(order);
    uint16_t queue[DF_CLEAR_SOLVER_MAX_DROPS];
    unsigned taken = 0;
    walk->ways = 0;
    for (size_t q = 0; q < queues->count; q++) {
        const df_clear_queues one = {.pieces = queues->pieces + q * queues->length,
                                     .count = 1,
                                     .length = queues->length};
        if ((((df_tilings_count_pieces(&one) | COUNT_GUARD) - pieces) & COUNT_GUARD) !=
            COUNT_GUARD)
            continue;
        walk->marks[q / 64] |= UINT64_C(1) << q % 64;
        walk->ways++;
    }
    for (unsigned k = 0; k < order->count; k++) {
        const unsigned i = bits_lowest(walk->next[taken]);
        queue[k] = order->board->places[order->places[i]].piece;
        taken |= 1U << i;
    }
    order->queue = queue;
    order->length = order->count;
    order->hold = false;
    (void)df_solve_order_exists(order);
    df_solve_order_describe(order, solution);
    order->queue = NULL;
}

/* Adds a tiling with the queues that build it, if there are any. */
static df_status catalog_take_tiling(void *context)
{
    catalog_maker *self = context;
    df_clear_catalog *made = self->made;
    solve_order *order = &self->solver->order;
    df_solve_order_begin(order);
    if (!df_tiling_queues_find_sets(&self->walk))
        return DF_OK;
    const df_clear_solution none = {.count = order->count};
    self->status = catalog_add_item(self, &none);
    if (self->status != DF_OK)
        return self->status;
    self->walk.marks = made->bits + (made->count - 1) * self->words;
    if (self->request->any_order)
        catalog_take_any_order(self, &made->items[made->count - 1].solution);
    else
        self->status = df_tiling_queues_mark(&self->walk);
    if (self->status != DF_OK || self->walk.ways == 0) {
        made->count--;
        return self->status;
    }
    df_clear_solution *solution = &made->items[made->count - 1].solution;
    const df_clear_queues *queues = self->request;
    (void)catalog_watch(self, 0);
    if (self->request->any_order)
        return self->status;
    order->queue = queues->pieces + catalog_first_queue(self->walk.marks) * queues->length;
    order->length = queues->length;
    order->hold = self->request->hold;
    (void)df_solve_order_exists(order);
    df_solve_order_describe(order, solution);
    solution->ways = self->walk.ways;
    return self->status;
}

/* Tries all tilings, as long as that takes fewer steps than a search for each queue. */
static void catalog_try_tilings(catalog_maker *self)
{
    df_clear_solver *solver = self->solver;
    const df_clear_queues *queues = self->request;
    const tilings_request request = {.solver = solver,
                                     .pieces = df_tilings_count_pieces(queues),
                                     .visit = catalog_take_tiling,
                                     .context = self,
                                     .steps = &self->walk.steps,
                                     .most_steps =
                                         CATALOG_STEPS + queues->count * CATALOG_STEPS_A_QUEUE,
                                     .most_drops = self->drops};
    const bool fills = self->request->must != 0;
    self->status = fills ? df_tilings_fill(&request, self->request) : df_tilings_find(&request);
    self->given_up = !fills && self->walk.steps > request.most_steps;
    if (self->given_up)
        self->made->count = 0;
}

/* Leaves the queues of an item that make a wanted spin; false if there are none. */
static bool catalog_keep_spins(catalog_maker *self, size_t index)
{
    df_clear_solver *solver = self->solver;
    const df_clear_queues *queues = self->request;
    df_clear_catalog_item *item = &self->made->items[index];
    uint64_t *built = self->made->bits + index * self->words;
    memset(built, 0, self->words * sizeof built[0]);
    (void)df_tilings_take(solver, &item->solution);
    df_solve_order_begin(&solver->order);
    self->walk.marks = built;
    if (!df_tiling_queues_find_sets(&self->walk))
        return false;
    self->status = df_tiling_queues_mark(&self->walk);
    if (self->walk.ways == 0 || self->status != DF_OK)
        return false;
    solver->order.queue = queues->pieces + catalog_first_queue(built) * queues->length;
    solver->order.length = queues->length;
    (void)df_tiling_queues_find_path(&self->walk, &item->spin);
    df_solve_order_describe(&solver->order, &item->solution);
    item->solution.ways = self->walk.ways;
    return true;
}

/* Leaves the solutions that some queue builds with a wanted spin. */
static void catalog_filter_spins(catalog_maker *self)
{
    df_clear_catalog *made = self->made;
    const size_t count = made->count;
    self->walk.spins = self->request->spins;
    made->count = 0;
    for (size_t i = 0; i < count && catalog_watch(self, 0); i++) {
        if (!catalog_keep_spins(self, i))
            continue;
        made->items[made->count] = made->items[i];
        memmove(made->bits + made->count * self->words, made->bits + i * self->words,
                self->words * sizeof made->bits[0]);
        made->count++;
    }
}

static void catalog_find(catalog_maker *self, df_error *error)
{
    df_clear_solver *solver = self->solver;
    memory_budget *memory = &solver->memory;
    const df_clear_queues *queues = self->request;
    const unsigned kinds = (unsigned)solver->set->count;

    queue_tree tree;
    self->status = df_queue_tree_create(
        &tree, queues, self->drops + (self->request->hold ? 1 : 0), kinds, memory);
    if (self->status != DF_OK)
        return;
    self->given_up = queues->count < CATALOG_FEW && self->request->must == 0;
    self->status = df_tiling_queues_create(&self->walk, &solver->order, &tree, kinds,
                                           self->drops, self->request->hold, memory);
    if (self->status == DF_OK && !self->given_up)
        catalog_try_tilings(self);
    self->places = key_index_of(self->drops);
    if (self->status == DF_OK && self->given_up)
        catalog_ask_one_by_one(self, error);
    if (self->status == DF_OK && self->request->spins != DF_CLEAR_NO_SPIN)
        catalog_filter_spins(self);
    df_tiling_queues_free(&self->walk);
    df_queue_tree_free(&tree, memory);
    df_key_index_free(&self->places, memory);
}

/* Returns the least place that one solution has and the other one has not; 0 if none. */
static uint64_t catalog_find_other(const df_clear_solution *one, const df_clear_solution *other)
{
    uint64_t least = 0;
    for (size_t i = 0; i < one->count; i++) {
        const uint64_t squares = one->squares[i];
        size_t k = 0;
        while (k < other->count && other->squares[k] != squares)
            k++;
        if (k == other->count && (least == 0 || squares < least))
            least = squares;
    }
    return least;
}

static int catalog_compare_items(const void *left, const void *right)
{
    const df_clear_catalog_item *a = left, *b = right;
    if (a->queues != b->queues)
        return a->queues > b->queues ? -1 : 1;
    const size_t p = catalog_first_queue(a->built), q = catalog_first_queue(b->built);
    if (p != q)
        return p < q ? -1 : 1;
    const uint64_t one = catalog_find_other(&a->solution, &b->solution);
    const uint64_t other = catalog_find_other(&b->solution, &a->solution);
    return (one > other) - (one < other);
}

/* Counts the queues of each item, sorts the items and finds the unique ones. */
static df_status catalog_finish(catalog_maker *self)
{
    df_clear_catalog *made = self->made;
    memory_budget *memory = &self->solver->memory;
    uint64_t *once = df_budget_take(memory, self->words + 1, sizeof once[0]);
    uint64_t *twice = df_budget_take(memory, self->words + 1, sizeof twice[0]);
    if (once != NULL && twice != NULL) {
        for (size_t i = 0; i < made->count; i++) {
            const uint64_t *built = made->bits + i * self->words;
            made->items[i].built = built;
            for (size_t w = 0; w < self->words; w++) {
                made->items[i].queues += bits_count(built[w]);
                twice[w] |= once[w] & built[w];
                once[w] |= built[w];
            }
        }
        for (size_t w = 0; w < self->words; w++)
            made->covered += bits_count(once[w]);
        for (size_t i = 0; i < made->count; i++) {
            for (size_t w = 0; w < self->words && !made->items[i].is_unique; w++)
                made->items[i].is_unique = (made->items[i].built[w] & ~twice[w]) != 0;
        }
        if (made->count > 0)
            qsort(made->items, made->count, sizeof made->items[0], catalog_compare_items);
    } else {
        self->status = memory->status;
    }
    df_budget_free(memory, once, self->words + 1, sizeof once[0]);
    df_budget_free(memory, twice, self->words + 1, sizeof twice[0]);
    return self->status;
}

/* Returns the most pieces that the squares to fill can take. */
static unsigned catalog_count_drops(const df_clear_solver *solver,
                                    const df_clear_queues *request)
{
    const size_t squares = bits_count(request->must | request->may);
    const size_t most = squares / solver->set->pieces[0].size;
    const size_t drops = most < request->length ? most : request->length;
    return drops < DF_CLEAR_SOLVER_MAX_DROPS ? (unsigned)drops : DF_CLEAR_SOLVER_MAX_DROPS;
}

df_status df_clear_catalog_create(df_clear_catalog **made, df_clear_solver *solver,
                                  const df_clear_queues *request, df_error *error)
{
    catalog_maker self = {.solver = solver,
                          .request = request,
                          .words = (request->count + 63) / 64,
                          .made = calloc(1, sizeof *self.made)};
    if (self.made == NULL)
        return DF_ERROR_MEMORY;
    self.made->queues = request->count;
    self.drops =
        request->must != 0 ? catalog_count_drops(solver, request) : solver->board.drops;
    catalog_find(&self, error);
    if (self.status == DF_OK)
        self.status = catalog_finish(&self);
    /* From now on the memory is the caller's. */
    solver->memory.left += self.items_capacity * sizeof self.made->items[0] +
                           self.bits_capacity * sizeof self.made->bits[0];
    if (self.status == DF_ERROR_LIMIT && (error == NULL || error->text[0] == '\0'))
        df_solver_refuse_memory(solver, error);
    if (self.status != DF_OK) {
        df_clear_catalog_free(self.made);
        return self.status;
    }
    *made = self.made;
    return DF_OK;
}

void df_clear_catalog_free(df_clear_catalog *catalog)
{
    if (catalog == NULL)
        return;
    free(catalog->items);
    free(catalog->bits);
    free(catalog);
}

df_status df_clear_catalog_minimize(const df_clear_catalog *catalog, uint64_t nodes,
                                    bool *chosen, size_t *count, size_t *least)
{
    const set_cover_problem problem = {.sets = catalog->count,
                                       .elements = catalog->queues,
                                       .bits = catalog->bits,
                                       .words = (catalog->queues + 63) / 64,
                                       .nodes = nodes};
    memory_budget memory = memory_budget_of(UINT64_MAX);
    bool *found = calloc(catalog->count + 1, sizeof found[0]);
    set_cover_report report;
    df_status status = found != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = df_set_cover(&problem, found, &report, &memory);
    if (status == DF_OK) {
        for (size_t i = 0; i < catalog->count; i++)
            chosen[i] =
                found[(size_t)(catalog->items[i].built - catalog->bits) / problem.words];
        *count = report.count;
        *least = report.least;
    }
    free(found);
    return status;
}

#include "choice_odds.h"

#include <stdlib.h>
#include <string.h>

#include "clear/find/clear_odds.h"
#include "core/board/piece_list.h"

bool df_choice_has_odds(const df_clear_solver *solver)
{
    const unsigned width = solver->request.field->width;
    return width >= 4 && width <= 10 && width * solver->request.rows <= 4 * ATLAS_MAX_DROPS &&
           solver->board.drops >= 1 && df_piece_set_is_tetrominoes(solver->set);
}

static int choice_compare_choices(const void *left, const void *right)
{
    const df_clear_choice *a = left, *b = right;
    if (a->clear != b->clear)
        return a->clear > b->clear ? -1 : 1;
    if (a->drop.hold != b->drop.hold)
        return a->drop.hold ? 1 : -1;
    const df_drop *p = &a->drop.drop, *q = &b->drop.drop;
    if (p->piece != q->piece)
        return p->piece < q->piece ? -1 : 1;
    if (p->orientation != q->orientation)
        return p->orientation < q->orientation ? -1 : 1;
    return p->x != q->x ? (p->x < q->x ? -1 : 1) : (p->y > q->y) - (p->y < q->y);
}

void df_choice_sort(df_clear_choice *list, size_t *count)
{
    if (*count > 0)
        qsort(list, *count, sizeof list[0], choice_compare_choices);
    while (*count > 0 && list[*count - 1].clear == 0)
        --*count;
}

/* The graph of a deal, and the values that follow from it. */
typedef struct odds_run {
    df_clear_solver *solver;
    const df_clear_request *request;
    size_t length, seen;
    clear_deal deal;  /* of the graph */
    clear_deal tails; /* the same, but for the last pieces of the first bag */
    graph boards;
    clear_odds odds;
    df_clear_choice choices[2 * GRAPH_MAX_MOVES];
    uint16_t queue[DEAL_MAX_DEALT];
    df_clear_odds_visit *visit;
    void *context;
} odds_run;

static df_status odds_run_begin(odds_run **made, df_clear_solver *solver,
                                const df_clear_request *request)
{
    odds_run *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    self->solver = solver;
    self->request = request;
    self->length = solver->board.drops + (request->hold ? 1U : 0);
    self->seen = request->count < self->length ? request->count : self->length;
    *made = self;
    return DF_OK;
}

static void odds_run_free(odds_run *self)
{
    if (self->odds.graph != NULL)
        df_odds_free(&self->odds);
    df_graph_free(&self->boards);
    free(self);
}

static df_status odds_run_make_graph(odds_run *self, const deal_request *dealt)
{
    const df_clear_solver *solver = self->solver;
    const clear_atlas_options options = {.set = solver->set,
                                         .width = solver->request.field->width,
                                         .rows = solver->request.rows,
                                         .rules = solver->request.rules,
                                         .start = solver->board.start,
                                         .memory = solver->memory.left,
                                         .deal = &self->deal,
                                         .watch = self->request->watch,
                                         .watch_context = self->request->watch_context};
    const df_status status = df_deal_make(&self->deal, dealt);
    return status == DF_OK ? df_graph_create(&self->boards, &options) : status;
}

static df_status odds_run_find(odds_run *self, const clear_deal *deal)
{
    if (self->odds.graph != NULL)
        df_odds_free(&self->odds);
    self->odds = (clear_odds){.graph = &self->boards,
                              .deal = deal,
                              .seen = self->seen,
                              .hold = self->request->hold,
                              .is_held = self->request->held,
                              .memory = &self->boards.memory,
                              .watch = self->request->watch,
                              .watch_context = self->request->watch_context};
    return df_odds_find(&self->odds);
}

/* Lists the first drops for a queue, and counts what clears. */
static size_t odds_run_choose(odds_run *self, const uint16_t *queue, df_clear_tally *tally)
{
    const clear_odds *odds = &self->odds;
    const deal_set *none = &odds->deal->sets[0][0];
    const odds_game game = df_odds_begin(odds, queue, self->seen);
    size_t count = df_odds_list(odds, &game, false, self->choices);
    if (odds->hold && self->request->count > 1 && self->length > 1 && queue[1] != queue[0])
        count += df_odds_list(odds, &game, true, self->choices + count);
    *tally = (df_clear_tally){.clear = df_odds_first(odds, queue),
                              .total = none->windows[self->length] / none->windows[self->seen],
                              .complete = true};
    tally->most = tally->clear;
    return count;
}

df_status df_choice_find_odds(df_clear_solver *solver, const df_clear_request *request,
                              df_clear_choice **choices, size_t *count, df_clear_tally *tally)
{
    odds_run *self = NULL;
    df_status status = odds_run_begin(&self, solver, request);
    if (status != DF_OK)
        return status;
    df_clear_choice *list = malloc(sizeof self->choices);
    if (list == NULL)
        status = DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = odds_run_make_graph(self, &(deal_request){.queue = request->queue,
                                                           .fixed = self->seen,
                                                           .bag = request->bag,
                                                           .length = self->length,
                                                           .hold = request->hold});
    if (status == DF_OK)
        status = odds_run_find(self, &self->deal);
    if (status == DF_OK) {
        *count = odds_run_choose(self, request->queue, tally);
        memcpy(list, self->choices, sizeof self->choices);
        *choices = list;
    } else {
        free(list);
    }
    odds_run_free(self);
    return status;
}

/* Hands out all queues of a deal that begin with `count` pieces, which make a set. */
static df_status odds_run_visit(odds_run *self, size_t count, uint16_t set)
{
    if (count == self->seen) {
        df_clear_tally tally;
        size_t choices = odds_run_choose(self, self->queue, &tally);
        df_choice_sort(self->choices, &choices);
        return self->visit(self->context, self->queue, &tally, self->choices, choices);
    }
    df_status status = DF_OK;
    for (uint16_t p = 0; p < DF_TETROMINOES && status == DF_OK; p++) {
        const uint16_t next = self->odds.deal->sets[count][set].next[p];
        self->queue[count] = p;
        if (next != DEAL_NONE)
            status = odds_run_visit(self, count + 1, next);
    }
    return status;
}

/* Handles the queues whose first bags end with a piece, or all of them. */
typedef df_status odds_run_part(odds_run *self, uint16_t last);

static df_status odds_run_visit_part(odds_run *self, uint16_t unused)
{
    (void)unused;
    return odds_run_visit(self, 0, 0);
}

/* With all but one of a bag seen, its last piece is known: then the queues with the same last
 * piece are valued together, in a seventh of the memory. */
static df_status odds_run_value_all(odds_run *self, odds_run_part *part)
{
    const bool whole = self->seen + 1 < DF_TETROMINOES;
    deal_request dealt = {.length = self->length, .hold = self->request->hold};
    df_status status = odds_run_make_graph(self, &dealt);
    for (uint16_t last = 0; last < (whole ? 1 : DF_TETROMINOES) && status == DF_OK; last++) {
        dealt.tail = &last;
        dealt.tail_count = whole ? 0 : 1;
        status = df_deal_make(&self->tails, &dealt);
        if (status == DF_OK)
            status = odds_run_find(self, &self->tails);
        if (status == DF_OK)
            status = part(self, last);
    }
    return status;
}

bool df_choice_has_bags(const df_clear_queues *queues)
{
    for (size_t q = 0; q < queues->count && !queues->hold; q++) {
        unsigned bag = 0;
        for (size_t i = 0; i < queues->length; i++) {
            bag = i % DF_TETROMINOES == 0 ? 0 : bag;
            if ((bag >> queues->pieces[q * queues->length + i] & 1) != 0)
                return false;
            bag |= 1U << queues->pieces[q * queues->length + i];
        }
    }
    return !queues->hold;
}

/* Queues whose pieces are all seen. */
typedef struct odds_asked {
    const df_clear_queues *queues;
    bool *clears; /* of each */
} odds_asked;

static df_status odds_run_ask_part(odds_run *self, uint16_t last)
{
    const odds_asked *asked = self->context;
    const df_clear_queues *queues = asked->queues;
    for (size_t q = 0; q < queues->count; q++) {
        const uint16_t *queue = queues->pieces + q * queues->length;
        uint64_t rest = UINT64_C(1) << last;
        for (size_t i = 0; i + 1 < DF_TETROMINOES && i < self->seen; i++)
            rest &= ~(UINT64_C(1) << queue[i]);
        if (rest != 0 || self->seen + 1 < DF_TETROMINOES)
            asked->clears[q] = df_odds_first(&self->odds, queue) > 0;
    }
    return DF_OK;
}

df_status df_choice_ask_odds(df_clear_solver *solver, const df_clear_queues *queues,
                             bool *clears)
{
    const df_clear_request request = {.count = queues->length,
                                      .watch = queues->watch,
                                      .watch_context = queues->watch_context};
    odds_asked asked = {queues, clears};
    odds_run *self = NULL;
    df_status status = odds_run_begin(&self, solver, &request);
    if (status != DF_OK)
        return status;
    self->context = &asked;
    status = odds_run_value_all(self, odds_run_ask_part);
    odds_run_free(self);
    return status;
}

df_status df_clear_solver_odds(df_clear_solver *solver, const df_clear_request *query,
                               df_clear_odds_visit *visit, void *context, df_error *error)
{
    odds_run *self = NULL;
    if (!df_choice_has_odds(solver) || query->count < 1 || query->count > DF_TETROMINOES ||
        query->held)
        return DF_ERROR_ARGUMENT;
    df_status status = odds_run_begin(&self, solver, query);
    if (status != DF_OK)
        return status;
    self->visit = visit;
    self->context = context;
    status = self->seen == query->count ? odds_run_value_all(self, odds_run_visit_part)
                                        : DF_ERROR_ARGUMENT;
    odds_run_free(self);
    if (status == DF_ERROR_LIMIT)
        df_solver_refuse_memory(solver, error);
    return status;
}

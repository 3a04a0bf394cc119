/* Finds the ways to clear with one queue: depth first, with a set of dead states. */
#include <stdlib.h>

#include "clear.h"
#include "core/base/budget.h"
#include "core/base/key_set.h"

/* A state of the search: `hand` is the piece in hand, `next` the one that arrives. */
typedef struct clear_state {
    uint64_t board;
    size_t next;
    uint16_t hand;
    bool held; /* the piece in hand is really in the hold */
} clear_state;

typedef struct clear_search {
    const df_clear_request *request;
    clear_play play;
    key_set dead;
    memory_budget memory;
    df_error *error;        /* or NULL */
    size_t *squares;        /* of the pieces of the queue from each on */
    clear_is_dead *is_dead; /* or NULL */
    df_clear_visit *visit;
    void *context; /* of both */
    df_clear_report report;
    df_status status;
    bool stopped;
    df_clear_drop drops[DF_CLEAR_MAX_DROPS];
} clear_search;

static bool clear_find_descend(clear_search *self, const clear_state *at, size_t depth);

static void clear_find_hand_out(clear_search *self, size_t count)
{
    self->report.ways++;
    if (self->visit != NULL)
        self->status = self->visit(self->context, self->drops, count);
    self->stopped = self->status != DF_OK ||
                    (self->request->max > 0 && self->report.ways >= self->request->max);
}

/* Drops `piece` wherever it can; `after` has the other changes. True if a way was found. */
static bool clear_find_drop(clear_search *self, const clear_state *at, uint16_t piece,
                            bool hold, clear_state after, size_t depth)
{
    const clear_board *rows = &self->play.layout;
    const size_t first = rows->first[piece], count = rows->first[piece + 1] - first;
    uint64_t landings[DF_ORIENTATIONS];
    df_clear_land(&self->play, at->board, piece, landings);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        const clear_shape *shape = &rows->shapes[first + i];
        for (; landings[i] != 0 && !self->stopped; landings[i] &= landings[i] - 1) {
            const unsigned place = bits_lowest(landings[i]);
            after.board = df_clear_board_settle(rows, at->board | shape->mask << place);
            self->drops[depth] = (df_clear_drop){
                .drop = df_clear_drop_at(rows, shape, at->board, place), .hold = hold};
            found = clear_find_descend(self, &after, depth + 1) || found;
        }
    }
    return found;
}

/* True if the state cannot clear. This is valid for all rules, since it depends on where pieces
 * land and not on how they get there: the squares of a piece lie on both sides of a
 * wall only if they are side by side in one row, and clearing never makes such a row. Squares
 * closed in from above are not checked: cleared rows may open them, pieces may slip under. */
static bool clear_find_is_hopeless(const clear_search *self, const clear_state *at)
{
    const unsigned empty = bits_count(self->play.layout.full & ~at->board);
    const size_t hand =
        at->hand == CLEAR_NO_PIECE ? 0 : self->request->set->pieces[at->hand].size;
    return self->squares[at->next] + hand < empty ||
           df_clear_board_is_hopeless(&self->play.layout, at->board);
}

/* Drops the piece in hand and, with hold, the arriving one. True if some way was found. */
static bool clear_find_choose(clear_search *self, const clear_state *at, size_t depth)
{
    const df_clear_request *request = self->request;
    const bool more = at->next < request->count;
    const uint16_t arriving = more ? request->queue[at->next] : CLEAR_NO_PIECE;
    const size_t next = at->next + (more ? 1 : 0);
    /* Changing places with an equal piece changes nothing. */
    const bool differ = arriving != at->hand;
    bool found =
        clear_find_drop(self, at, at->hand, at->held && differ,
                        (clear_state){.next = next, .hand = arriving, .held = at->held}, depth);
    if (request->hold && more && differ)
        found = clear_find_drop(self, at, arriving, !at->held,
                                (clear_state){.next = next, .hand = at->hand, .held = true},
                                depth) ||
                found;
    return found;
}

/* Visits a playfield; true if some way was found from it. */
static bool clear_find_descend(clear_search *self, const clear_state *at, size_t depth)
{
    if (self->request->nodes > 0 && self->report.nodes >= self->request->nodes) {
        self->report.outcome = DF_LIMIT;
        self->stopped = true;
        return false;
    }
    self->report.nodes++;
    if (at->board == self->play.layout.full) {
        clear_find_hand_out(self, depth);
        return true;
    }
    if (at->hand == CLEAR_NO_PIECE || clear_find_is_hopeless(self, at))
        return false;
    const uint64_t key[2] = {((uint64_t)at->next + 1) << 16 | at->hand, at->board};
    if (df_key_set_has(&self->dead, key))
        return false;
    const bool found = (self->is_dead == NULL ||
                        !self->is_dead(self->context, at->board, at->next, at->hand)) &&
                       clear_find_choose(self, at, depth);
    if (!found && !self->stopped) {
        self->status = df_key_set_add(&self->dead, key);
        self->stopped = self->status != DF_OK;
        if (self->status == DF_ERROR_LIMIT)
            df_clear_refuse_memory(self->request, self->error);
    }
    return found;
}

static df_status clear_find_prepare(clear_search *self)
{
    const df_clear_request *request = self->request;
    self->squares = calloc(request->count + 1, sizeof self->squares[0]);
    if (self->squares == NULL)
        return DF_ERROR_MEMORY;
    self->squares[request->count] = 0;
    for (size_t i = request->count; i-- > 0;)
        self->squares[i] = self->squares[i + 1] + request->set->pieces[request->queue[i]].size;
    self->memory = memory_budget_of(df_clear_memory(request));
    self->dead.left = &self->memory.left;
    df_key_set_reset(&self->dead, 2);
    return DF_OK;
}

df_status df_clear_find_alive(const df_clear_request *request, clear_is_dead *is_dead,
                              df_clear_visit *visit, void *context, df_clear_report *report,
                              df_error *error)
{
    clear_search self = {.request = request,
                         .is_dead = is_dead,
                         .visit = visit,
                         .context = context,
                         .error = error};
    clear_state first = {.hand = CLEAR_NO_PIECE};
    self.status = df_clear_begin(request, &self.play, &first.board);
    if (self.status != DF_OK)
        return self.status;
    self.report.outcome = DF_NONE;
    self.status = clear_find_prepare(&self);
    if (self.status == DF_OK) {
        if (request->count > 0)
            first.hand = request->queue[first.next++];
        (void)clear_find_descend(&self, &first, 0);
    }
    free(self.squares);
    df_key_set_free(&self.dead);
    df_clear_end(&self.play);
    if (self.status == DF_OK) {
        if (self.report.ways > 0 && self.report.outcome != DF_LIMIT)
            self.report.outcome = DF_FOUND;
        *report = self.report;
    }
    return self.status;
}

df_status df_clear_find(const df_clear_request *request, df_clear_visit *visit, void *context,
                        df_clear_report *report, df_error *error)
{
    return df_clear_find_alive(request, NULL, visit, context, report, error);
}

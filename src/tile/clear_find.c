/* The ways to clear with one queue: depth first, remembering what cannot be cleared. */
#include <stdlib.h>

#include "core/key_set.h"
#include "tile/clear.h"

/* Where the search stands: `hand` is the piece in hand, `next` the one that arrives. */
typedef struct state {
    uint64_t board;
    size_t next;
    uint16_t hand;
    bool held; /* the piece in hand is in truth in the hold */
} state;

typedef struct search {
    const df_clear_request *request;
    clear_play play;
    key_set dead;
    uint64_t memory;   /* bytes left */
    df_mishap *mishap; /* or NULL */
    size_t *squares;   /* of the pieces of the queue from each on */
    df_clear_visit *visit;
    void *context;
    df_clear_report report;
    df_status status;
    bool stopped;
    df_clear_drop drops[DF_CLEAR_MAX_DROPS];
} search;

static bool descend(search *own, const state *at, size_t depth);

static void hand_out(search *own, size_t count)
{
    own->report.ways++;
    if (own->visit != NULL)
        own->status = own->visit(own->context, own->drops, count);
    own->stopped = own->status != DF_OK ||
                   (own->request->most > 0 && own->report.ways >= own->request->most);
}

/* Drops `piece` wherever it can; `after` is what else changes. Whether some way was found. */
static bool drop(search *own, const state *at, uint16_t piece, bool hold, state after,
                 size_t depth)
{
    const ground *rows = &own->play.ground;
    const size_t first = rows->first[piece], count = rows->first[piece + 1] - first;
    uint64_t landings[DF_ORIENTATIONS];
    df_clear_land(&own->play, at->board, piece, landings);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        const ground_shape *shape = &rows->shapes[first + i];
        for (; landings[i] != 0 && !own->stopped; landings[i] &= landings[i] - 1) {
            const unsigned place = bits_lowest(landings[i]);
            after.board = df_ground_settle(rows, at->board | shape->mask << place);
            own->drops[depth] = (df_clear_drop){
                .drop = df_clear_drop_at(rows, shape, at->board, place), .hold = hold};
            found = descend(own, &after, depth + 1) || found;
        }
    }
    return found;
}

/* What is said here holds by all rules, since it asks where pieces come to rest and not how
 * they get there: the squares of a piece lie on both sides of a wall only if they are beside
 * it in one row, and clearing never makes such a row. Nothing is said of squares that are
 * closed in from above: when rows clear they may come to lie open, and pieces may slip. */
static bool is_hopeless(const search *own, const state *at)
{
    const unsigned empty = bits_count(own->play.ground.full & ~at->board);
    const size_t hand =
        at->hand == CLEAR_NO_PIECE ? 0 : own->request->set->pieces[at->hand].size;
    return own->squares[at->next] + hand < empty ||
           df_ground_is_hopeless(&own->play.ground, at->board);
}

/* Both things that can be done with the piece in hand. */
static bool choose(search *own, const state *at, size_t depth)
{
    const df_clear_request *request = own->request;
    const bool more = at->next < request->count;
    const uint16_t arriving = more ? request->queue[at->next] : CLEAR_NO_PIECE;
    const size_t next = at->next + (more ? 1 : 0);
    /* Changing places with an equal piece changes nothing. */
    const bool differ = arriving != at->hand;
    bool found = drop(own, at, at->hand, at->held && differ,
                      (state){.next = next, .hand = arriving, .held = at->held}, depth);
    if (request->hold && more && differ)
        found = drop(own, at, arriving, !at->held,
                     (state){.next = next, .hand = at->hand, .held = true}, depth) ||
                found;
    return found;
}

/* Visits a playfield; whether some way was found from it. */
static bool descend(search *own, const state *at, size_t depth)
{
    if (own->request->nodes > 0 && own->report.nodes >= own->request->nodes) {
        own->report.outcome = DF_LIMIT;
        own->stopped = true;
        return false;
    }
    own->report.nodes++;
    if (at->board == own->play.ground.full) {
        hand_out(own, depth);
        return true;
    }
    if (at->hand == CLEAR_NO_PIECE || is_hopeless(own, at))
        return false;
    const uint64_t key[2] = {((uint64_t)at->next + 1) << 16 | at->hand, at->board};
    if (df_key_set_has(&own->dead, key))
        return false;
    const bool found = choose(own, at, depth);
    if (!found && !own->stopped) {
        own->status = df_key_set_add(&own->dead, key);
        own->stopped = own->status != DF_OK;
        if (own->status == DF_ERROR_LIMIT)
            df_clear_refuse_memory(own->request, own->mishap);
    }
    return found;
}

static df_status prepare(search *own)
{
    const df_clear_request *request = own->request;
    own->squares = calloc(request->count + 1, sizeof own->squares[0]);
    if (own->squares == NULL)
        return DF_ERROR_MEMORY;
    own->squares[request->count] = 0;
    for (size_t i = request->count; i-- > 0;)
        own->squares[i] = own->squares[i + 1] + request->set->pieces[request->queue[i]].size;
    own->memory = df_clear_memory(request);
    own->dead.left = &own->memory;
    df_key_set_reset(&own->dead, 2);
    return DF_OK;
}

df_status df_clear_find(const df_clear_request *request, df_clear_visit *visit, void *context,
                        df_clear_report *report, df_mishap *mishap)
{
    search own = {.request = request, .visit = visit, .context = context, .mishap = mishap};
    state first = {.hand = CLEAR_NO_PIECE};
    own.status = df_clear_begin(request, &own.play, &first.board);
    if (own.status != DF_OK)
        return own.status;
    own.report.outcome = DF_NONE;
    own.status = prepare(&own);
    if (own.status == DF_OK) {
        if (request->count > 0)
            first.hand = request->queue[first.next++];
        (void)descend(&own, &first, 0);
    }
    free(own.squares);
    df_key_set_free(&own.dead);
    df_clear_end(&own.play);
    if (own.status == DF_OK) {
        if (own.report.ways > 0 && own.report.outcome != DF_LIMIT)
            own.report.outcome = DF_FOUND;
        *report = own.report;
    }
    return own.status;
}

/* The queues that put pieces into given places: sets of the places that are taken, found on
 * whole rows, so that there may be more of them than a word has bits. */
#include "build.h"

#include <string.h>

#include "core/base/error.h"
#include "spins.h"
#include "tiling_queues.h"
#include "tilings.h"

typedef struct build_search {
    build_places places;
    clear_play play; /* its movers */
    memory_budget memory;
    solve_order *order; /* of which only the count and the bits of the pieces are used */
    queue_tree tree;
    tiling_queues walk;
    uint64_t *marks;
    df_clear_order_visit *visit;
    void *context;
} build_search;

/* The rows that are left when a set of places is taken. */
typedef struct build_standing {
    uint64_t row[DF_CLEAR_BUILD_MAX_ROWS];
    unsigned count;
    uint32_t live; /* bits of those at first */
} build_standing;

static build_standing build_stand(const build_places *places, unsigned taken)
{
    build_standing at = {.live = 0};
    uint64_t rows[DF_CLEAR_BUILD_MAX_ROWS];
    memcpy(rows, places->start, sizeof rows);
    for (; taken != 0; taken &= taken - 1)
        df_build_places_fill(places, &places->items[bits_lowest(taken)], rows);
    for (unsigned y = 0; y < places->rows; y++) {
        if (rows[y] == places->full)
            continue;
        at.row[at.count++] = rows[y];
        at.live |= 1U << y;
    }
    return at;
}

/* Returns the row of a place among those that are left. */
static unsigned build_find_row(const build_standing *at, const build_place *place)
{
    return bits_count(at->live & ((1U << bits_lowest(place->rows)) - 1));
}

static bool build_is_free(const build_standing *at, const df_shape *shape, unsigned x,
                          unsigned y)
{
    for (unsigned i = 0; i < shape->height && y + i < at->count; i++) {
        if ((at->row[y + i] & (uint64_t)shape->row[i] << x) != 0)
            return false;
    }
    return true;
}

/* True if a piece falls straight down into its place. */
static bool build_falls(const build_standing *at, const df_shape *shape, unsigned x, unsigned y)
{
    if (y > 0 && build_is_free(at, shape, x, y - 1))
        return false;
    while (y < at->count && build_is_free(at, shape, x, y))
        y++;
    return y == at->count;
}

/* Floods the places that the piece of a place gets to. */
static void build_find_moves(const build_search *self, const build_standing *at,
                             const build_place *place, bool all)
{
    const df_mover *mover = &self->play.movers[place->piece];
    int x = 0, y = 0;
    df_mover_spawn(mover, CLEAR_SPAWN_ROW, &x, &y);
    if (all)
        df_moves_find_all(self->play.moves, mover, at->row, at->count, x, y);
    else
        df_moves_find(self->play.moves, mover, at->row, at->count, x, y);
}

/* True if the piece of a place, which no row is in the way of any more, gets there. */
static bool build_reaches(const build_search *self, const build_standing *at,
                          const build_place *place)
{
    const df_shape *shape =
        &self->places.build->board.set->pieces[place->piece].shape[place->orientation];
    const unsigned y = build_find_row(at, place);
    if (!clear_is_moved(&self->play, place->piece))
        return build_falls(at, shape, place->x, y);
    build_find_moves(self, at, place, false);
    return (df_moves_resting(self->play.moves, place->orientation, y) >> place->x & 1) != 0;
}

/* True if a place is taken by a spin that is wanted. */
static bool build_spins(const build_search *self, const build_standing *at, unsigned taken,
                        unsigned index)
{
    const build_place *place = &self->places.items[index];
    const unsigned rows = at->count - build_stand(&self->places, taken | 1U << index).count;
    if (rows == 0 || self->play.movers == NULL || !self->play.movers[place->piece].spins)
        return false;
    build_find_moves(self, at, place, true);
    const df_place end = {.orientation = place->orientation,
                          .x = place->x,
                          .y = (uint16_t)build_find_row(at, place)};
    const df_spin spin =
        df_spins_best(df_moves_spins(self->play.moves, at->row, at->count, &end));
    return df_spins_fit(self->walk.spins, spin, rows);
}

/* Finds the sets that can be taken, and the places that come next. */
static void build_find_sets(build_search *self)
{
    tiling_queues *walk = &self->walk;
    const unsigned count = self->places.count, all = (1U << count) - 1;
    memset(walk->next, 0, ((size_t)all + 1) * sizeof walk->next[0]);
    memset(walk->spun, 0, ((size_t)all + 1) * sizeof walk->spun[0]);
    memset(walk->squares, 0, ((size_t)all + 1) * sizeof walk->squares[0]);
    walk->squares[0] = 1; /* it can be reached */
    for (unsigned taken = 0; taken < all; taken++) {
        if (walk->squares[taken] == 0)
            continue;
        const build_standing at = build_stand(&self->places, taken);
        for (unsigned rest = all & ~taken; rest != 0; rest &= rest - 1) {
            const unsigned i = bits_lowest(rest);
            const build_place *place = &self->places.items[i];
            if ((place->gaps & at.live) != 0 || !build_reaches(self, &at, place))
                continue;
            walk->next[taken] = (uint16_t)(walk->next[taken] | 1U << i);
            walk->squares[taken | 1U << i] = 1;
            if (walk->spins != DF_CLEAR_NO_SPIN && build_spins(self, &at, taken, i))
                walk->spun[taken] = (uint16_t)(walk->spun[taken] | 1U << i);
        }
    }
    for (unsigned taken = all; taken-- > 0;) {
        for (unsigned rest = walk->next[taken]; rest != 0; rest &= rest - 1) {
            const unsigned after = taken | (rest & (0 - rest));
            if (after != all && walk->next[after] == 0)
                walk->next[taken] = (uint16_t)(walk->next[taken] & ~(rest & (0 - rest)));
        }
    }
}

/* Marks the queues that put the pieces into these places. */
static df_status build_take_places(void *context)
{
    build_search *self = context;
    solve_order *order = self->order;
    order->count = self->places.count;
    memset(order->of_piece, 0, sizeof order->of_piece);
    for (unsigned i = 0; i < order->count; i++) {
        uint16_t *places = &order->of_piece[self->places.items[i].piece];
        *places = (uint16_t)(*places | 1U << i);
    }
    if (order->count == 0)
        return DF_OK;
    build_find_sets(self);
    if (self->walk.next[0] == 0)
        return DF_OK;
    self->walk.marks = self->marks;
    const df_status status = df_tiling_queues_mark(&self->walk);
    return status == DF_OK && self->walk.ways > 0 && self->visit != NULL
               ? df_orders_find(&self->walk, self->visit, self->context)
               : status;
}

/* Returns the most pieces that the build has. */
static unsigned build_count_pieces(const df_clear_build *build)
{
    const df_field *field = build->board.field;
    size_t count = build->count;
    if (build->drops == NULL) {
        for (unsigned i = 0; i < (unsigned)field->width * field->height; i++)
            count += build->pieces[i] < build->board.set->count ? 1 : 0;
        count /= build->board.set->pieces[0].size;
    }
    return count < DF_CLEAR_SOLVER_MAX_DROPS ? (unsigned)count : DF_CLEAR_SOLVER_MAX_DROPS;
}

static df_status build_find(build_search *self, const df_clear_build *build,
                            const df_clear_queue_list *queues, bool hold, df_error *error)
{
    const size_t words = (queues->count + 63) / 64 + 1;
    const unsigned kinds = (unsigned)build->board.set->count;
    const unsigned drops = build_count_pieces(build);
    df_status status =
        df_queue_tree_create(&self->tree, queues, drops + (hold ? 1 : 0), kinds, &self->memory);
    if (status != DF_OK)
        return status;
    const df_clear_spins spins = self->walk.spins;
    status = df_tiling_queues_create(&self->walk, self->order, &self->tree, kinds, drops, hold,
                                     &self->memory);
    self->walk.spins = spins;
    self->walk.memory = &self->memory;
    if (status == DF_OK)
        self->marks = df_budget_take(&self->memory, words, sizeof self->marks[0]);
    if (status == DF_OK && self->marks == NULL)
        status = self->memory.status;
    if (status == DF_OK)
        status = df_build_places_find(&self->places, df_tilings_count_pieces(queues),
                                      build_take_places, self, error);
    return status;
}

df_status df_clear_build_ask(const df_clear_build *build, const df_clear_queue_list *queues,
                             bool hold, df_clear_spins spins, bool *builds,
                             df_clear_order_visit *visit, void *context, df_error *error)
{
    const uint64_t limit = df_clear_memory(&build->board);
    build_search self = {.visit = visit, .context = context, .memory = memory_budget_of(limit)};
    self.walk.spins = spins;
    df_status status = (unsigned)build->board.rules < DF_CLEAR_RULES
                           ? df_build_places_begin(&self.places, build)
                           : DF_ERROR_ARGUMENT;
    if (status != DF_OK)
        return status;
    self.order = df_budget_take(&self.memory, 1, sizeof *self.order);
    status = self.order != NULL ? df_clear_make_movers(&build->board, &self.play)
                                : self.memory.status;
    if (status == DF_OK)
        status = build_find(&self, build, queues, hold, error);
    for (size_t q = 0; q < queues->count && status == DF_OK; q++)
        builds[q] = (self.marks[q / 64] >> q % 64 & 1) != 0;
    if (status == DF_ERROR_LIMIT && error != NULL && error->text[0] == '\0')
        df_error_set(error, DF_ERROR_LIMIT,
                     "the queues need more than the %s of memory they may use; allow more, or "
                     "give fewer queues",
                     df_error_memory(limit).text);
    df_tiling_queues_free(&self.walk);
    df_queue_tree_free(&self.tree, &self.memory);
    df_budget_free(&self.memory, self.marks, (queues->count + 63) / 64 + 1,
                   sizeof self.marks[0]);
    df_budget_free(&self.memory, self.order, 1, sizeof *self.order);
    df_clear_end(&self.play);
    return status;
}

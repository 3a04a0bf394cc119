/* The queues that put pieces into given places: sets of the places that are taken, found on
 * whole rows, so that there may be more of them than a word has bits. Some rows may clear
 * before others are filled. */
#include <string.h>

#include "clear/solve/solve_board.h"
#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/board/field_rows.h"
#include "core/board/moves.h"
#include "dropforge/clear.h"
#include "tiling_queues.h"
#include "tilings.h"

typedef struct build_place {
    uint32_t rows; /* bits of the rows that it takes, its lowest line in the lowest of them */
    uint32_t gaps; /* and of those between, which clear before */
    uint8_t piece;
    uint8_t orientation; /* the first of those that look alike */
    uint8_t x;
} build_place;

typedef struct build_places {
    const df_clear_build *build;
    unsigned rows;
    uint64_t full;                           /* bits of a full row */
    uint64_t start[DF_CLEAR_BUILD_MAX_ROWS]; /* the squares that are full at first */
    build_place items[DF_CLEAR_SOLVER_MAX_DROPS];
    unsigned count;
} build_places;

/* Is called with each way in which the pieces can lie. A status but DF_OK is returned. */
typedef df_status build_places_visit(void *context);

/* The squares that are to be filled by each piece. */
typedef struct places_search {
    build_places *places;
    uint64_t wanted[DF_CLEAR_SOLVER_MAX_KINDS][DF_CLEAR_BUILD_MAX_ROWS];
    uint64_t filled[DF_CLEAR_BUILD_MAX_ROWS];
    uint32_t closing; /* bits of the rows that are full when all is there */
    uint64_t left;    /* counts of pieces */
    build_places_visit *visit;
    void *context;
    df_error *error;
    df_status status;
} places_search;

static df_status build_places_begin(build_places *self, const df_clear_build *build)
{
    const df_field *field = build->board.field;
    const df_piece_set *set = build->board.set;
    if (field->width > DF_NARROW_MAX_WIDTH || field->height > DF_CLEAR_BUILD_MAX_ROWS ||
        set->count == 0 || set->count > DF_CLEAR_SOLVER_MAX_KINDS)
        return DF_ERROR_ARGUMENT;
    *self =
        (build_places){.build = build, .rows = field->height, .full = df_field_full_row(field)};
    for (unsigned y = 0; y < field->height; y++)
        self->start[y] = field->row[y];
    return DF_OK;
}

static void build_places_fill(const build_places *self, const build_place *place,
                              uint64_t *rows)
{
    const df_shape *shape =
        &self->build->board.set->pieces[place->piece].shape[place->orientation];
    unsigned line = 0;
    for (uint32_t rest = place->rows; rest != 0; rest &= rest - 1)
        rows[bits_lowest(rest)] |= (uint64_t)shape->row[line++] << place->x;
}

static df_status places_refuse_count(df_error *error)
{
    return df_error_set(error, DF_ERROR_LIMIT, "these are more than %u pieces; give fewer",
                        DF_CLEAR_SOLVER_MAX_DROPS);
}

static df_status places_refuse_drop(df_error *error, size_t drop, const char *what)
{
    return df_error_set_at(error, drop + 1, 0, "%s", what);
}

/* Finds the place of a drop in rows that have these squares now. */
static df_status places_find_drop(const build_places *self, const uint64_t *rows, size_t index,
                                  build_place *made, df_error *error)
{
    const df_drop *drop = &self->build->drops[index];
    const df_piece_set *set = self->build->board.set;
    if (drop->piece >= set->count || drop->orientation >= DF_ORIENTATIONS)
        return DF_ERROR_ARGUMENT;
    const df_piece *piece = &set->pieces[drop->piece];
    const df_shape *shape = &piece->shape[drop->orientation];
    build_place place = {.piece = (uint8_t)drop->piece,
                         .orientation = piece->same_as[drop->orientation],
                         .x = (uint8_t)drop->x};
    unsigned y = 0, line = 0, gaps = 0;
    if (drop->x + shape->width > self->build->board.field->width)
        return DF_ERROR_ARGUMENT;
    for (unsigned row = 0; row < self->rows && line < shape->height; row++) {
        if (rows[row] == self->full) {
            gaps |= line > 0 ? 1U << row : 0;
            continue;
        }
        if (y++ < drop->y)
            continue;
        if ((rows[row] & (uint64_t)shape->row[line] << drop->x) != 0)
            return places_refuse_drop(error, index,
                                      "its piece lies on filled squares; move it");
        place.rows |= 1U << row;
        place.gaps |= gaps;
        line++;
    }
    if (line < shape->height)
        return places_refuse_drop(error, index, "its piece lies above the rows; move it down");
    *made = place;
    return DF_OK;
}

static df_status places_take_drops(places_search *self)
{
    build_places *places = self->places;
    const df_clear_build *build = places->build;
    uint64_t rows[DF_CLEAR_BUILD_MAX_ROWS];
    if (build->count > DF_CLEAR_SOLVER_MAX_DROPS)
        return places_refuse_count(self->error);
    for (unsigned y = 0; y < places->rows; y++)
        rows[y] = places->start[y];
    for (size_t i = 0; i < build->count; i++) {
        build_place *place = &places->items[i];
        const df_status status = places_find_drop(places, rows, i, place, self->error);
        if (status != DF_OK)
            return status;
        build_places_fill(places, place, rows);
        places->count++;
        if (!solve_count_has(self->left, place->piece))
            return DF_OK;
        self->left -= solve_count_one(place->piece);
    }
    return self->visit(self->context);
}

static void places_walk(places_search *self);

/* Lays line `line` of a place and those above it, the first into row `row` or, if the rows up
 * to there can clear before, into a higher one. */
static void places_lay(places_search *self, build_place place, unsigned line, unsigned row)
{
    build_places *places = self->places;
    const df_shape *shape =
        &places->build->board.set->pieces[place.piece].shape[place.orientation];
    if (line == shape->height) {
        uint64_t filled[DF_CLEAR_BUILD_MAX_ROWS];
        memcpy(filled, self->filled, sizeof filled);
        build_places_fill(places, &place, self->filled);
        places->items[places->count++] = place;
        self->left -= solve_count_one(place.piece);
        places_walk(self);
        self->left += solve_count_one(place.piece);
        places->count--;
        memcpy(self->filled, filled, sizeof filled);
        return;
    }
    for (; row < places->rows && self->status == DF_OK; row++) {
        const uint64_t squares = (uint64_t)shape->row[line] << place.x;
        build_place longer = place;
        longer.rows |= 1U << row;
        if ((squares & ~(self->wanted[place.piece][row] & ~self->filled[row])) == 0)
            places_lay(self, longer, line + 1, row + 1);
        if (line == 0 || (self->closing >> row & 1) == 0)
            return;
        place.gaps |= 1U << row;
    }
}

/* Fills the lowest square that is still to be filled, in all ways. */
static void places_walk(places_search *self)
{
    build_places *places = self->places;
    const df_piece_set *set = places->build->board.set;
    for (unsigned y = 0; y < places->rows; y++) {
        uint64_t lowest = 0;
        unsigned piece = 0;
        for (unsigned p = 0; p < set->count; p++) {
            const uint64_t open = self->wanted[p][y] & ~self->filled[y];
            if (open != 0 && (lowest == 0 || (open & (0 - open)) < lowest)) {
                lowest = open & (0 - open);
                piece = p;
            }
        }
        if (lowest == 0)
            continue;
        if (!solve_count_has(self->left, piece) || places->count == DF_CLEAR_SOLVER_MAX_DROPS)
            return;
        for (unsigned o = 0; o < DF_ORIENTATIONS && self->status == DF_OK; o++) {
            const df_shape *shape = &set->pieces[piece].shape[o];
            const unsigned left = bits_lowest(shape->row[0]), x = bits_lowest(lowest);
            if (set->pieces[piece].same_as[o] != o || x < left ||
                x - left + shape->width > places->build->board.field->width)
                continue;
            places_lay(self,
                       (build_place){.piece = (uint8_t)piece,
                                     .orientation = (uint8_t)o,
                                     .x = (uint8_t)(x - left)},
                       0, y);
        }
        return;
    }
    self->status = self->visit(self->context);
}

static df_status build_places_find(build_places *self, uint64_t most, build_places_visit *visit,
                                   void *context, df_error *error)
{
    places_search search = {
        .places = self, .left = most, .visit = visit, .context = context, .error = error};
    const df_clear_build *build = self->build;
    if (build->drops != NULL)
        return places_take_drops(&search);
    const size_t kinds = build->board.set->count;
    const unsigned width = build->board.field->width;
    size_t squares = 0;
    for (unsigned y = 0; y < self->rows; y++) {
        uint64_t row = self->start[y];
        for (unsigned x = 0; x < width; x++) {
            const unsigned piece = build->pieces[width * y + x];
            if (piece >= kinds)
                continue;
            search.wanted[piece][y] |= UINT64_C(1) << x;
            row |= UINT64_C(1) << x;
            squares++;
        }
        search.closing |= row == self->full ? 1U << y : 0;
    }
    if (squares > (size_t)DF_CLEAR_SOLVER_MAX_DROPS * build->board.set->pieces[0].size)
        return places_refuse_count(error);
    places_walk(&search);
    return search.status;
}

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
        build_places_fill(places, &places->items[bits_lowest(taken)], rows);
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
        df_moves_find(self->play.moves, mover, at->row, at->count, x, y);
    else
        df_moves_find_resting(self->play.moves, mover, at->row, at->count, x, y);
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
                            const df_clear_queues *queues, df_error *error)
{
    const size_t words = (queues->count + 63) / 64 + 1;
    const unsigned kinds = (unsigned)build->board.set->count;
    const unsigned drops = build_count_pieces(build);
    df_status status = df_queue_tree_create(&self->tree, queues, drops + (queues->hold ? 1 : 0),
                                            kinds, &self->memory);
    if (status != DF_OK)
        return status;
    const df_clear_spins spins = self->walk.spins;
    status = df_tiling_queues_create(&self->walk, self->order, &self->tree, kinds, drops,
                                     queues->hold, &self->memory);
    self->walk.spins = spins;
    self->walk.memory = &self->memory;
    if (status == DF_OK)
        self->marks = df_budget_take(&self->memory, words, sizeof self->marks[0]);
    if (status == DF_OK && self->marks == NULL)
        status = self->memory.status;
    if (status == DF_OK)
        status = build_places_find(&self->places, df_tilings_count_pieces(queues),
                                   build_take_places, self, error);
    return status;
}

df_status df_clear_build_ask(const df_clear_build *build, const df_clear_queues *queues,
                             bool *builds, df_clear_order_visit *visit, void *context,
                             df_error *error)
{
    const uint64_t limit = df_clear_memory(&build->board);
    build_search self = {.visit = visit, .context = context, .memory = memory_budget_of(limit)};
    self.walk.spins = queues->spins;
    df_status status = (unsigned)build->board.rules < DF_RULES
                           ? build_places_begin(&self.places, build)
                           : DF_ERROR_ARGUMENT;
    if (status != DF_OK)
        return status;
    self.order = df_budget_take(&self.memory, 1, sizeof *self.order);
    status = self.order != NULL ? df_clear_make_movers(&build->board, &self.play)
                                : self.memory.status;
    if (status == DF_OK)
        status = build_find(&self, build, queues, error);
    for (size_t q = 0; q < queues->count && status == DF_OK; q++)
        builds[q] = (self.marks[q / 64] >> q % 64 & 1) != 0;
    if (status == DF_ERROR_LIMIT && error != NULL && error->text[0] == '\0') {
        df_error_set(
            error, DF_ERROR_LIMIT,
            "the queues need more than the %s of memory they may use; give fewer queues",
            df_error_memory(limit).text);
        df_error_advise(error, DF_OPTION_MEMORY, "%s", "");
    }
    df_tiling_queues_free(&self.walk);
    df_queue_tree_free(&self.tree, &self.memory);
    df_budget_free(&self.memory, self.marks, (queues->count + 63) / 64 + 1,
                   sizeof self.marks[0]);
    df_budget_free(&self.memory, self.order, 1, sizeof *self.order);
    df_clear_end(&self.play);
    return status;
}

#include "erase.h"

#include <stdlib.h>
#include <string.h>

#include "core/board/plan_deal.h"

enum {
    ENOUGH = 8,   /* a plan is kept that has at most this part more than the fewest drops */
    SPARE = 16,   /* rows of the playfield above those that are cleared */
    MAX_LOW = 3,  /* rows below that stay, */
    MAX_HIGH = 3, /* and above */
    ROUNDS = 2,   /* each more patient than the one before */
    FEW_NODES = 1000,
    STACK_NODES = 20000,
    MORE_NODES = 8, /* times those of the round before */
    MANY_SPARE = 4, /* rows above, where nothing else has been found */
    MAX_WAYS = 60,  /* that are tried for a first plan, */
    MORE_DROPS = 4, /* with at most that many times the fewest drops */
    SEEDS = 3,      /* tilings of a band of which none can be dropped */
    BESIDE = 2,     /* columns beside free squares where a row above them may be begun */
};

typedef struct eraser {
    const print_shape *shapes;
    band_finder finder;
    uint64_t seed;
    unsigned width;       /* of the playfield */
    unsigned keep;        /* rows that stay */
    unsigned count;       /* rows that are left */
    column_set *rows;     /* bottom first */
    unsigned layer;       /* rows that are filled at once */
    unsigned max_cleared; /* rows of the picture that a pass clears */
    size_t limit;         /* drops from which on a plan is no better than another */
    df_plan *plan;
    band band;
    band_tiling tiling;
} eraser;

/* The rows of a pass, bottom first: some that stay, some that clear, and some that stay. */
typedef struct erase_window {
    unsigned first; /* row of the playfield */
    unsigned low, cleared, high;
} erase_window;

/* Returns the columns next to those of a set, with them. */
static column_set erase_widen(const column_set *self, unsigned width)
{
    column_set made = *self, rest = *self;
    for (unsigned x; columns_take(&rest, &x);) {
        for (unsigned i = x > BESIDE ? x - BESIDE : 0; i <= x + BESIDE && i < width; i++)
            columns_add(&made, i);
    }
    return made;
}

/* Returns the squares that may be filled in a row that stays: not all, or it would clear, and
 * in a row above all others only where that is of use to what is below. The well at the side is
 * left free at first: it costs least to fill at the end. */
static column_set erase_choose_optional(const eraser *self, unsigned y, column_set free_squares,
                                        unsigned try)
{
    const column_set all = columns_span(0, self->width);
    const column_set well = columns_span(self->width - 1, 1);
    if (y >= self->count) {
        const column_set below = columns_without(&all, &self->rows[self->count - 1]);
        const column_set near = erase_widen(&below, self->width);
        const column_set far = columns_without(&all, &near);
        free_squares = columns_without(&free_squares, &far);
    }
    if (try % 2 == 0)
        free_squares = columns_without(&free_squares, &well);
    column_set there = {{0}}, rest = free_squares;
    if (y < self->count)
        there = self->rows[y];
    there = columns_with(&there, &free_squares);
    if (!columns_are_same(&there, &all))
        return free_squares;
    unsigned x = 0, spared = (y * 7 + try * 5) % columns_count(&rest);
    while (columns_take(&rest, &x) && spared > 0)
        spared--;
    const column_set one = columns_span(x, 1);
    return columns_without(&free_squares, &one);
}

/* Lays the band: what is open to the sky is filled in rows that clear, and may be in others. */
static void erase_lay(eraser *self, const erase_window *window, unsigned try)
{
    band *on = &self->band;
    const column_set all = columns_span(0, self->width);
    column_set cover = {{0}};
    memset(on, 0, sizeof *on);
    on->width = self->width;
    on->rows = window->low + window->cleared + window->high;
    on->carried = window->first > 0 ? self->rows[window->first - 1] : all;
    on->stays = (uint16_t)(bits_low(on->rows) & ~(bits_low(window->cleared) << window->low));
    for (unsigned y = self->count; y-- > window->first + on->rows;)
        cover = columns_with(&cover, &self->rows[y]);
    for (unsigned i = on->rows; i-- > 0;) {
        const unsigned y = window->first + i;
        const uint16_t bit = (uint16_t)(1u << i);
        if (y < self->count)
            cover = columns_with(&cover, &self->rows[y]);
        column_set open = columns_without(&all, &cover);
        if ((on->stays & bit) != 0)
            open = erase_choose_optional(self, y, open, try);
        for (unsigned x = 0; x < on->width; x++) {
            if (y < self->count && columns_have(&self->rows[y], x)) {
                on->present[x] |= bit;
            } else if (columns_have(&open, x)) {
                on->open[x] |= bit;
                on->optional[x] |= on->stays & bit;
                band_allow(on, (1u << DF_TETROMINOES) - 1, x, bit);
            }
        }
    }
}

/* True if the squares may come out even. */
static bool erase_comes_out(const band *on)
{
    unsigned required = 0, optional = 0;
    for (unsigned x = 0; x < on->width; x++) {
        optional += bits_count(on->optional[x]);
        required += bits_count(on->open[x]) - bits_count(on->optional[x]);
    }
    return required % 4 == 0 || optional >= 4 - required % 4;
}

/* Adds the drops of the tiling, and changes the rows to those after it. */
static df_status erase_apply(eraser *self, const erase_window *window)
{
    pack_piece ordered[PACK_MAX_PIECES];
    const band *on = &self->band;
    const unsigned end = unsigned_max(self->count, window->first + on->rows);
    unsigned left = window->first;
    df_pack_order(self->shapes, self->tiling.pieces, self->tiling.count, ordered);
    for (unsigned y = window->first; y < end; y++) {
        const unsigned i = y - window->first;
        column_set squares = {{0}};
        if (i >= window->low && i < window->low + window->cleared)
            continue;
        if (y < self->count)
            squares = self->rows[y];
        for (unsigned x = 0; i < on->rows && x < self->width; x++) {
            if ((self->tiling.filled[x] >> i & 1) != 0)
                columns_add(&squares, x);
        }
        if (!columns_are_none(&squares))
            self->rows[left++] = squares;
    }
    self->count = left;
    return df_structure_add(self->plan, ordered, self->tiling.count, NULL);
}

/* Tries to clear the rows of a window. */
static df_status erase_try(eraser *self, const erase_window *window, uint64_t nodes,
                           bool *found)
{
    df_outcome outcome = DF_FOUND;
    for (unsigned i = 0; i < SEEDS && outcome == DF_FOUND && !*found; i++) {
        const uint64_t seed = ++self->seed;
        erase_lay(self, window, i);
        if (!erase_comes_out(&self->band))
            return DF_OK;
        const df_status status =
            df_band_find(&self->finder, &self->band, seed * UINT64_C(0x9e3779b97f4a7c15), nodes,
                         &outcome, &self->tiling);
        if (status != DF_OK)
            return status;
        *found = outcome == DF_FOUND && self->tiling.count > 0 &&
                 df_band_label(&self->band, self->shapes, &self->tiling);
    }
    return *found ? erase_apply(self, window) : DF_OK;
}

/* Finds the next rows, from `from` up, whose free squares are all open to the sky: from
 * *first to *end - 1. The highest row is always among such rows. */
static void erase_find_open(const eraser *self, unsigned from, unsigned *first, unsigned *end)
{
    column_set cover = {{0}};
    *first = *end = self->count;
    for (unsigned y = self->count; y-- > from;) {
        const column_set covered = columns_without(&cover, &self->rows[y]);
        if (!columns_are_none(&covered)) {
            cover = columns_with(&cover, &self->rows[y]);
            continue;
        }
        if (*first != y + 1)
            *end = y + 1;
        *first = y;
        cover = self->rows[y];
    }
}

/* Returns the free squares of the rows that are to be cleared. */
static size_t erase_count_free(const eraser *self)
{
    size_t squares = 0;
    for (unsigned y = self->keep; y < self->count; y++)
        squares += self->width - columns_count(&self->rows[y]);
    return squares;
}

/* Returns the fewest empty rows that have to be filled above the others for squares that
 * come in fours. */
static unsigned erase_count_spare(const eraser *self)
{
    const size_t squares = erase_count_free(self);
    unsigned spare = 0;
    while (spare < 4 && (squares + (size_t)spare * self->width) % 4 != 0)
        spare++;
    return spare;
}

/* Clears some of the lowest of the rows before `end`, while those above them stay. */
static df_status erase_bottom(eraser *self, unsigned first, unsigned end, uint64_t nodes,
                              bool *found)
{
    const unsigned most = unsigned_min(end - first, self->max_cleared);
    df_status status = DF_OK;
    for (unsigned stay = 0; stay <= MAX_HIGH + MAX_LOW; stay++) {
        for (unsigned low = 0; low <= stay && low <= MAX_LOW && low <= first - self->keep;
             low++) {
            for (unsigned n = most; n > 0; n--) {
                const erase_window window = {first - low, low, n, stay - low};
                if (status == DF_OK && !*found && stay + n <= PACK_MAX_ROWS &&
                    first + n + stay - low <= self->count)
                    status = erase_try(self, &window, nodes, found);
            }
        }
    }
    return status;
}

/* Clears all rows from `first` on, and up to `spare` rows above; of others as many may be begun
 * only if rows to spare are many. */
static df_status erase_top(eraser *self, unsigned first, unsigned spare, uint64_t nodes,
                           bool *found)
{
    const unsigned rows = self->count - first;
    df_status status = DF_OK;
    for (unsigned more = 0; more <= spare; more++) {
        for (unsigned low = 0; low <= MAX_LOW && low <= first - self->keep; low++) {
            const unsigned most =
                spare < MANY_SPARE ? unsigned_min(rows - 1, MAX_HIGH) : MAX_HIGH;
            for (unsigned high = 0; high <= most && high <= spare - more; high++) {
                const erase_window window = {first - low, low, rows + more, high};
                if (status == DF_OK && !*found && low + rows + more + high <= PACK_MAX_ROWS)
                    status = erase_try(self, &window, nodes, found);
            }
        }
    }
    return status;
}

/* Clears some rows, the lowest that can be cleared. */
static df_status erase_rows(eraser *self, unsigned spare, uint64_t nodes, bool *found)
{
    unsigned first = self->keep, end;
    df_status status = DF_OK;
    for (erase_find_open(self, first, &first, &end);
         first < self->count && status == DF_OK && !*found;
         erase_find_open(self, first + 1, &first, &end)) {
        if (end == self->count && end - first <= self->max_cleared)
            status = erase_top(self, first, spare, nodes, found);
        else
            status = erase_bottom(self, first, end, nodes, found);
    }
    return status;
}

/* Fills squares beside what covers others, layer by layer, without clearing a row. */
static df_status erase_stack(eraser *self, uint64_t nodes, bool *found)
{
    df_status status = DF_OK;
    for (unsigned y = self->keep; y < self->count && status == DF_OK && !*found; y++) {
        const erase_window window = {y, unsigned_min(self->layer, self->count - y), 0, 0};
        status = erase_try(self, &window, nodes, found);
    }
    return status;
}

/* Clears some rows, or prepares that. */
static df_status erase_some(eraser *self, bool *found)
{
    const unsigned spare = erase_count_spare(self);
    *found = false;
    df_status status = erase_rows(self, spare, FEW_NODES, found);
    if (status == DF_OK && !*found)
        status = erase_stack(self, STACK_NODES, found);
    uint64_t nodes = FEW_NODES;
    for (unsigned round = 0; round < ROUNDS && status == DF_OK && !*found; round++) {
        nodes *= MORE_NODES;
        status =
            erase_rows(self, round + 1 < ROUNDS ? spare : spare + MANY_SPARE, nodes, found);
    }
    return status;
}

/* Returns the fewest drops that bring as many squares as are needed. */
static size_t erase_count_least(const eraser *self)
{
    return (erase_count_free(self) + (size_t)erase_count_spare(self) * self->width) / 4;
}

/* Begins with all rows. */
static void erase_begin(eraser *self, const erase_request *asked)
{
    memcpy(self->rows, asked->rows, asked->count * sizeof self->rows[0]);
    self->count = asked->count;
}

/* Clears the rows in one way. *drops gets their number, SIZE_MAX if that has not been
 * possible with fewer than the limit. */
static df_status erase_all(eraser *self, const erase_request *asked, unsigned way,
                           size_t *drops)
{
    static const uint8_t max_cleared[] = {8, 4, 6, 3, 9, 5, 2, 7};
    bool found = true;
    df_status status = DF_OK;
    erase_begin(self, asked);
    self->max_cleared = max_cleared[way % sizeof max_cleared];
    self->layer = 3 + way % 7;
    self->seed = asked->seed + way * UINT64_C(1000003);
    self->plan->count = 0;
    while (status == DF_OK && found && self->count > self->keep &&
           self->plan->count + erase_count_least(self) < self->limit)
        status = erase_some(self, &found);
    *drops = self->count <= self->keep ? self->plan->count : SIZE_MAX;
    return status;
}

/* Clears the rows in several ways, and keeps the best. */
static df_status erase_best(eraser *self, const erase_request *asked, df_plan *plan,
                            df_outcome *outcome)
{
    const size_t begin = plan->count;
    df_status status = DF_OK;
    erase_begin(self, asked);
    const size_t least = erase_count_least(self), few = least + least / ENOUGH;
    self->limit = MORE_DROPS * (least + self->width);
    *outcome = DF_LIMIT;
    for (unsigned way = 0;
         way < (*outcome == DF_FOUND || self->keep > 0 ? asked->ways : MAX_WAYS) &&
         status == DF_OK && self->limit > few;
         way++) {
        size_t drops;
        status = erase_all(self, asked, way, &drops);
        if (status != DF_OK || drops == SIZE_MAX)
            continue;
        self->limit = drops;
        *outcome = DF_FOUND;
        plan->count = begin;
        status = df_plan_append(plan, self->plan);
    }
    return status;
}

bool df_erase_may_keep(const column_set *rows, unsigned keep, unsigned width)
{
    const column_set *row = &rows[keep], *below = &rows[keep - 1];
    bool is_carried = true;
    for (unsigned x = 0; x < width; x++) {
        if (columns_have(row, x)) {
            if (!is_carried)
                return false;
            continue;
        }
        const bool begins = x == 0 || columns_have(row, x - 1);
        is_carried = columns_have(below, x) || (is_carried && !begins);
    }
    return is_carried;
}

df_status df_erase(const erase_request *asked, df_plan *plan, df_outcome *outcome,
                   uint64_t *nodes)
{
    eraser *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    self->shapes = self->finder.shapes = asked->shapes;
    self->width = asked->width;
    self->keep = asked->keep;
    self->rows = calloc(asked->count + SPARE, sizeof self->rows[0]);
    df_status status = self->rows != NULL
                           ? df_plan_create(&self->plan, plan->width, 1, plan->set)
                           : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = erase_best(self, asked, plan, outcome);
    *nodes = self->finder.nodes;
    df_plan_free(self->plan);
    df_band_finder_free(&self->finder);
    free(self->rows);
    free(self);
    return status;
}

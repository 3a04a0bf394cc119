#include "band.h"

#include <stdlib.h>
#include <string.h>

#define NO_LABEL (-2)

/* The labelling of a tiling. */
typedef struct labelling {
    const band *on;
    const print_shape *shapes;
    band_tiling *tiling;
    int number[PACK_MAX_ROWS + 1]; /* rows that clear below this one */
    /* 1 + index of the piece that covers a square; 0: none */
    uint16_t cover[DF_FIELD_MAX_WIDTH][PACK_MAX_ROWS];
} labelling;

static bool band_clears(const band *self, int y)
{
    return y >= 0 && (self->stays >> y & 1) == 0;
}

static bool is_there(const labelling *self, unsigned x, int y)
{
    if (y < 0)
        return columns_have(&self->on->carried, x);
    return ((self->tiling->filled[x] | self->on->present[x]) >> y & 1) != 0;
}

/* Returns the largest label that condition (2) leaves if only that column of the piece, whose
 * lowest square there is in row y, carries it. */
static int column_bound(const labelling *self, unsigned x, int y, bool leans)
{
    const int forever = self->number[self->on->rows] - 1;
    const int below = y - 1;
    /* The piece is in the row below itself, so that row is not complete before it lands. */
    if (band_clears(self->on, below) && leans)
        return forever;
    int base = below;
    while (band_clears(self->on, base))
        base--;
    if (is_there(self, x, base))
        return forever;
    return band_clears(self->on, below) ? self->number[below] - 1 : NO_LABEL;
}

static int piece_bound(const labelling *self, const pack_placed *piece)
{
    const print_shape *shape = &self->shapes[piece->shape];
    int max = NO_LABEL;
    for (unsigned i = 0; i < shape->width; i++) {
        const int bound =
            column_bound(self, piece->x + i, piece->y + shape->bottom[i], shape->bottom[i] > 0);
        max = bound > max ? bound : max;
    }
    return max;
}

/* Lowers the labels of the pieces directly below this one to its own; true if any was lowered.
 * Empty squares between do not matter. */
static bool band_press(const labelling *self, const pack_placed *piece)
{
    const print_shape *shape = &self->shapes[piece->shape];
    bool changed = false;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned x = piece->x + i;
        int y = piece->y + shape->bottom[i] - 1;
        while (y >= 0 && self->cover[x][y] == 0)
            y--;
        if (y < 0)
            continue;
        pack_placed *lower = &self->tiling->pieces[self->cover[x][y] - 1];
        if (lower->label > piece->label) {
            lower->label = piece->label;
            changed = true;
        }
    }
    return changed;
}

/* Returns the rows that satisfy condition (3). */
static unsigned band_rows_met(const labelling *self)
{
    unsigned met = 0;
    for (size_t i = 0; i < self->tiling->count; i++) {
        const pack_placed *piece = &self->tiling->pieces[i];
        for (unsigned j = 0; j < self->shapes[piece->shape].height; j++) {
            const unsigned y = piece->y + j;
            if (piece->label >= self->number[y])
                met |= 1u << y;
        }
    }
    return met;
}

static void init_labelling(labelling *self, const band *on, const print_shape *shapes,
                           band_tiling *tiling)
{
    memset(self, 0, sizeof *self);
    self->on = on;
    self->shapes = shapes;
    self->tiling = tiling;
    for (unsigned y = 0; y < on->rows; y++)
        self->number[y + 1] = self->number[y] + band_clears(on, (int)y);
    for (size_t i = 0; i < tiling->count; i++) {
        const pack_placed *piece = &tiling->pieces[i];
        const print_shape *shape = &shapes[piece->shape];
        for (unsigned j = 0; j < shape->width; j++) {
            for (unsigned k = shape->bottom[j]; k <= shape->top[j]; k++)
                self->cover[piece->x + j][piece->y + k] = (uint16_t)(i + 1);
        }
    }
}

bool df_band_label(const band *self, const print_shape shapes[PRINT_SHAPES],
                   band_tiling *tiling)
{
    labelling work;
    init_labelling(&work, self, shapes, tiling);
    for (size_t i = 0; i < tiling->count; i++) {
        const int bound = piece_bound(&work, &tiling->pieces[i]);
        if (bound == NO_LABEL)
            return false;
        tiling->pieces[i].label = (int8_t)bound;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < tiling->count; i++)
            changed = band_press(&work, &tiling->pieces[i]) || changed;
    }
    const unsigned all = (1u << self->rows) - 1;
    return ((band_rows_met(&work) | self->stays) & all) == all;
}

/* A square above all rows of a band, in the last lane. */
#define ALWAYS_THERE (UINT64_C(1) << 63)

static uint64_t band_window(const uint16_t *columns, unsigned x)
{
    uint64_t window = 0;
    for (unsigned i = 0; i < PRINT_REACH; i++)
        window |= (uint64_t)columns[x + i] << (PRINT_LANE * i);
    return window;
}

/* Finds the worth of the squares that a shape leaves, and those below to be left, too. */
static void band_appraise(const band_column *self, const band *on, unsigned first,
                          band_choice *chosen)
{
    for (uint64_t rest = chosen->squares & self->optional; rest != 0; rest &= rest - 1) {
        const unsigned bit = bits_lowest(rest), y = bit % PRINT_LANE;
        const unsigned x = first + bit / PRINT_LANE;
        chosen->worth += on->worth[x][y];
        if (x > first)
            chosen->below |= (uint64_t)((1u << y) - 1) << (bit - y);
    }
    chosen->below &= self->optional & ~chosen->squares;
}

/* The bit of row 0 in each lane. */
#define LOWEST_ROW ((UINT64_C(1) << PRINT_LANE | 1) * (UINT64_C(1) << 2 * PRINT_LANE | 1))

/* Finds what carries a shape when it lands, as far as a single piece decides that: a row that
 * clears below it counts. `lowest` are the lowest squares of its columns, `carried` those of
 * row 0 with one below. */
static uint64_t band_find_carriers(uint64_t lowest, uint64_t stays, uint64_t carried)
{
    const uint64_t beneath = (lowest & ~LOWEST_ROW) >> 1;
    const bool is_there = ((lowest & carried) | (beneath & ~stays)) != 0;
    return (beneath & stays) | (is_there ? ALWAYS_THERE : 0);
}

/* Returns the rows in which the lowest row of a shape may lie, as bits. `allowed` are the
 * squares that it may fill. */
static uint64_t band_find_lows(const print_shape *shape, uint64_t allowed, unsigned rows)
{
    uint64_t lows = rows < shape->height ? 0 : bits_low(rows - shape->height + 1);
    for (unsigned i = 0; i < sizeof shape->places; i++)
        lows &= allowed >> shape->places[i];
    return lows;
}

/* Lists the shapes that can begin at each square of the empty column. */
static void band_list_choices(band_column *self, const band *on, const print_shape *shapes,
                              unsigned x)
{
    uint64_t allowed[DF_TETROMINOES];
    const uint64_t stays = on->stays * LOWEST_ROW;
    uint64_t carried = 0;
    for (unsigned i = 0; i < PRINT_REACH && x + i < on->width; i++)
        carried |= (uint64_t)columns_have(&on->carried, x + i) << (PRINT_LANE * i);
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++)
        allowed[piece] = self->open & band_window(on->allowed[piece], x);
    memset(self->shapes, 0, sizeof self->shapes);
    memset(self->leaving, 0, sizeof self->leaving);
    for (unsigned i = 0; i < PRINT_SHAPES; i++) {
        const print_shape *shape = &shapes[i];
        const uint64_t lowest = shape->window & ~(shape->window << 1);
        uint64_t lows = band_find_lows(shape, allowed[shape->piece], on->rows);
        for (; lows != 0; lows &= lows - 1) {
            const unsigned low = bits_lowest(lows), y = low + shape->bottom[0];
            const uint64_t squares = shape->window << low;
            band_choice *chosen = &self->choices[y][i];
            self->shapes[y] |= UINT32_C(1) << i;
            *chosen = (band_choice){.y = (uint8_t)low,
                                    .squares = squares,
                                    .rests = band_find_carriers(lowest << low, stays, carried)};
            if ((squares & self->optional) == 0)
                continue;
            self->leaving[y] |= UINT32_C(1) << i;
            band_appraise(self, on, x, chosen);
        }
    }
}

void df_band_column_init(band_column *made, const band *on, const print_shape *shapes,
                         const shape_overlaps *overlaps, unsigned x)
{
    made->overlaps = overlaps;
    made->open = band_window(on->open, x);
    made->optional = band_window(on->optional, x);
    made->present = band_window(on->present, x);
    made->required = (made->open & ~made->optional) | ALWAYS_THERE;
    made->closed = (uint64_t)(uint16_t)~on->open[x + BAND_AHEAD] << (PRINT_LANE * BAND_AHEAD);
    band_list_choices(made, on, shapes, x);
}

enum { FINDER_KEY_WORDS = 3 };

/* One column of a tiling that is being made. */
typedef struct finder_step {
    band_finder *self;
    const band_column *column;
    unsigned x;
} finder_step;

static df_outcome finder_go_on(band_finder *self, unsigned x, uint64_t taken, uint64_t needed);

/* Returns an index of a set bit, at random. */
static unsigned finder_choose(band_finder *self, uint32_t bits)
{
    const unsigned shift = (unsigned)(band_random(&self->random) >> 32) % 32;
    const uint32_t above = bits >> shift << shift;
    return bits_lowest(above != 0 ? above : bits);
}

/* Fills the column from a square on, and then the columns on its right. */
static df_outcome finder_fill(const finder_step *step, band_step at)
{
    band_finder *self = step->self;
    const uint64_t rows = bits_low(self->on->rows);
    if (self->nodes_left == 0)
        return DF_LIMIT;
    self->nodes_left--;
    if (!band_step_begin(&at, step->column, rows))
        return finder_go_on(self, step->x + 1, at.taken >> PRINT_LANE, at.needed >> PRINT_LANE);
    while (at.fitting != 0) {
        const unsigned shape = finder_choose(self, at.fitting);
        const band_choice *chosen = &step->column->choices[at.y][shape];
        band_step next;
        at.fitting &= ~(UINT32_C(1) << shape);
        if (!band_step_put(&at, step->column, chosen, &next))
            continue;
        const size_t place = self->tiling->count++;
        self->tiling->pieces[place] =
            (pack_placed){(uint8_t)shape, (uint8_t)step->x, chosen->y, 0};
        const df_outcome outcome = finder_fill(step, next);
        if (outcome != DF_NONE)
            return outcome;
        self->tiling->count = place;
    }
    return band_step_leave(&at, step->column, rows) ? finder_fill(step, at) : DF_NONE;
}

/* Fills the columns from x on, from a state that may have been met before. */
static df_outcome finder_go_on(band_finder *self, unsigned x, uint64_t taken, uint64_t needed)
{
    if (x == self->on->width)
        return DF_FOUND;
    const uint64_t key[FINDER_KEY_WORDS] = {UINT64_C(1) << 63 | x, taken, needed};
    if (df_key_set_has(&self->dead, key))
        return DF_NONE;
    /* Many searches end before the last column. */
    if (x == self->begun)
        df_band_column_init(&self->columns[self->begun++], self->on, self->shapes,
                            &self->overlaps, x);
    const finder_step step = {self, &self->columns[x], x};
    const df_outcome outcome = finder_fill(&step, band_step_first(step.column, taken, needed));
    if (outcome == DF_NONE)
        self->status = df_key_set_add(&self->dead, key);
    return self->status == DF_OK ? outcome : DF_LIMIT;
}

void df_band_finder_free(band_finder *self)
{
    free(self->columns);
    df_key_set_free(&self->dead);
}

/* Writes which squares the pieces of a tiling fill. */
static void finder_cover(const band_finder *self)
{
    band_tiling *tiling = self->tiling;
    memset(tiling->filled, 0, sizeof tiling->filled);
    for (size_t i = 0; i < tiling->count; i++)
        band_cover(tiling, &self->shapes[tiling->pieces[i].shape], &tiling->pieces[i]);
}

df_status df_band_find(band_finder *self, const band *on, uint64_t seed, uint64_t max_nodes,
                       df_outcome *outcome, band_tiling *tiling)
{
    if (self->columns == NULL) {
        self->columns = malloc(DF_FIELD_MAX_WIDTH * sizeof self->columns[0]);
        df_shapes_overlap(&self->overlaps, self->shapes);
    }
    if (self->columns == NULL)
        return DF_ERROR_MEMORY;
    self->on = on;
    self->begun = 0;
    self->tiling = tiling;
    self->random = seed | 1;
    self->nodes_left = max_nodes;
    self->status = DF_OK;
    tiling->count = 0;
    df_key_set_reset(&self->dead, FINDER_KEY_WORDS);
    const df_outcome found = finder_go_on(self, 0, band_first_taken(on), 0);
    self->nodes += max_nodes - self->nodes_left;
    if (self->status != DF_OK)
        return self->status;
    if (found == DF_FOUND)
        finder_cover(self);
    *outcome = found;
    return DF_OK;
}

#include "band_finder.h"

#include <stdlib.h>
#include <string.h>

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

/* Fills the lowest free square of the column, and so on to the top and through the columns on
 * its right. The arguments are those of a sweep. */
static df_outcome finder_fill(const finder_step *step, uint64_t taken, uint64_t there,
                              uint64_t needed)
{
    band_finder *self = step->self;
    if (self->nodes_left == 0)
        return DF_LIMIT;
    self->nodes_left--;
    const uint64_t rows = (UINT64_C(1) << self->on->rows) - 1;
    const uint64_t free_squares = ~taken & rows;
    if (free_squares == 0)
        return finder_go_on(self, step->x + 1, taken >> PRINT_LANE, needed >> PRINT_LANE);
    const unsigned y = bits_lowest(free_squares);
    uint32_t fitting = band_column_fitting(step->column, y, taken);
    while (fitting != 0) {
        const unsigned shape = finder_choose(self, fitting);
        const band_choice *chosen = &step->column->choices[y][shape];
        uint64_t now = needed;
        fitting &= ~(UINT32_C(1) << shape);
        if (!band_choice_rests(chosen, step->column, taken, there, &now))
            continue;
        const size_t place = self->tiling->count++;
        self->tiling->pieces[place] =
            (pack_placed){(uint8_t)shape, (uint8_t)step->x, chosen->y, 0};
        const df_outcome outcome =
            finder_fill(step, taken | chosen->squares, there | chosen->squares, now);
        if (outcome != DF_NONE)
            return outcome;
        self->tiling->count = place;
    }
    if ((step->column->optional >> y & 1) == 0)
        return DF_NONE;
    const uint64_t above = band_column_above(step->column, y, rows & ~taken);
    return (needed & above) == 0 ? finder_fill(step, taken | above, there, needed) : DF_NONE;
}

/* Fills the columns from x on, from a state that may have been met before. */
static df_outcome finder_go_on(band_finder *self, unsigned x, uint64_t taken, uint64_t needed)
{
    if (x == self->on->width)
        return DF_FOUND;
    const uint64_t key[FINDER_KEY_WORDS] = {UINT64_C(1) << 63 | x, taken, needed};
    if (df_key_set_has(&self->dead, key))
        return DF_NONE;
    const finder_step step = {self, &self->columns[x], x};
    const uint64_t now = taken | step.column->closed;
    df_outcome outcome =
        finder_fill(&step, now, step.column->present | (now & step.column->open), needed);
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
    if (self->columns == NULL)
        self->columns = malloc(DF_FIELD_MAX_WIDTH * sizeof self->columns[0]);
    if (self->columns == NULL)
        return DF_ERROR_MEMORY;
    df_shapes_overlap(&self->overlaps, self->shapes);
    self->on = on;
    self->tiling = tiling;
    self->random = seed | 1;
    self->nodes_left = max_nodes;
    self->status = DF_OK;
    tiling->count = 0;
    df_key_set_reset(&self->dead, FINDER_KEY_WORDS);
    for (unsigned x = 0; x < on->width; x++)
        df_band_column_init(&self->columns[x], on, self->shapes, &self->overlaps, x);
    const df_outcome found = finder_go_on(self, 0, band_first_taken(on), 0);
    self->nodes += max_nodes - self->nodes_left;
    if (self->status != DF_OK)
        return self->status;
    if (found == DF_FOUND)
        finder_cover(self);
    *outcome = found;
    return DF_OK;
}

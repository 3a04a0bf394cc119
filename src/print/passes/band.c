#include "band.h"

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

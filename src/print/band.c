#include "print/band.h"

#include <string.h>

#define NO_LABEL (-2)

/* A tiling as the labels see it. */
typedef struct labelling {
    const band *on;
    const print_shape *shapes;
    band_tiling *tiling;
    int number[BAND_MOST_ROWS + 1]; /* rows that clear below this one */
    /* 1 + index of the piece that covers a square; 0: none */
    uint8_t cover[DF_FIELD_MAX_WIDTH][BAND_MOST_ROWS];
} labelling;

static bool clears(const band *self, int y)
{
    return y >= 0 && (self->stays >> y & 1) == 0;
}

static bool is_there(const labelling *self, unsigned x, int y)
{
    if (y < 0)
        return (self->on->carried >> x & 1) != 0;
    return ((self->tiling->filled[x] | self->on->present[x]) >> y & 1) != 0;
}

/* The largest label that condition (2) leaves if only that column of the piece, whose lowest
 * square there is in row y, carries it. */
static int column_bound(const labelling *self, unsigned x, int y, bool leans)
{
    const int forever = self->number[self->on->rows] - 1;
    const int below = y - 1;
    /* The piece is in the row below itself, so that row is not complete before it lands. */
    if (clears(self->on, below) && leans)
        return forever;
    int base = below;
    while (clears(self->on, base))
        base--;
    if (is_there(self, x, base))
        return forever;
    return clears(self->on, below) ? self->number[below] - 1 : NO_LABEL;
}

static int piece_bound(const labelling *self, const band_piece *piece)
{
    const print_shape *shape = &self->shapes[piece->shape];
    int most = NO_LABEL;
    for (unsigned i = 0; i < shape->width; i++) {
        const int bound =
            column_bound(self, piece->x + i, piece->y + shape->bottom[i], shape->bottom[i] > 0);
        most = bound > most ? bound : most;
    }
    return most;
}

/* Lowers the labels of the pieces directly below this one to its own; returns whether any
 * was. Empty squares between do not matter. */
static bool press(const labelling *self, const band_piece *piece)
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
        band_piece *lower = &self->tiling->pieces[self->cover[x][y] - 1];
        if (lower->label > piece->label) {
            lower->label = piece->label;
            changed = true;
        }
    }
    return changed;
}

/* The rows that clear which satisfy condition (3). */
static unsigned rows_met(const labelling *self)
{
    unsigned met = 0;
    for (size_t i = 0; i < self->tiling->count; i++) {
        const band_piece *piece = &self->tiling->pieces[i];
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
        self->number[y + 1] = self->number[y] + clears(on, (int)y);
    for (size_t i = 0; i < tiling->count; i++) {
        const band_piece *piece = &tiling->pieces[i];
        const print_shape *shape = &shapes[piece->shape];
        for (unsigned j = 0; j < shape->width; j++) {
            for (unsigned k = shape->bottom[j]; k <= shape->top[j]; k++)
                self->cover[piece->x + j][piece->y + k] = (uint8_t)(i + 1);
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
            changed = press(&work, &tiling->pieces[i]) || changed;
    }
    const unsigned all = (1u << self->rows) - 1;
    return ((rows_met(&work) | self->stays) & all) == all;
}

/* Whether some square of `upper` lies above one of `lower`, in the same column. */
static bool lies_on(const print_shape *shapes, const band_piece *upper, const band_piece *lower)
{
    const print_shape *above = &shapes[upper->shape], *below = &shapes[lower->shape];
    for (unsigned i = 0; i < above->width; i++) {
        const int j = (int)(upper->x + i) - lower->x;
        if (j >= 0 && j < below->width &&
            upper->y + above->bottom[i] > lower->y + below->top[j])
            return true;
    }
    return false;
}

static bool is_ready(const print_shape *shapes, const band_piece *pieces, size_t count,
                     const bool *done, size_t index)
{
    for (size_t i = 0; i < count; i++) {
        if (!done[i] && i != index && lies_on(shapes, &pieces[index], &pieces[i]))
            return false;
    }
    return true;
}

static bool comes_before(const band_piece *a, const band_piece *b)
{
    if (a->label != b->label)
        return a->label < b->label;
    return a->y != b->y ? a->y < b->y : a->x < b->x;
}

void df_band_order(const print_shape shapes[PRINT_SHAPES], const band_piece *pieces,
                   size_t count, pack_piece *ordered)
{
    bool done[BAND_MOST_PIECES] = {false};
    for (size_t n = 0; n < count; n++) {
        size_t best = count;
        for (size_t i = 0; i < count; i++) {
            if (!done[i] && (best == count || comes_before(&pieces[i], &pieces[best])) &&
                is_ready(shapes, pieces, count, done, i))
                best = i;
        }
        done[best] = true;
        const print_shape *shape = &shapes[pieces[best].shape];
        ordered[n] =
            (pack_piece){shape->piece, shape->orientation, pieces[best].x, pieces[best].y};
    }
}

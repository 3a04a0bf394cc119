#include "pack.h"

#include <stdlib.h>
#include <string.h>

#include "bottom_rows.h"
#include "core/base/bits.h"
#include "dropforge/base.h"

#define FIRST_SHARE UINT64_C(500) /* nodes of the first rounds */
#define ORDERS 8                  /* different orders in which shapes are tried */

/* The state of a search. Columns carry a margin of PRINT_REACH so that the window never
 * leaves the array; the margin is full. */
typedef struct pack_filling {
    pack_kit *kit;
    const pack_problem *problem;
    uint16_t occupied[DF_NARROW_MAX_WIDTH + PRINT_REACH]; /* bit y of column x */
    uint16_t later[DF_NARROW_MAX_WIDTH + PRINT_REACH];
    int8_t label[DF_NARROW_MAX_WIDTH + PRINT_REACH][PACK_MAX_ROWS];
    uint16_t full; /* a full column */
    uint16_t met;  /* rows that satisfy condition (3) */
    uint16_t met_at_first;
    bool labelled;
    int8_t min_label; /* rows complete from the start bind every piece */
    uint8_t order[ORDERS][PRINT_SHAPES];
    uint64_t nodes_left;
    bottom_rows bottom;
    df_status status;
    size_t count;
    pack_placed placed[PACK_MAX_PIECES];
} pack_filling;

void df_pack_kit_init(pack_kit *kit, const df_piece_set *tetrominoes)
{
    memset(kit, 0, sizeof *kit);
    df_shapes_init(kit->shapes, tetrominoes);
}

void df_pack_kit_free(pack_kit *kit)
{
    for (unsigned i = 0; i < 2; i++)
        df_key_set_free(&kit->dead[i]);
}

/* Writes the state at first free column x: which squares ahead are occupied, the labels that
 * a piece above or below can still meet, and the rows met so far. */
static void pack_write_key(const pack_filling *self, unsigned x, uint64_t *key, size_t stride)
{
    const unsigned rows = self->problem->rows;
    memset(key, 0, stride * sizeof key[0]);
    key[0] = UINT64_C(1) << 63 | (uint64_t)self->met << 8 | x;
    unsigned nibble = 0;
    for (unsigned i = 0; i < PRINT_REACH; i++) {
        const uint16_t occupied = self->occupied[x + i];
        const unsigned free = (unsigned)(~occupied & self->full);
        const unsigned open = (free << 1 | free >> 1) & occupied;
        key[1] |= (uint64_t)occupied << (i * rows);
        for (unsigned y = 0; self->labelled && y < rows; y++, nibble++) {
            if ((open >> y & 1) != 0)
                key[2 + nibble / 16] |= (uint64_t)(self->label[x + i][y] + 1)
                                        << (nibble % 16 * 4);
        }
    }
}

static size_t key_stride(unsigned rows)
{
    return 2 + (PRINT_REACH * rows * 4 + 63) / 64;
}

static bool pack_is_free(const pack_filling *self, const print_shape *shape, unsigned x,
                         unsigned low)
{
    for (unsigned i = 0; i < shape->width; i++) {
        if ((self->occupied[x + i] & shape->column[i] << low) != 0)
            return false;
    }
    return true;
}

/* Finds the labels that conditions (1) and (2) leave for a shape with its lowest row at y. */
static void find_label_range(const pack_filling *self, const print_shape *shape, unsigned x,
                             unsigned y, int *min, int *max)
{
    *min = self->min_label;
    *max = df_pack_label_bound(self->problem, shape, x, y);
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned bottom = y + shape->bottom[i], above = y + shape->top[i] + 1;
        const int8_t *label = self->label[x + i];
        if (bottom > 0 && (self->occupied[x + i] >> (bottom - 1) & 1) != 0)
            *min = label[bottom - 1] > *min ? label[bottom - 1] : *min;
        if (((self->occupied[x + i] & ~self->later[x + i]) >> above & 1) != 0)
            *max = label[above] < *max ? label[above] : *max;
    }
}

static void pack_draw_label(pack_filling *self, const pack_placed *piece)
{
    const print_shape *shape = &self->kit->shapes[piece->shape];
    for (unsigned i = 0; i < shape->width; i++) {
        for (unsigned j = shape->bottom[i]; j <= shape->top[i]; j++)
            self->label[piece->x + i][piece->y + j] = piece->label;
    }
}

static void pack_put(pack_filling *self, unsigned shape_index, unsigned x, unsigned y,
                     int label)
{
    const print_shape *shape = &self->kit->shapes[shape_index];
    pack_placed *piece = &self->placed[self->count++];
    *piece = (pack_placed){(uint8_t)shape_index, (uint8_t)x, (uint8_t)y, (int8_t)label};
    for (unsigned i = 0; i < shape->width; i++)
        self->occupied[x + i] |= (uint16_t)(shape->column[i] << y);
    if (self->labelled)
        pack_draw_label(self, piece);
}

static void pack_take(pack_filling *self)
{
    const pack_placed *last = &self->placed[--self->count];
    const print_shape *shape = &self->kit->shapes[last->shape];
    for (unsigned i = 0; i < shape->width; i++)
        self->occupied[last->x + i] &= (uint16_t) ~(shape->column[i] << last->y);
}

/* Returns the rows of a shape at row y that its label makes count for condition (3). */
static uint16_t pack_rows_met(const print_shape *shape, unsigned y, int label)
{
    const unsigned rows = ((1u << shape->height) - 1) << y;
    return (uint16_t)(rows & ((1u << (label + 1)) - 1));
}

static df_outcome fill_from(pack_filling *self, unsigned x);

/* Puts one shape with its lowest row at y without a label. */
static df_outcome try_unlabelled(pack_filling *self, unsigned shape_index, unsigned x,
                                 unsigned y)
{
    pack_put(self, shape_index, x, y, self->min_label);
    const df_outcome outcome = fill_from(self, x);
    if (outcome == DF_NONE)
        pack_take(self);
    return outcome;
}

/* Tries one shape with its lowest row at y, with every label it may have. While rows are
 * not met the highest label promises most; afterwards the lowest one binds least. */
static df_outcome try_labelled(pack_filling *self, unsigned shape_index, unsigned x, unsigned y)
{
    const print_shape *shape = &self->kit->shapes[shape_index];
    int min = 0, max = 0;
    find_label_range(self, shape, x, y, &min, &max);
    const uint16_t met = self->met;
    const bool all_met = met == self->full;
    for (int i = 0; i <= max - min; i++) {
        const int label = all_met ? min + i : max - i;
        pack_put(self, shape_index, x, y, label);
        self->met = (uint16_t)(met | pack_rows_met(shape, y, label));
        const df_outcome outcome = fill_from(self, x);
        if (outcome != DF_NONE)
            return outcome;
        self->met = met;
        pack_take(self);
    }
    return DF_NONE;
}

/* Gives the pieces of a whole tiling the largest labels that conditions (1) and (2) allow. True
 * if (3) then holds, which is so if it holds for any labels. */
static bool label_tiling(pack_filling *self)
{
    for (size_t i = 0; i < self->count; i++) {
        pack_placed *p = &self->placed[i];
        const print_shape *shape = &self->kit->shapes[p->shape];
        p->label = (int8_t)df_pack_label_bound(self->problem, shape, p->x, p->y);
        pack_draw_label(self, p);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < self->count; i++) {
            pack_placed *p = &self->placed[i];
            int min = 0, max = 0;
            find_label_range(self, &self->kit->shapes[p->shape], p->x, p->y, &min, &max);
            if (max < p->label) {
                p->label = (int8_t)max;
                pack_draw_label(self, p);
                changed = true;
            }
        }
    }
    uint16_t met = self->met_at_first;
    for (size_t i = 0; i < self->count; i++) {
        const pack_placed *p = &self->placed[i];
        if (p->label < self->min_label)
            return false;
        met |= pack_rows_met(&self->kit->shapes[p->shape], p->y, p->label);
    }
    return met == self->full;
}

/* Fills all free squares from column x on. */
static df_outcome fill_from(pack_filling *self, unsigned x)
{
    while (x < self->problem->width && self->occupied[x] == self->full)
        x++;
    if (x == self->problem->width) {
        if (self->labelled)
            return self->met == self->full ? DF_FOUND : DF_NONE;
        return label_tiling(self) ? DF_FOUND : DF_LIMIT;
    }
    if (!df_bottom_rows_allow(&self->bottom, x, &self->occupied[x]))
        return DF_NONE;
    uint64_t key[2 + PRINT_REACH * PACK_MAX_ROWS / 16];
    const size_t stride = key_stride(self->problem->rows);
    pack_write_key(self, x, key, stride);
    key_set *dead = &self->kit->dead[self->labelled];
    if (df_key_set_has(dead, key))
        return DF_NONE;
    if (self->nodes_left == 0)
        return DF_LIMIT;
    self->nodes_left--;
    const unsigned y = bits_lowest((unsigned)(~self->occupied[x] & self->full));
    const uint8_t *order = self->order[(x * 5 + y * 3) % ORDERS];
    for (unsigned i = 0; i < PRINT_SHAPES; i++) {
        const print_shape *shape = &self->kit->shapes[order[i]];
        if (!df_pack_shape_fits(self->problem, shape, x, y, self->min_label))
            continue;
        const unsigned low = y - shape->bottom[0];
        if (!pack_is_free(self, shape, x, low))
            continue;
        const df_outcome outcome = self->labelled ? try_labelled(self, order[i], x, low)
                                                  : try_unlabelled(self, order[i], x, low);
        if (outcome != DF_NONE)
            return outcome;
    }
    self->status = df_key_set_add(dead, key);
    return self->status == DF_OK ? DF_NONE : DF_LIMIT;
}

/* Removes the pieces of an unfinished round, and shuffles for the next one. */
static void pack_restart(pack_filling *self, uint64_t seed, unsigned round)
{
    while (self->count > 0)
        pack_take(self);
    self->met = self->met_at_first;
    df_random random;
    df_random_seed(&random, seed, round + 1);
    for (unsigned i = 0; i < ORDERS; i++) {
        uint8_t *order = self->order[i];
        for (unsigned j = 0; j < PRINT_SHAPES; j++) {
            const unsigned k = df_random_below(&random, j + 1);
            order[j] = order[k];
            order[k] = (uint8_t)j;
        }
    }
}

static void pack_begin(pack_filling *self, pack_kit *kit, const pack_problem *problem)
{
    memset(self, 0, sizeof *self);
    self->kit = kit;
    self->problem = problem;
    self->full = (uint16_t)((1u << problem->rows) - 1);
    bool complete_so_far = true;
    self->min_label = -1;
    const uint64_t all = bits_span(0, problem->width);
    for (unsigned y = 0; y < problem->rows; y++) {
        const bool complete = problem->filled[y] == all;
        /* These rows are full already, or the last, later piece completes them. */
        if (complete || problem->later[y] != 0)
            self->met_at_first |= (uint16_t)(1u << y);
        complete_so_far = complete_so_far && complete;
        if (complete_so_far)
            self->min_label = (int8_t)y;
        for (unsigned x = 0; x < problem->width; x++) {
            const unsigned later = (unsigned)(problem->later[y] >> x & 1);
            const unsigned taken = later | (unsigned)(problem->filled[y] >> x & 1);
            self->later[x] |= (uint16_t)(later << y);
            self->occupied[x] |= (uint16_t)(taken << y);
        }
    }
    for (unsigned x = 0; x < problem->width; x++)
        memset(self->label[x], self->min_label, PACK_MAX_ROWS);
    for (unsigned i = 0; i < PRINT_REACH; i++)
        self->occupied[problem->width + i] = UINT16_MAX;
    df_bottom_rows_init(&self->bottom, kit, problem, self->min_label);
    for (unsigned i = 0; i < 2; i++)
        df_key_set_reset(&kit->dead[i], key_stride(problem->rows));
}

static int pack_compare(const void *one, const void *other)
{
    const pack_placed *a = one, *b = other;
    if (a->label != b->label)
        return a->label < b->label ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return a->x != b->x ? a->x - b->x : a->shape - b->shape;
}

/* The pieces of a tiling that are put into an order. */
typedef struct pack_sorting {
    const print_shape *shapes;
    pack_placed pieces[PACK_MAX_PIECES];
    bool taken[PACK_MAX_PIECES];
    uint16_t cover[DF_FIELD_MAX_WIDTH]
                  [PACK_MAX_ROWS]; /* 1 + index of the piece there; 0: none */
} pack_sorting;

/* True if all pieces below this one have been taken. */
static bool pack_is_ready(const pack_sorting *self, const pack_placed *piece)
{
    const print_shape *shape = &self->shapes[piece->shape];
    for (unsigned i = 0; i < shape->width; i++) {
        for (unsigned y = piece->y + shape->bottom[i]; y-- > 0;) {
            const unsigned below = self->cover[piece->x + i][y];
            if (below != 0 && !self->taken[below - 1])
                return false;
        }
    }
    return true;
}

static void pack_begin_sorting(pack_sorting *self, const print_shape shapes[PRINT_SHAPES],
                               const pack_placed *pieces, size_t count)
{
    self->shapes = shapes;
    memcpy(self->pieces, pieces, count * sizeof pieces[0]);
    memset(self->taken, 0, sizeof self->taken);
    memset(self->cover, 0, sizeof self->cover);
    qsort(self->pieces, count, sizeof self->pieces[0], pack_compare);
    for (size_t i = 0; i < count; i++) {
        const pack_placed *piece = &self->pieces[i];
        const print_shape *shape = &shapes[piece->shape];
        for (unsigned j = 0; j < shape->width; j++) {
            for (unsigned k = shape->bottom[j]; k <= shape->top[j]; k++)
                self->cover[piece->x + j][piece->y + k] = (uint16_t)(i + 1);
        }
    }
}

void df_pack_order(const print_shape shapes[PRINT_SHAPES], const pack_placed *pieces,
                   size_t count, pack_piece *ordered)
{
    pack_sorting self;
    pack_begin_sorting(&self, shapes, pieces, count);
    /* A piece that lies on others of its label may come before them; it waits a round. */
    size_t made = 0, first = 0;
    while (made < count) {
        size_t end = first;
        for (; end < count && self.pieces[end].label == self.pieces[first].label; end++) {
            const pack_placed *piece = &self.pieces[end];
            if (self.taken[end] || !pack_is_ready(&self, piece))
                continue;
            const print_shape *shape = &shapes[piece->shape];
            self.taken[end] = true;
            ordered[made++] =
                (pack_piece){shape->piece, shape->orientation, piece->x, piece->y};
        }
        first = made == end ? end : first;
    }
}

df_status df_pack_search(pack_kit *kit, const pack_problem *problem, uint64_t seed,
                         uint64_t node_limit, df_outcome *outcome, pack_solution *packing)
{
    pack_filling self;
    pack_begin(&self, kit, problem);
    df_outcome result = DF_LIMIT;
    uint64_t spent = 0;
    for (unsigned round = 0; result == DF_LIMIT && spent < node_limit; round++) {
        self.labelled = round % 2 == 1;
        pack_restart(&self, seed, round);
        uint64_t share = FIRST_SHARE << (round / 16);
        share = share < node_limit - spent ? share : node_limit - spent;
        self.nodes_left = share;
        result = fill_from(&self, 0);
        spent += share - self.nodes_left;
        if (self.status != DF_OK)
            return self.status;
    }
    kit->nodes += spent;
    if (result == DF_FOUND) {
        packing->count = self.count;
        df_pack_order(kit->shapes, self.placed, self.count, packing->pieces);
    }
    *outcome = result;
    return DF_OK;
}

unsigned df_pack_fewest_rows(unsigned width, unsigned filled, unsigned min)
{
    for (unsigned rows = min; rows < min + 4; rows++) {
        if (rows > 0 && width * rows >= filled && (width * rows - filled) % 4 == 0)
            return rows;
    }
    return 0;
}

df_status df_pack_search_fewest(pack_kit *kit, unsigned width, uint64_t filled,
                                uint64_t carried, uint64_t seed, uint64_t node_limit,
                                df_outcome *outcome, unsigned *rows, unsigned *proved,
                                pack_solution *packing)
{
    pack_problem problem = {.width = width, .carried = carried};
    problem.filled[0] = filled;
    df_outcome result = DF_NONE;
    unsigned none = 0;
    for (;;) {
        problem.rows = df_pack_fewest_rows(width, bits_count(filled), problem.rows + 1);
        if (problem.rows == 0 || problem.rows > PACK_MAX_ROWS)
            break;
        df_outcome here = DF_NONE;
        const df_status status =
            df_pack_search(kit, &problem, seed, node_limit, &here, packing);
        if (status != DF_OK)
            return status;
        if (here == DF_FOUND) {
            *rows = problem.rows;
            result = DF_FOUND;
            break;
        }
        if (here == DF_LIMIT)
            result = DF_LIMIT;
        else
            none++;
    }
    *outcome = result;
    *proved = none;
    return DF_OK;
}

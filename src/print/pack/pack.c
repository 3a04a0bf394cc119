#include "pack.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"

#define FIRST_SHARE UINT64_C(500) /* nodes of the first rounds */
#define ORDERS 8                  /* different orders in which shapes are tried */

/* The two bottom rows of a packed matrix by themselves.
 *
 * The bottom row is the hard one: a piece that lies flat on it hangs in the air, so it is
 * filled by chains of pieces that lean on one another, and whether a chain meets its end is
 * decided far from where it begins. If the two bottom rows cannot be filled even when
 * squares above them may overlap, the matrix cannot be packed. There are few states, so the
 * test costs next to nothing, and it makes a search up to a thousand times shorter. */
#define BOTTOM_ROWS 2

typedef struct bottom_rows {
    const print_shape *shapes;
    const pack_problem *problem;
    int min_label;
    unsigned depth; /* rows looked at: BOTTOM_ROWS, or fewer in a lower matrix */
    /* Bits of the squares taken from the start, for each column; full beyond the last. */
    uint8_t taken[DF_NARROW_MAX_WIDTH + PRINT_REACH];
    /* By first column and the rows of the window's columns: 0 unknown, 1 yes, 2 no. */
    uint8_t answer[DF_NARROW_MAX_WIDTH][1 << (PRINT_REACH * BOTTOM_ROWS)];
} bottom_rows;

static void bottom_init(bottom_rows *self, const pack_kit *kit, const pack_problem *problem,
                        int min_label)
{
    memset(self, 0, sizeof *self);
    self->shapes = kit->shapes;
    self->problem = problem;
    self->min_label = min_label;
    self->depth = problem->rows < BOTTOM_ROWS ? problem->rows : BOTTOM_ROWS;
    memset(self->taken, UINT8_MAX, sizeof self->taken);
    for (unsigned x = 0; x < problem->width; x++) {
        self->taken[x] = 0;
        for (unsigned y = 0; y < self->depth; y++) {
            const uint64_t row = problem->filled[y] | problem->later[y];
            self->taken[x] |= (uint8_t)((row >> x & 1) << y);
        }
    }
}

/* Returns the largest label that condition (2) leaves for a shape with its lowest row at y. */
static int pack_label_bound(const pack_problem *problem, const print_shape *shape, unsigned x,
                            unsigned y)
{
    /* A loose shape hangs in the air once everything below it has cleared. */
    const bool loose = shape->flat && (problem->carried & bits_span(x, shape->width)) == 0;
    return loose ? (int)y - 2 : (int)problem->rows - 1;
}

/* True if a shape whose leftmost column has its lowest square at (x, y) stays inside the
 * matrix and can have a label of at least `min_label`. */
static bool pack_shape_fits(const pack_problem *problem, const print_shape *shape, unsigned x,
                            unsigned y, int min_label)
{
    if (y < shape->bottom[0] || x + shape->width > problem->width)
        return false;
    const unsigned low = y - shape->bottom[0];
    return low + shape->height <= problem->rows &&
           pack_label_bound(problem, shape, x, low) >= min_label;
}

/* Returns the squares of a shape in the bottom rows, in a window that begins at its column. */
static unsigned bottom_footprint(const bottom_rows *self, const print_shape *shape, unsigned y)
{
    const unsigned column = (1u << self->depth) - 1;
    unsigned bits = 0;
    for (unsigned i = 0; i < shape->width; i++)
        bits |= ((unsigned)shape->column[i] << y & column) << (i * self->depth);
    return bits;
}

static bool bottom_can_fill(bottom_rows *self, unsigned x, unsigned window);

/* True if some shape whose leftmost column has its lowest square at (x, y) leads on. If that
 * square is above the rows looked at, only shapes that reach down into them count. */
static bool bottom_can_put(bottom_rows *self, unsigned x, unsigned y, unsigned window)
{
    for (unsigned i = 0; i < PRINT_SHAPES; i++) {
        const print_shape *shape = &self->shapes[i];
        if (!pack_shape_fits(self->problem, shape, x, y, self->min_label))
            continue;
        const unsigned bits = bottom_footprint(self, shape, y - shape->bottom[0]);
        if (bits != 0 && (bits & window) == 0 && bottom_can_fill(self, x, window | bits))
            return true;
    }
    return false;
}

static bool bottom_can_advance(bottom_rows *self, unsigned x, unsigned window)
{
    if (x + 1 == self->problem->width)
        return true;
    const unsigned next = (unsigned)self->taken[x + PRINT_REACH] & ((1u << self->depth) - 1);
    return bottom_can_fill(self, x + 1,
                           window >> self->depth | next << ((PRINT_REACH - 1) * self->depth));
}

static bool bottom_can_fill(bottom_rows *self, unsigned x, unsigned window)
{
    uint8_t *answer = &self->answer[x][window];
    if (*answer != 0)
        return *answer == 1;
    bool can = false;
    unsigned y = 0;
    while (y < self->depth && (window >> y & 1) != 0)
        y++;
    if (y < self->depth) {
        can = bottom_can_put(self, x, y, window);
    } else {
        can = bottom_can_advance(self, x, window);
        for (; !can && y < self->depth + PRINT_REACH && y < self->problem->rows; y++)
            can = bottom_can_put(self, x, y, window);
    }
    *answer = can ? 1 : 2;
    return can;
}

/* True if the bottom rows can be filled from column x on, where `occupied` are the columns x,
 * x + 1 … of the matrix as they are now (bit y: row y). */
static bool bottom_allow(bottom_rows *self, unsigned x, const uint16_t occupied[PRINT_REACH])
{
    const unsigned column = (1u << self->depth) - 1;
    unsigned window = 0;
    for (unsigned i = 0; i < PRINT_REACH; i++)
        window |= (occupied[i] & column) << (i * self->depth);
    return bottom_can_fill(self, x, window);
}

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
    *max = pack_label_bound(self->problem, shape, x, y);
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
        p->label = (int8_t)pack_label_bound(self->problem, shape, p->x, p->y);
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
    if (!bottom_allow(&self->bottom, x, &self->occupied[x]))
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
        if (!pack_shape_fits(self->problem, shape, x, y, self->min_label))
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
    bottom_init(&self->bottom, kit, problem, self->min_label);
    for (unsigned i = 0; i < 2; i++)
        df_key_set_reset(&kit->dead[i], key_stride(problem->rows));
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

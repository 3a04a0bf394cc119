#include "bottom_rows.h"

#include <string.h>

#include "core/base/bits.h"

void df_bottom_rows_init(bottom_rows *self, const pack_kit *kit, const pack_problem *problem,
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

int df_pack_label_bound(const pack_problem *problem, const print_shape *shape, unsigned x,
                        unsigned y)
{
    /* A loose shape hangs in the air once everything below it has cleared. */
    const bool loose = shape->flat && (problem->carried & bits_span(x, shape->width)) == 0;
    return loose ? (int)y - 2 : (int)problem->rows - 1;
}

bool df_pack_shape_fits(const pack_problem *problem, const print_shape *shape, unsigned x,
                        unsigned y, int min_label)
{
    if (y < shape->bottom[0] || x + shape->width > problem->width)
        return false;
    const unsigned low = y - shape->bottom[0];
    return low + shape->height <= problem->rows &&
           df_pack_label_bound(problem, shape, x, low) >= min_label;
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

static bool can_fill(bottom_rows *self, unsigned x, unsigned window);

/* True if some shape whose leftmost column has its lowest square at (x, y) leads on. If that
 * square is above the rows looked at, only shapes that reach down into them count. */
static bool can_put(bottom_rows *self, unsigned x, unsigned y, unsigned window)
{
    for (unsigned i = 0; i < PRINT_SHAPES; i++) {
        const print_shape *shape = &self->shapes[i];
        if (!df_pack_shape_fits(self->problem, shape, x, y, self->min_label))
            continue;
        const unsigned bits = bottom_footprint(self, shape, y - shape->bottom[0]);
        if (bits != 0 && (bits & window) == 0 && can_fill(self, x, window | bits))
            return true;
    }
    return false;
}

static bool can_advance(bottom_rows *self, unsigned x, unsigned window)
{
    if (x + 1 == self->problem->width)
        return true;
    const unsigned next = (unsigned)self->taken[x + PRINT_REACH] & ((1u << self->depth) - 1);
    return can_fill(self, x + 1,
                    window >> self->depth | next << ((PRINT_REACH - 1) * self->depth));
}

static bool can_fill(bottom_rows *self, unsigned x, unsigned window)
{
    uint8_t *answer = &self->answer[x][window];
    if (*answer != 0)
        return *answer == 1;
    bool can = false;
    unsigned y = 0;
    while (y < self->depth && (window >> y & 1) != 0)
        y++;
    if (y < self->depth) {
        can = can_put(self, x, y, window);
    } else {
        can = can_advance(self, x, window);
        for (; !can && y < self->depth + PRINT_REACH && y < self->problem->rows; y++)
            can = can_put(self, x, y, window);
    }
    *answer = can ? 1 : 2;
    return can;
}

bool df_bottom_rows_allow(bottom_rows *self, unsigned x, const uint16_t occupied[PRINT_REACH])
{
    const unsigned column = (1u << self->depth) - 1;
    unsigned window = 0;
    for (unsigned i = 0; i < PRINT_REACH; i++)
        window |= (occupied[i] & column) << (i * self->depth);
    return can_fill(self, x, window);
}

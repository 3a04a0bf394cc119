#include "print/board.h"

#include <string.h>

/* Whether the row directly below `y` clears. */
static bool clears_below(const pack_board *self, unsigned y)
{
    return y > 0 && (self->clearing >> (y - 1) & 1) != 0;
}

/* The lowest row, from y down, with nothing that clears directly below it. */
static unsigned base_of(const pack_board *self, unsigned y)
{
    while (clears_below(self, y))
        y--;
    return y;
}

/* What carries a piece whose lowest square in column x is in row y. Rows that clear go from
 * the bottom up; once they are gone, what is below them has to carry, and if there is
 * nothing, the piece must be dropped before the row directly below it is completed. */
static int8_t column_bound(const pack_board *self, unsigned x, unsigned y)
{
    const pack_problem *problem = self->problem;
    const unsigned base = base_of(self, y);
    const bool carried =
        base == 0 ? (problem->carried >> x & 1) != 0 : (problem->empty >> x & 1) == 0;
    if (carried)
        return (int8_t)(problem->rows - 1);
    return base == y ? BOARD_NOTHING : (int8_t)((int)y - 2);
}

static void init_column(pack_board *self, unsigned x)
{
    const pack_problem *problem = self->problem;
    for (unsigned y = 0; y < problem->rows; y++) {
        const uint16_t bit = (uint16_t)(1u << y);
        const bool pictured = (self->clearing & bit) == 0;
        const bool later = (problem->later[y] >> x & 1) != 0;
        const bool empty = pictured && (problem->empty >> x & 1) != 0;
        if (later)
            self->later[x] |= bit;
        if (empty)
            self->empty[x] |= bit;
        if (pictured && (problem->optional >> x & 1) != 0)
            self->optional[x] |= bit;
        if (later || empty || (problem->filled[y] >> x & 1) != 0)
            self->taken[x] |= bit;
        for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
            if (!pictured || problem->want[x] == piece + 1)
                self->allowed[piece][x] |= bit;
        }
        self->bound[x][y] = column_bound(self, x, y);
    }
}

void df_board_init(pack_board *self, const pack_problem *problem)
{
    memset(self, 0, sizeof *self);
    self->problem = problem;
    self->full = (uint16_t)((1u << problem->rows) - 1);
    if (problem->want != NULL)
        self->met = (uint16_t)(1u << problem->picture);
    self->clearing = (uint16_t)(self->full & ~self->met);
    self->least_label = -1;
    const uint64_t all = UINT64_MAX >> (64 - problem->width);
    bool complete_so_far = true;
    for (unsigned y = 0; y < problem->rows; y++) {
        const bool complete = problem->filled[y] == all;
        /* The last, later piece completes these rows; nothing here has to. */
        if (complete || problem->later[y] != 0)
            self->met |= (uint16_t)(1u << y);
        complete_so_far = complete_so_far && complete;
        if (complete_so_far)
            self->least_label = (int8_t)y;
    }
    for (unsigned x = 0; x < problem->width; x++)
        init_column(self, x);
    memset(&self->taken[problem->width], UINT8_MAX, PACK_WINDOW * sizeof self->taken[0]);
}

/* Whether what should carry row y of the column is an optional square that is not there. */
static bool lacks_base(const pack_board *self, unsigned x, unsigned y, uint16_t there)
{
    const unsigned base = base_of(self, y);
    return base > 0 && ((self->optional[x] & ~there) >> (base - 1) & 1) != 0;
}

int df_board_label_bound(const pack_board *self, const pack_shape *shape, unsigned x,
                         unsigned y, const uint16_t *there)
{
    int most = BOARD_NOTHING;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned bottom = y + shape->bottom[i];
        const bool clears = clears_below(self, bottom);
        int own = self->bound[x + i][bottom];
        /* The piece has a square of its own in the row directly below, which therefore
         * cannot be completed before it is there. */
        if (shape->bottom[i] > 0 && clears)
            own = (int)self->problem->rows - 1;
        else if (there != NULL && lacks_base(self, x + i, bottom, there[x + i]))
            own = clears ? (int)bottom - 2 : BOARD_NOTHING;
        most = own > most ? own : most;
    }
    return most;
}

bool df_board_fits(const pack_board *self, const pack_shape *shape, unsigned x, unsigned y)
{
    if (y < shape->bottom[0] || x + shape->width > self->problem->width)
        return false;
    const unsigned low = y - shape->bottom[0];
    if (low + shape->height > self->problem->rows)
        return false;
    for (unsigned i = 0; i < shape->width; i++) {
        if ((shape->column[i] << low & ~self->allowed[shape->piece][x + i]) != 0)
            return false;
    }
    return df_board_label_bound(self, shape, x, low, NULL) >= self->least_label;
}

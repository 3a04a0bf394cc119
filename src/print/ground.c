#include "print/ground.h"

#include <string.h>

void df_ground_init(ground_map *self, const pack_kit *kit, const pack_board *board)
{
    self->shapes = kit->shapes;
    self->board = board;
    const unsigned rows = board->problem->rows;
    /* Two rows that clear tell nearly all; a row of the picture below them says little. */
    self->depth = (board->clearing & 1) != 0 ? GROUND_ROWS - 1 : GROUND_ROWS;
    if (self->depth > rows)
        self->depth = rows;
    for (unsigned x = 0; x < board->problem->width; x++)
        memset(self->answer[x], 0, (size_t)1 << (PACK_WINDOW * self->depth));
}

/* The squares of a shape in the bottom rows, in a window that begins at its column. */
static unsigned footprint(const ground_map *self, const pack_shape *shape, unsigned y)
{
    const unsigned column = (1u << self->depth) - 1;
    unsigned bits = 0;
    for (unsigned i = 0; i < shape->width; i++)
        bits |= ((unsigned)shape->column[i] << y & column) << (i * self->depth);
    return bits;
}

static bool can_fill(ground_map *self, unsigned x, unsigned window);

/* Whether some shape whose leftmost column has its lowest square at (x, y) leads on. Where
 * that square is above the rows looked at, only shapes that reach down into them count. */
static bool can_put(ground_map *self, unsigned x, unsigned y, unsigned window)
{
    for (unsigned i = 0; i < PACK_SHAPES; i++) {
        const pack_shape *shape = &self->shapes[i];
        if (!df_board_fits(self->board, shape, x, y))
            continue;
        const unsigned bits = footprint(self, shape, y - shape->bottom[0]);
        if (bits != 0 && (bits & window) == 0 && can_fill(self, x, window | bits))
            return true;
    }
    return false;
}

static bool can_advance(ground_map *self, unsigned x, unsigned window)
{
    if (x + 1 == self->board->problem->width)
        return true;
    const unsigned next =
        (unsigned)self->board->taken[x + PACK_WINDOW] & ((1u << self->depth) - 1);
    return can_fill(self, x + 1,
                    window >> self->depth | next << ((PACK_WINDOW - 1) * self->depth));
}

static bool can_fill(ground_map *self, unsigned x, unsigned window)
{
    uint8_t *answer = &self->answer[x][window];
    if (*answer != 0)
        return *answer == 1;
    bool can = false;
    unsigned y = 0;
    while (y < self->depth && (window >> y & 1) != 0)
        y++;
    if (y < self->depth) {
        can = can_put(self, x, y, window) ||
              ((self->board->optional[x] >> y & 1) != 0 && can_fill(self, x, window | 1u << y));
    } else {
        can = can_advance(self, x, window);
        for (; !can && y < self->depth + PACK_WINDOW && y < self->board->problem->rows; y++)
            can = can_put(self, x, y, window);
    }
    *answer = can ? 1 : 2;
    return can;
}

bool df_ground_allows(ground_map *self, unsigned x, const uint16_t occupied[PACK_WINDOW])
{
    const unsigned column = (1u << self->depth) - 1;
    unsigned window = 0;
    for (unsigned i = 0; i < PACK_WINDOW; i++)
        window |= (occupied[i] & column) << (i * self->depth);
    return can_fill(self, x, window);
}

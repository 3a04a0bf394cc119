#include "band_column.h"

#include "core/base/bits.h"

/* A square above all rows of a band, in the last lane. */
#define ALWAYS_THERE (UINT64_C(1) << 63)

static uint64_t band_window(const uint16_t *columns, unsigned x)
{
    uint64_t window = 0;
    for (unsigned i = 0; i < PRINT_REACH; i++)
        window |= (uint64_t)columns[x + i] << (PRINT_LANE * i);
    return window;
}

/* Finds the worth of the squares that a shape leaves, and the squares below that have to be
 * left, too. */
static void band_appraise(const band_column *self, const band *on, unsigned first,
                          band_choice *chosen)
{
    chosen->worth = 0;
    chosen->below = 0;
    for (uint64_t rest = chosen->squares & self->optional; rest != 0; rest &= rest - 1) {
        const unsigned bit = bits_lowest(rest), y = bit % PRINT_LANE;
        const unsigned x = first + bit / PRINT_LANE;
        chosen->worth += on->worth[x][y];
        if (x > first)
            chosen->below |= (uint64_t)((1u << y) - 1) << (bit - y);
    }
    chosen->below &= self->optional & ~chosen->squares;
}

/* Finds what carries a shape when it lands, as far as one piece alone decides that: a row that
 * clears below it counts. */
static void band_find_carriers(const band *on, const print_shape *shape, unsigned x,
                               band_choice *chosen)
{
    chosen->rests = 0;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned y = chosen->y + shape->bottom[i];
        if (y == 0 ? columns_have(&on->carried, x + i) : (on->stays >> (y - 1) & 1) == 0)
            chosen->rests |= ALWAYS_THERE;
        else if (y > 0)
            chosen->rests |= UINT64_C(1) << (PRINT_LANE * i + y - 1);
    }
}

/* Lists the shapes that can begin at each square of the empty column. */
static void band_list_choices(band_column *self, const band *on, const print_shape *shapes,
                              unsigned x)
{
    uint64_t allowed[DF_TETROMINOES];
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++)
        allowed[piece] = self->open & band_window(on->allowed[piece], x);
    for (unsigned y = 0; y < on->rows; y++) {
        self->shapes[y] = 0;
        for (unsigned i = 0; i < PRINT_SHAPES; i++) {
            const print_shape *shape = &shapes[i];
            if (shape->bottom[0] > y || y - shape->bottom[0] + shape->height > on->rows)
                continue;
            const unsigned low = y - shape->bottom[0];
            const uint64_t squares = shape->window << low;
            if ((squares & ~allowed[shape->piece]) != 0)
                continue;
            self->shapes[y] |= UINT32_C(1) << i;
            band_choice *chosen = &self->choices[y][i];
            chosen->y = (uint8_t)low;
            chosen->squares = squares;
            band_appraise(self, on, x, chosen);
            band_find_carriers(on, shape, x, chosen);
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

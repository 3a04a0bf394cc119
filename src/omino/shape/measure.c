#include "measure.h"

/* A cell has its number of neighbours in the lower bits. */
enum { NEAR = 7, SQUARE = 8 };

/* The squares around one, as bits: to the right and on, anticlockwise. */
enum { AROUND = 8 };
static const int around[AROUND] = {
    1,  MEASURE_STRIDE + 1,  MEASURE_STRIDE,  MEASURE_STRIDE - 1,
    -1, -MEASURE_STRIDE - 1, -MEASURE_STRIDE, -MEASURE_STRIDE + 1,
};

/* Returns by how much a square reduces Euler's characteristic, which is 1 less the holes.
 * With its border it brings a corner where there was no square, and sides where there is no
 * neighbour. Without it, it brings the sides that it shares, and a corner where it completes
 * four squares. */
static int measure_bend(df_omino_measure by, unsigned squares)
{
    int bend = -1;
    for (unsigned way = 0; way < AROUND; way += 2) {
        const unsigned turned = (squares | squares << AROUND) >> way & 7;
        if (by == DF_MEASURE_HOLES)
            bend += ((turned & 1) == 0) - (turned == 0);
        else
            bend += (int)(turned & 1) - (turned == 7);
    }
    return bend;
}

void df_measure_begin(omino_measurer *self, df_omino_measure by)
{
    *self = (omino_measurer){.by = by};
    const bool is_holes = by == DF_MEASURE_HOLES || by == DF_MEASURE_INNER_HOLES;
    self->sums[0] =
        (measure_sum){.value = is_holes, .left = MEASURE_PLACES, .bottom = MEASURE_PLACES};
    for (unsigned squares = 0; squares < 256 && is_holes; squares++)
        self->holes[squares] = (int8_t)measure_bend(by, squares);
}

static inline int measure_holes(const omino_measurer *self, const uint8_t *cell)
{
    unsigned squares = 0;
    for (unsigned i = 0; i < AROUND; i++)
        squares |= (unsigned)(cell[around[i]] / SQUARE) << i;
    return self->holes[squares];
}

/* Returns how many free neighbours of a cell have no square beside them yet, less one if the
 * cell is itself beside a square. */
static inline int measure_sites(const uint8_t *cell)
{
    return (cell[1] == 0) + (cell[MEASURE_STRIDE] == 0) + (cell[-1] == 0) +
           (cell[-MEASURE_STRIDE] == 0) - ((*cell & NEAR) != 0);
}

static inline measure_sum measure_widen(measure_sum sum, unsigned place)
{
    const unsigned x = place % MEASURE_STRIDE, y = place / MEASURE_STRIDE;
    sum.left = x < sum.left ? x : sum.left;
    sum.right = x > sum.right ? x : sum.right;
    sum.bottom = y < sum.bottom ? y : sum.bottom;
    sum.top = y > sum.top ? y : sum.top;
    sum.value = (int)((sum.top - sum.bottom) * DF_OMINOES_MAX_SQUARES + sum.right - sum.left);
    return sum;
}

static inline measure_sum measure_add(const omino_measurer *self, unsigned place)
{
    measure_sum sum = self->sums[self->depth];
    const uint8_t *cell = &self->cells[place];
    switch (self->by) {
    case DF_MEASURE_PERIMETER:
        sum.value += 4 - 2 * (*cell & NEAR);
        break;
    case DF_MEASURE_SITE_PERIMETER:
        sum.value += measure_sites(cell);
        break;
    case DF_MEASURE_BOX:
        return measure_widen(sum, place);
    default:
        sum.value += measure_holes(self, cell);
    }
    return sum;
}

/* Puts a square on the board, or takes it away: `by` is 1 or -1. */
static void measure_flip(omino_measurer *self, unsigned place, int by)
{
    uint8_t *cell = &self->cells[place];
    *cell ^= SQUARE;
    for (unsigned i = 0; i < AROUND; i += 2)
        cell[around[i]] = (uint8_t)(cell[around[i]] + by);
}

void df_measure_push(omino_measurer *self, unsigned place)
{
    self->sums[self->depth + 1] = measure_add(self, place);
    self->places[self->depth++] = (uint16_t)place;
    measure_flip(self, place, 1);
}

void df_measure_pop(omino_measurer *self)
{
    measure_flip(self, self->places[--self->depth], -1);
}

void df_measure_go(omino_measurer *self, const uint16_t *places, unsigned count)
{
    unsigned same = 0;
    while (same < count && same < self->depth && self->places[same] == places[same])
        same++;
    while (self->depth > same)
        df_measure_pop(self);
    while (self->depth < count)
        df_measure_push(self, places[self->depth]);
}

unsigned df_measure_value(const omino_measurer *self)
{
    return (unsigned)self->sums[self->depth].value;
}

unsigned df_measure_with(const omino_measurer *self, unsigned place)
{
    return (unsigned)measure_add(self, place).value;
}

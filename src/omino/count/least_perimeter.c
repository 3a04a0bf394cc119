#include "least_perimeter.h"

#include "core/base/bits.h"

enum { ROWS, COLUMNS };

void df_least_begin(least_perimeter *self, df_omino_measure by)
{
    *self = (least_perimeter){.by = by};
}

/* Returns how many of two neighbours of a cell have a state. */
static unsigned least_beside(const uint8_t *cell, int step, least_state state)
{
    return (unsigned)(cell[step] == state) + (cell[-step] == state);
}

/* Adds what a square of a state brings to the numbers of its lines, `by` times. */
static void least_add(least_perimeter *self, unsigned place, least_state state, unsigned by)
{
    const uint8_t *cell = &self->cells[place];
    const unsigned y = place / MEASURE_STRIDE, x = place % MEASURE_STRIDE;
    unsigned in_row = state == LEAST_EMPTY, in_column = in_row;
    if (self->by == DF_MEASURE_PERIMETER) {
        const least_state other = state == LEAST_FILLED ? LEAST_EMPTY : LEAST_FILLED;
        in_row = least_beside(cell, 1, other);
        in_column = least_beside(cell, MEASURE_STRIDE, other);
    }
    self->decided[ROWS][y] = (uint8_t)(self->decided[ROWS][y] + in_row * by);
    self->decided[COLUMNS][x] = (uint8_t)(self->decided[COLUMNS][x] + in_column * by);
    if (state == LEAST_FILLED) {
        self->filled[ROWS][y] = (uint8_t)(self->filled[ROWS][y] + by);
        self->filled[COLUMNS][x] = (uint8_t)(self->filled[COLUMNS][x] + by);
    }
}

void df_least_decide(least_perimeter *self, unsigned place, least_state state)
{
    self->cells[place] = (uint8_t)state;
    least_add(self, place, state, 1);
}

void df_least_open(least_perimeter *self, unsigned place)
{
    least_add(self, place, (least_state)self->cells[place], (unsigned)-1);
    self->cells[place] = LEAST_OPEN;
}

/* Returns the sides in lines of a direction. */
static unsigned least_sides(const uint8_t *filled, const uint8_t *decided)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < MEASURE_ROWS; i++)
        sum += filled[i] > 0 ? unsigned_max(2, (decided[i] + 1u) & ~1u) : 0;
    return sum;
}

/* Returns the empty squares in lines of a direction. The outermost lines have no squares. */
static unsigned least_sites(const uint8_t *filled, const uint8_t *decided)
{
    unsigned sum = 0;
    for (unsigned i = 1; i + 1 < MEASURE_ROWS; i++) {
        const unsigned least = filled[i] > 0 ? 2 : filled[i - 1] > 0 || filled[i + 1] > 0;
        sum += unsigned_max(least, decided[i]);
    }
    return sum;
}

unsigned df_least_value(const least_perimeter *self)
{
    if (self->by == DF_MEASURE_PERIMETER)
        return least_sides(self->filled[ROWS], self->decided[ROWS]) +
               least_sides(self->filled[COLUMNS], self->decided[COLUMNS]);
    return unsigned_max(least_sites(self->filled[ROWS], self->decided[ROWS]),
                        least_sites(self->filled[COLUMNS], self->decided[COLUMNS]));
}

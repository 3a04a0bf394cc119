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

/* Returns what all lines of a direction add. Those between lines with squares will have some,
 * and those next to them have empty squares. */
static unsigned least_sum(const least_perimeter *self, unsigned direction)
{
    const uint8_t *filled = self->filled[direction], *decided = self->decided[direction];
    const bool is_sides = self->by == DF_MEASURE_PERIMETER;
    unsigned first = 1, last = MEASURE_ROWS - 2, sum = 0;
    while (first < last && filled[first] == 0)
        first++;
    while (last > first && filled[last] == 0)
        last--;
    for (unsigned i = first; i <= last; i++)
        sum += unsigned_max(2, is_sides ? (decided[i] + 1u) & ~1u : decided[i]);
    return is_sides
               ? sum
               : sum + unsigned_max(1, decided[first - 1]) + unsigned_max(1, decided[last + 1]);
}

unsigned df_least_value(const least_perimeter *self)
{
    const unsigned rows = least_sum(self, ROWS), columns = least_sum(self, COLUMNS);
    return self->by == DF_MEASURE_PERIMETER ? rows + columns : unsigned_max(rows, columns);
}

#include "orbit_boards.h"

#include "core/base/bits.h"

enum { ROWS, COLUMNS };

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

/* Fills or empties an open square. An empty one must be beside a filled one. */
static void least_decide(least_perimeter *self, unsigned place, least_state state)
{
    self->cells[place] = (uint8_t)state;
    least_add(self, place, state, 1);
}

/* Opens a square again: the one that was decided last. */
static void least_open(least_perimeter *self, unsigned place)
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

/* Returns the bound, for at least one filled square. Each row and each column with a square has
 * an even number of sides, two at least, and two empty squares beside squares at least; the
 * lines next to those have one. */
static unsigned least_value(const least_perimeter *self)
{
    const unsigned rows = least_sum(self, ROWS), columns = least_sum(self, COLUMNS);
    return self->by == DF_MEASURE_PERIMETER ? rows + columns : unsigned_max(rows, columns);
}

void df_orbit_begin(orbit_boards *self, df_omino_measure by, unsigned max_value, bool no_holes)
{
    df_measure_begin(&self->measurer, by);
    df_measure_begin(&self->holes, DF_MEASURE_HOLES);
    self->least = (least_perimeter){.by = by};
    self->no_holes = no_holes;
    self->max_value = max_value;
}

void df_orbit_push(orbit_boards *self, const orbit_squares *orbit)
{
    for (unsigned i = 0; i < orbit->count; i++) {
        df_measure_push(&self->measurer, orbit->places[i]);
        if (self->no_holes)
            df_measure_push(&self->holes, orbit->places[i]);
        if (self->max_value > 0)
            least_decide(&self->least, orbit->places[i], LEAST_FILLED);
    }
}

void df_orbit_pop(orbit_boards *self, const orbit_squares *orbit)
{
    for (unsigned i = 0; i < orbit->count; i++) {
        df_measure_pop(&self->measurer);
        if (self->no_holes)
            df_measure_pop(&self->holes);
    }
    if (self->max_value > 0)
        df_orbit_open(self, orbit);
}

void df_orbit_leave(orbit_boards *self, const orbit_squares *orbit)
{
    for (unsigned i = 0; i < orbit->count; i++)
        least_decide(&self->least, orbit->places[i], LEAST_EMPTY);
}

void df_orbit_open(orbit_boards *self, const orbit_squares *orbit)
{
    for (unsigned i = orbit->count; i-- > 0;)
        least_open(&self->least, orbit->places[i]);
}

bool df_orbit_exceeds(const orbit_boards *self)
{
    return self->max_value > 0 && least_value(&self->least) > self->max_value;
}

bool df_orbit_value(const orbit_boards *self, unsigned *value)
{
    *value = df_measure_value(&self->measurer);
    return !self->no_holes || df_measure_value(&self->holes) == 0;
}

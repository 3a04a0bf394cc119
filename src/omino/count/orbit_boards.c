#include "orbit_boards.h"

void df_orbit_begin(orbit_boards *self, df_omino_measure by, unsigned max_value, bool no_holes)
{
    df_measure_begin(&self->measurer, by);
    df_measure_begin(&self->holes, DF_MEASURE_HOLES);
    df_least_begin(&self->least, by);
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
            df_least_decide(&self->least, orbit->places[i], LEAST_FILLED);
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
        df_least_decide(&self->least, orbit->places[i], LEAST_EMPTY);
}

void df_orbit_open(orbit_boards *self, const orbit_squares *orbit)
{
    for (unsigned i = orbit->count; i-- > 0;)
        df_least_open(&self->least, orbit->places[i]);
}

bool df_orbit_exceeds(const orbit_boards *self)
{
    return self->max_value > 0 && df_least_value(&self->least) > self->max_value;
}

bool df_orbit_value(const orbit_boards *self, unsigned *value)
{
    *value = df_measure_value(&self->measurer);
    return !self->no_holes || df_measure_value(&self->holes) == 0;
}

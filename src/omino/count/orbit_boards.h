/* Boards with all squares of a symmetric set, which measure it. Its orbits are sets of squares
 * that symmetries move onto one another. */
#pragma once

#include "omino/shape/measure.h"

typedef enum least_state { LEAST_OPEN, LEAST_FILLED, LEAST_EMPTY } least_state;

/* Bounds the perimeter, or the site perimeter, of all polyominoes with some squares and without
 * some others: a board with places as those of omino_measurer, and numbers for its lines. */
typedef struct least_perimeter {
    df_omino_measure by;
    uint8_t cells[MEASURE_PLACES]; /* least_state */
    uint8_t filled[2][MEASURE_ROWS];
    /* Sides between filled and empty squares of the line; or empty squares. */
    uint8_t decided[2][MEASURE_ROWS];
} least_perimeter;

/* The squares of an orbit, as places on the boards. */
typedef struct orbit_squares {
    uint16_t count, places[8];
} orbit_squares;

typedef struct orbit_boards {
    omino_measurer measurer;
    omino_measurer holes;  /* with no_holes: sets with holes do not count */
    least_perimeter least; /* with max_value: larger perimeters do not count; 0: all do */
    bool no_holes;
    unsigned max_value;
} orbit_boards;

/* Returns the place of a square; x and y are at most DF_OMINOES_MAX_SQUARES from 0. */
static inline unsigned orbit_place(int x, int y)
{
    enum { MIDDLE = DF_OMINOES_MAX_SQUARES + MEASURE_STRIDE * (DF_OMINOES_MAX_SQUARES + 1) };
    return (unsigned)(MIDDLE + x + MEASURE_STRIDE * y);
}

/* Begins with the empty set. With max_value the measure is a perimeter of either kind. */
void df_orbit_begin(orbit_boards *self, df_omino_measure by, unsigned max_value, bool no_holes);

/* Adds an orbit to the set, or takes the last one from it. */
void df_orbit_push(orbit_boards *self, const orbit_squares *orbit);
void df_orbit_pop(orbit_boards *self, const orbit_squares *orbit);

/* With max_value: leaves an orbit beside the set empty for good, or opens the last again. */
void df_orbit_leave(orbit_boards *self, const orbit_squares *orbit);
void df_orbit_open(orbit_boards *self, const orbit_squares *orbit);

/* True if neither the set nor one that it can grow to counts. */
bool df_orbit_exceeds(const orbit_boards *self);

/* Sets *value to the measure of the set; false if this does not count. */
bool df_orbit_value(const orbit_boards *self, unsigned *value);

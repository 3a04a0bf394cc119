/* A lower bound on the perimeter, or the site perimeter, of all polyominoes that have some
 * squares and do not have some others. */
#ifndef DROPFORGE_OMINO_LEAST_PERIMETER_H
#define DROPFORGE_OMINO_LEAST_PERIMETER_H

#include "omino/shape/measure.h"

typedef enum least_state { LEAST_OPEN, LEAST_FILLED, LEAST_EMPTY } least_state;

/* A board with places as those of omino_measurer, and numbers for its rows and its columns. */
typedef struct least_perimeter {
    df_omino_measure by;
    uint8_t cells[MEASURE_PLACES]; /* least_state */
    uint8_t filled[2][MEASURE_ROWS];
    /* Sides between filled and empty squares of the line; or empty squares. */
    uint8_t decided[2][MEASURE_ROWS];
} least_perimeter;

/* Begins with a board of open squares. The measure is one of the two perimeters. */
void df_least_begin(least_perimeter *self, df_omino_measure by);

/* Fills or empties an open square. An empty one must be beside a filled one. */
void df_least_decide(least_perimeter *self, unsigned place, least_state state);

/* Opens a square again: the one that was decided last. */
void df_least_open(least_perimeter *self, unsigned place);

/* Returns the bound, for at least one filled square. Each row and each column with a square has
 * an even number of sides, two at least, and two empty squares beside squares at least; the
 * lines next to those have one. */
unsigned df_least_value(const least_perimeter *self);

#endif

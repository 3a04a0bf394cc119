/* Numbers by which polyominoes are sorted into tables, kept up to date square by square. */
#pragma once

#include "dropforge/omino.h"

/* Adds the numbers of another table. */
static inline void measure_add_table(df_ominoes_table *to, const df_ominoes_table *from)
{
    for (unsigned value = 0; value < DF_OMINOES_VALUES; value++)
        to->counts[value] += from->counts[value];
}

static inline bool measure_is_perimeter(df_omino_measure by)
{
    return by == DF_MEASURE_PERIMETER || by == DF_MEASURE_SITE_PERIMETER;
}

/* Returns the most columns and rows together of polyominoes with a perimeter, of either kind,
 * up to `up_to`: each row and each column has two sides and two empty squares beside squares at
 * least, at its ends; a side is of one of them, an empty square of a row and column at most. */
static inline unsigned measure_span(df_omino_measure by, unsigned up_to)
{
    return by == DF_MEASURE_PERIMETER ? up_to / 2 : up_to;
}

/* A place is x + MEASURE_STRIDE · y, where x and y are at least 1 and x is below the stride. */
enum {
    MEASURE_STRIDE = 64,
    MEASURE_ROWS = 2 * DF_OMINOES_MAX_SQUARES + 4,
    MEASURE_PLACES = MEASURE_STRIDE * MEASURE_ROWS,
    MEASURE_SQUARES = 100,
};

/* The measure of a polyomino, and the box of its squares. */
typedef struct measure_sum {
    int value;
    unsigned left, right, bottom, top;
} measure_sum;

/* A polyomino that squares are added to, and taken from in the opposite order. In between it
 * need not be connected. */
typedef struct omino_measurer {
    df_omino_measure by;
    unsigned depth; /* squares on the board */
    uint16_t places[MEASURE_SQUARES];
    measure_sum sums[MEASURE_SQUARES + 1]; /* after each number of squares */
    int8_t holes[256]; /* the change by a square, by the squares around it */
    uint8_t cells[MEASURE_PLACES];
} omino_measurer;

void df_measure_begin(omino_measurer *self, df_omino_measure by);

/* Adds a square, or removes the one that was added last. */
void df_measure_push(omino_measurer *self, unsigned place);
void df_measure_pop(omino_measurer *self);

/* Makes the squares those of `places`; quick if the first ones are the same as before. */
void df_measure_go(omino_measurer *self, const uint16_t *places, unsigned count);

/* Returns the value of the polyomino, as an index of a table. */
unsigned df_measure_value(const omino_measurer *self);

/* Returns the value with one more square. */
unsigned df_measure_with(const omino_measurer *self, unsigned place);

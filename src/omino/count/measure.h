/* Numbers by which polyominoes are sorted into tables, kept up to date square by square. */
#ifndef DROPFORGE_OMINO_MEASURE_H
#define DROPFORGE_OMINO_MEASURE_H

#include "dropforge/omino.h"

/* Adds the numbers of another table. */
static inline void measure_add_table(df_ominoes_table *to, const df_ominoes_table *from)
{
    for (unsigned value = 0; value < DF_OMINOES_VALUES; value++)
        to->counts[value] += from->counts[value];
}

/* A place is x + MEASURE_STRIDE · y, where x and y are at least 1 and x is below the stride. */
enum {
    MEASURE_STRIDE = 64,
    MEASURE_ROWS = 2 * DF_OMINOES_MAX_SQUARES + 4,
    MEASURE_PLACES = MEASURE_STRIDE * MEASURE_ROWS,
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
    uint16_t places[DF_OMINOES_MAX_SQUARES];
    measure_sum sums[DF_OMINOES_MAX_SQUARES + 1]; /* after so many squares */
    int8_t holes[256]; /* the change by a square, by the squares around it */
    uint8_t cells[MEASURE_PLACES];
} omino_measurer;

void df_measure_begin(omino_measurer *self, df_omino_measure by);

/* Adds a square, or removes the one that was added last. */
void df_measure_push(omino_measurer *self, unsigned place);
void df_measure_pop(omino_measurer *self);

/* Returns the value of the polyomino, as an index of a table. */
unsigned df_measure_value(const omino_measurer *self);

#endif

/* The neighbours of each square of a polyomino: the squares that share a side with it. */
#pragma once

#include "dropforge/omino.h"

/* Counterclockwise, so that + 1 is a turn to the left and + 2 the way back. */
enum { DIRECTION_EAST, DIRECTION_NORTH, DIRECTION_WEST, DIRECTION_SOUTH, DIRECTIONS };

#define NO_SQUARE UINT16_MAX

/* near[i][direction]: the index of the square beside square i, or NO_SQUARE. */
typedef struct omino_neighbors {
    uint16_t near[DF_OMINO_MAX_SQUARES][DIRECTIONS];
} omino_neighbors;

/* Finds all neighbours, in time proportional to the number of squares. */
void df_omino_neighbors_find(omino_neighbors *neighbors, const df_omino *omino);

/* Returns the number of neighbours of square i. */
static inline unsigned neighbors_count(const omino_neighbors *neighbors, unsigned i)
{
    unsigned count = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++)
        count += neighbors->near[i][direction] != NO_SQUARE;
    return count;
}

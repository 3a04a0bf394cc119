/* Which squares of a polyomino share a side. */
#ifndef DROPFORGE_OMINO_NEIGHBORS_H
#define DROPFORGE_OMINO_NEIGHBORS_H

#include "dropforge/omino.h"

/* Counterclockwise, so that + 1 is a turn to the left and + 2 the way back. */
enum { WAY_EAST, WAY_NORTH, WAY_WEST, WAY_SOUTH, WAYS };

#define NO_SQUARE UINT16_MAX

/* near[i][way]: the index of the square beside square i, or NO_SQUARE. */
typedef struct omino_neighbors {
    uint16_t near[DF_OMINO_MAX_SQUARES][WAYS];
} omino_neighbors;

/* In a time proportional to the number of squares. */
void df_omino_neighbors_find(omino_neighbors *neighbors, const df_omino *omino);

/* How many neighbours square i has. */
static inline unsigned neighbors_count(const omino_neighbors *neighbors, unsigned i)
{
    unsigned count = 0;
    for (unsigned way = 0; way < WAYS; way++)
        count += neighbors->near[i][way] != NO_SQUARE;
    return count;
}

#endif

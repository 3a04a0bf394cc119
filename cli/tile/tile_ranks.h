/* The processes of 'dropforge tile count --mpi', which share the states of a dissection. */
#ifndef CLI_TILE_RANKS_H
#define CLI_TILE_RANKS_H

#include "dropforge/tile.h"

/* Joins the other processes, and fills *ranks. Returns -1, or the exit code after a message. */
int tile_ranks_begin(df_tile_ranks *ranks);

/* Leaves the others after a count that all have ended. A process that ends without this ends
 * all others, too. */
void tile_ranks_end(void);

#endif

/* How far a walk can go on at most. */
#ifndef DROPFORGE_OMINO_WALK_ROOM_H
#define DROPFORGE_OMINO_WALK_ROOM_H

#include <limits.h>

#include "dropforge/omino.h"
#include "omino/random_board.h"

enum { WALK_ROOM_CELLS = 4096, WALK_ROOM_SLOTS = 4 * WALK_ROOM_CELLS };

/* A square that can be reached, in a search from square to square. */
typedef struct walk_room_cell {
    df_square at;
    uint16_t came_from;
    uint16_t depth;  /* when it was found, from 1; 0: not yet */
    uint16_t lowest; /* least depth of what it and those after it lie beside */
    uint16_t best;   /* most squares of a walk into what hangs on it */
    uint8_t tried;   /* directions */
} walk_room_cell;

/* Room to work in; `slots` are 0 between calls. */
typedef struct walk_room {
    walk_room_cell cells[WALK_ROOM_CELLS];
    unsigned count;
    uint16_t slots[WALK_ROOM_SLOTS]; /* index of a cell plus 1, by its place */
    uint16_t open[WALK_ROOM_CELLS];  /* those found that are in no block yet */
} walk_room;

/* A bound on the squares that a walk can visit after `at`, when the squares of `walked` are not
 * to be visited, all of which lie from `low` to `high`. UINT_MAX when there is a way out of
 * there, or when much can be reached. */
unsigned df_walk_room(walk_room *room, const random_board *walked, df_square at, df_square low,
                      df_square high);

#endif
